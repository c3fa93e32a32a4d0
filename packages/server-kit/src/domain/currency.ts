// Currency symbols, and conversion of decimal text to minor units without floating-point numbers.
import { currencyExponent, toDecimalText } from "./currency-exponent.js";

/** The symbol, such as €; the code itself for a currency without one. */
export function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/**
 * Minor units of a decimal amount: "19.99" EUR is 1999. Undefined when the text is not a decimal number, is finer than the currency's
 * minor unit ("19.995"; trailing zeros are accepted), or is too large to be exact.
 */
export function parseMinorUnits(text: string, currency: string): number | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = currencyExponent(currency);
  if (/[^0]/.test(fraction.slice(digits))) return undefined;
  const amount = Number(`${whole}${fraction.slice(0, digits).padEnd(digits, "0")}`);
  if (!Number.isSafeInteger(amount)) return undefined;
  return sign === "-" && amount !== 0 ? -amount : amount;
}

/**
 * Minor units of an amount as a person types it: "19.99" or "19,99" EUR is 1999. Undefined as for `parseMinorUnits`, and for more decimals
 * than the currency has: "1,000" EUR means a thousand to some readers and one to others.
 */
export function parseTypedAmount(text: string, currency: string): number | undefined {
  const plain = text.trim().replace(",", ".");
  const [, fraction = ""] = plain.split(".");
  return fraction.length > currencyExponent(currency) ? undefined : parseMinorUnits(plain, currency);
}

/**
 * Decimal text rounded to the currency's minor unit, halves away from zero: "10.3950" EUR is "10.40". For display only, never for
 * amounts due. Undefined when the text is not a decimal number or too large to be exact.
 */
export function roundToMinorUnits(text: string, currency: string): string | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d{1,15})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = currencyExponent(currency);
  const kept = parseMinorUnits(`${whole}.${fraction.slice(0, digits).padEnd(Math.max(1, digits), "0")}`, currency);
  if (kept === undefined) return undefined;
  const rounded = kept + (/^[5-9]/.test(fraction.slice(digits)) ? 1 : 0);
  if (!Number.isSafeInteger(rounded)) return undefined;
  return `${rounded === 0 ? "" : sign}${toDecimalText(rounded, currency)}`;
}
