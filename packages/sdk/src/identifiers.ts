// Is this value fit to stand in an address? An id such as ".." would silently turn one route into another.
import { refusal } from "./errors.js";

/** Identifiers are made by the service: letters, digits and `_ - . ~ :`. @throws {UsageError} `INVALID_ID` */
export function checkIdentifier(name: string, value: unknown): void {
  if (typeof value === "string" && /^(?!\.+$)[\w.~:-]{1,255}$/.test(value)) return;
  throw refusal("INVALID_ID", `${name} ${describe(value)} is not an identifier of the service.`);
}

/** A value for the query: any text, but some. @throws {UsageError} `INVALID_ARGUMENT` */
export function checkText(name: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw refusal("INVALID_ARGUMENT", `${name} must be a text, not ${describe(value)}.`);
}

/** Whole minor units; how small or large is the service's to judge. @throws {UsageError} `INVALID_AMOUNT` */
export function checkAmountCents(value: unknown): void {
  if (typeof value === "number" && Number.isSafeInteger(value)) return;
  throw refusal("INVALID_AMOUNT", `amountCents must be whole minor units (19.99 EUR is 1999), not ${describe(value)}.`);
}

function describe(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
