// The content of a SEPA credit transfer's QR code: EPC069-12, version 002 (spec/rules.md#sepa-qr-code).
import { toDecimalText } from "./currency-exponent.js";
import { oneLine } from "./one-line.js";
import { toWireReference } from "./remittance.js";
import type { BankAccount } from "./store.js";

export interface EpcTransfer {
  account: Pick<BankAccount, "accountHolder" | "iban" | "bic">;
  /** Euro cents, 1 to 99 999 999 999. */
  amountCents: number;
  /** At most 140 characters; the unstructured text of the transfer. */
  reference: string;
}

const maxBytes = 331;
export const maxAccountHolderLength = 70;

/**
 * The code's content: eleven lines, UTF-8, at most 331 bytes. A name that is too long is truncated at a character boundary.
 * Purpose and structured reference stay empty; a transfer has either a structured or an unstructured reference.
 */
export function epcQrContent({ account, amountCents, reference }: EpcTransfer): string {
  const content = (name: string) =>
    [
      "BCD",
      "002",
      "1",
      "SCT",
      fieldText(account.bic).replaceAll(" ", "").toUpperCase(),
      name,
      account.iban.replaceAll(" ", "").toUpperCase(),
      `EUR${toDecimalText(amountCents, "EUR")}`,
      "",
      "",
      fieldText(toWireReference(reference)),
    ].join("\n");
  let name = [...fieldText(account.accountHolder)].slice(0, maxAccountHolderLength);
  while (Buffer.byteLength(content(name.join(""))) > maxBytes && name.length > 1) name = name.slice(0, -1);
  return content(name.join("").trimEnd());
}

/** A line break would end the field; banks reject other control characters. */
function fieldText(text: string): string {
  return oneLine(text.toWellFormed()).trim();
}
