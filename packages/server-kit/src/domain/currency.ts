// Signs of currencies, and decimal text to minor units without a float on the way.
import { currencyExponent } from "./currency-exponent.js";

/** The sign, such as €; the code itself for a currency without one. */
export function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/**
 * Minor units of a decimal amount: "19.99" EUR is 1999. Undefined when the text is no decimal number, is finer than the currency's
 * minor unit ("19.995"; zeros beyond it are fine), or is too large to be exact.
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
