// Is this value fit to stand in an address? An id such as ".." would silently turn one route into another.
import { UsageError } from "./errors.js";

/** Identifiers are made by the service: letters, digits and `_ - . ~ :`. @throws {UsageError} `INVALID_ID` */
export function checkIdentifier(name: string, value: unknown): void {
  if (typeof value === "string" && /^[A-Za-z0-9_.~:-]{1,255}$/.test(value) && !/^\.+$/.test(value)) return;
  throw new UsageError(`${name} ${describe(value)} is not an identifier of the service.`, { code: "INVALID_ID" });
}

/** A value for the query: any text, but some. @throws {UsageError} `INVALID_ARGUMENT` */
export function checkText(name: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw new UsageError(`${name} must be a text that is not empty, not ${describe(value)}.`, {
    code: "INVALID_ARGUMENT",
  });
}

/** Whole minor units; how small or large is the service's to judge. @throws {UsageError} `INVALID_AMOUNT` */
export function checkAmountCents(value: unknown): void {
  if (typeof value === "number" && Number.isSafeInteger(value)) return;
  throw new UsageError(
    `amountCents must be a whole number of minor units (19.99 EUR is 1999), not ${describe(value)}.`,
    { code: "INVALID_AMOUNT" },
  );
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  return typeof value === "number" || value === undefined || value === null
    ? String(value)
    : `a value of type ${typeof value}`;
}
