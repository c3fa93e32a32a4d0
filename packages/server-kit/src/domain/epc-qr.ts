// What a SEPA credit transfer's QR code says: EPC069-12, version 002 (docs: decisions, SEPA QR).
import { toDecimalText } from "./currency-exponent.js";
import { toWireReference } from "./remittance.js";
import type { BankAccount } from "./store.js";

export interface EpcTransfer {
  account: Pick<BankAccount, "accountHolder" | "iban" | "bic">;
  /** Euro cents, 1 to 99 999 999 999. */
  amountCents: number;
  /** At most 140 characters; goes into the unstructured text. */
  reference: string;
}

const maxBytes = 331;
const maxNameLength = 70;

/**
 * The code's content: eleven lines, UTF-8, at most 331 bytes. A name that is too long is cut at a character, never within one.
 * The purpose and the structured reference stay empty; a transfer has one kind of reference or the other.
 */
export function epcQrContent({ account, amountCents, reference }: EpcTransfer): string {
  const content = (name: string) =>
    [
      "BCD",
      "002",
      "1",
      "SCT",
      oneLine(account.bic).replaceAll(" ", "").toUpperCase(),
      name,
      account.iban.replaceAll(" ", "").toUpperCase(),
      `EUR${toDecimalText(amountCents, "EUR")}`,
      "",
      "",
      oneLine(toWireReference(reference)),
    ].join("\n");
  let name = [...oneLine(account.accountHolder)].slice(0, maxNameLength);
  while (Buffer.byteLength(content(name.join(""))) > maxBytes && name.length > 1) name = name.slice(0, -1);
  return content(name.join("").trimEnd());
}

/** A line break would end the field; other control characters have no place in a bank's form. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .trim();
}
