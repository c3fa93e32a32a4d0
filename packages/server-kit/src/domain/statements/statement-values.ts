// Parses values of bank statements: amounts, dates, accounts, references, and the error for invalid ones.
import { parseMinorUnits } from "../currency.js";
import { normalizeIban } from "../iban.js";
import { Refusal } from "../refusal.js";

/** A position in a file, both from 1; `column` is omitted when only the line is known. */
export interface FilePosition {
  line: number;
  column?: number | undefined;
}

/** Lines of remittance text in an entry: no format limits them, and more lines are not useful on a page. */
export const maxRemittanceLines = 60;
/** Of text that its format does not split into lines. */
export const maxUnsplitTextLength = 500;
/** Of an account number that is not an IBAN. */
export const maxAccountLength = 64;
/** Of a line of remittance text, a name or a reference: SEPA allows 140 characters. */
const maxTextLength = 140;
/** Of text that an error message quotes. */
const maxQuotedLength = 40;

/** The error for an invalid statement file, with its position. `rule` is a stable word. */
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
 * @throws Refusal when it is not an amount, or finer than the currency's minor unit.
 */
export function readAmount(text: string, currency: string, position: FilePosition, decimalSeparator = "."): number {
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw statementRefusal(
      "currency",
      `"${shorten(currency)}" is not a currency code of three capital letters`,
      position,
    );
  }
  const plain = text.trim().replace(decimalSeparator, ".").replace(/\.$/, "").replace(/^\./, "0.");
  // Some banks pad integers to 17 digits with zeros.
  const amount = /^\d{1,40}(\.\d*)?$/.test(plain)
    ? parseMinorUnits(plain.replace(/^0+(?=\d)/, ""), currency)
    : undefined;
  if (amount === undefined) {
    throw statementRefusal("amount", `"${shorten(text)}" is not an amount in ${currency}`, position);
  }
  return amount;
}

/** `YYYY-MM-DD` for a valid date, otherwise undefined. */
export function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}

/** A normalised IBAN; any other account number as written, blanks removed. */
export function readAccount(text: string): string {
  const trimmed = text.trim();
  return normalizeIban(trimmed) ?? trimmed.replace(/\s+/g, "").slice(0, maxAccountLength);
}

/** A reference other than a bank's placeholder word for "none". */
export function meaningfulReference(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === "") return undefined;
  return /^(?:NOTPROVIDED|NOT PROVIDED|NONREF|NOREF|NICHT ANGEGEBEN|KEINE ANGABE|0+|-+)$/i.test(trimmed)
    ? undefined
    : trimmed.slice(0, maxTextLength);
}

/** Text of a file for error messages: printable, truncated. */
export function shorten(text: string): string {
  const printable = text.replace(/\p{C}/gu, "?");
  return printable.length > maxQuotedLength ? `${printable.slice(0, maxQuotedLength)}…` : printable;
}

/** Text for display: control characters become blanks, at most `length` characters. */
export function plainText(text: string, length = maxTextLength): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, length);
}
