// Is this value fit to stand in an address? An id such as ".." would silently turn one route into another.
import { describeValue as describe } from "./describe-value.js";
import { refusal } from "./errors.js";

/** Identifiers are made by the service: letters, digits and `_ - . ~ :`. @throws {UsageError} `INVALID_ID` */
export function checkIdentifier(name: string, value: unknown): void {
  if (typeof value === "string" && /^(?!\.+$)[\w.~:-]{1,255}$/.test(value)) return;
  throw refusal(
    "INVALID_ID",
    `${name} ${describe(value)} is not an identifier of the service: 1 to 255 letters, digits and _ - . ~ : are.`,
  );
}

/** A value for the query: any text, but some. @throws {UsageError} `INVALID_ARGUMENT` */
export function checkText(name: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw refusal("INVALID_ARGUMENT", `${name} must be a string that is not empty, not ${describe(value)}.`);
}

/** Whole minor units; how small or large is the service's to judge. @throws {UsageError} `INVALID_AMOUNT` */
export function checkAmountCents(value: unknown): void {
  if (typeof value === "number" && Number.isSafeInteger(value)) return;
  throw refusal(
    "INVALID_AMOUNT",
    `amountCents must be whole minor units, not ${describe(value)}${suggestCents(value)}.`,
  );
}

/** 19.99 was most probably meant as 1999. */
function suggestCents(value: unknown): string {
  const cents = typeof value === "number" ? Math.round(value * 100) : Number.NaN;
  return Number.isSafeInteger(cents) ? `: pass ${cents} for ${value}` : " (19.99 EUR is 1999)";
}
