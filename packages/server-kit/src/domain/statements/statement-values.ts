// The values inside a bank statement, brought to one form: amounts, dates, accounts, references, and how a wrong one is refused.
import { parseMinorUnits } from "../currency.js";
import { normalizeIban } from "../iban.js";
import { Refusal } from "../refusal.js";

/** A place in a file, both from 1; `column` is left out where a line is the finest that can be named. */
export interface FilePosition {
  line: number;
  column?: number | undefined;
}

/** What is wrong with a statement file, and where. `rule` is a stable word. */
export function statementRefusal(rule: string, message: string, { line, column }: FilePosition): Refusal {
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return new Refusal("VALIDATION_ERROR", {
    message: `The statement cannot be read, ${place}: ${message}.`,
    details: [{ path: "content", rule, message: `${place}: ${message}` }],
    fields: column === undefined ? { line } : { line, column },
  });
}

/**
 * Minor units of an amount without a sign, from "1234.5" or, with a decimal comma, "1234,5" and "1234,".
 * @throws Refusal when it is none, or finer than the currency's minor unit.
 */
export function readAmount(text: string, currency: string, position: FilePosition, decimalSeparator = "."): number {
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw statementRefusal("currency", `"${shorten(currency)}" is no currency code of three capital letters`, position);
  }
  const plain = text.trim().replace(decimalSeparator, ".").replace(/\.$/, "").replace(/^\./, "0.");
  // Some banks fill up to 17 integer digits with zeros.
  const amount = /^\d{1,40}(\.\d*)?$/.test(plain)
    ? parseMinorUnits(plain.replace(/^0+(?=\d)/, ""), currency)
    : undefined;
  if (amount === undefined) {
    throw statementRefusal("amount", `"${shorten(text)}" is no amount in ${currency}`, position);
  }
  return amount;
}

/** `YYYY-MM-DD` when these are a real day, else undefined. */
export function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}

/** An IBAN in its normal form; any other account number as the bank wrote it, blanks removed. */
export function readAccount(text: string): string {
  const trimmed = text.trim();
  return normalizeIban(trimmed) ?? trimmed.replace(/\s+/g, "").slice(0, 64);
}

/** A reference that says something; banks fill the place with a word when there is none. */
export function meaningfulReference(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === "") return undefined;
  return /^(?:NOTPROVIDED|NOT PROVIDED|NONREF|NOREF|NICHT ANGEGEBEN|KEINE ANGABE|0+|-+)$/i.test(trimmed)
    ? undefined
    : trimmed.slice(0, 140);
}

/** For messages: what stands in a file may be long, and may hold anything. */
export function shorten(text: string): string {
  const printable = text.replace(/\p{C}/gu, "?");
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}

/** Text for people: control characters become blanks, at most `length` characters. */
export function plainText(text: string, length = 140): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, length);
}
