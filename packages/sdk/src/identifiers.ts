// Checks values that become part of a URL: an id such as ".." would silently change the route.
import { describeValue as describe } from "./describe-value.js";
import { refusal } from "./errors.js";
import { refusedValue } from "./refused-value.js";

/** Identifiers of the service: letters, digits and `_ - . ~ :`. @throws {UsageError} `INVALID_ID` */
export function checkIdentifier(name: string, value: unknown): void {
  if (typeof value === "string" && /^(?!\.+$)[\w.~:-]{1,255}$/.test(value)) return;
  throw refusal(
    "INVALID_ID",
    `${name} ${describe(value)} is not a valid id: it must be 1 to 255 letters, digits or _ - . ~ :`,
  );
}

/** A query value: any non-empty string. @throws {UsageError} `INVALID_ARGUMENT` */
export function checkText(name: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw refusedValue("INVALID_ARGUMENT", name, "a non-empty string", value);
}

/** Whole minor units; the service checks the range. @throws {UsageError} `INVALID_AMOUNT` */
export function checkAmountCents(value: unknown): void {
  if (typeof value === "number" && Number.isSafeInteger(value)) return;
  throw refusal(
    "INVALID_AMOUNT",
    `amountCents must be whole minor units, not ${describe(value)}${suggestCents(value)}.`,
  );
}

/** 19.99 is most probably 1999. */
function suggestCents(value: unknown): string {
  const cents = typeof value === "number" ? Math.round(value * 100) : Number.NaN;
  return Number.isSafeInteger(cents) ? `: pass ${cents} for ${value}` : " (19.99 EUR is 1999)";
}
