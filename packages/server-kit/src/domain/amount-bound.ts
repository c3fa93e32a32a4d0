// A limit for amounts in a list of several currencies: "19.99" is 1999 minor units of EUR, 20 of JPY and 19990 of KWD.
import { currencyExponent } from "./currency-exponent.js";

/** Minor units by the number of decimals of a currency. */
export type AmountBound = Readonly<Record<0 | 2 | 3 | 4, number>>;

/**
 * Undefined when the text is not a decimal number or too large to be exact. A bound finer than the currency's minor unit is rounded up
 * for a minimum, down for a maximum.
 */
export function readAmountBound(text: string, side: "min" | "max"): AmountBound | undefined {
  const [, whole = "", fraction = ""] = /^(\d{1,11})(?:[.,](\d{1,4}))?$/.exec(text.trim()) ?? [];
  if (whole === "") return undefined;
  const minorUnits = (exponent: number) => {
    const isRounded = /[^0]/.test(fraction.slice(exponent));
    return (
      Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, "0")}`) + (side === "min" && isRounded ? 1 : 0)
    );
  };
  return { 0: minorUnits(0), 2: minorUnits(2), 3: minorUnits(3), 4: minorUnits(4) };
}

/** Whether the amount is within the bounds, both inclusive, in the minor unit of its currency. */
export function isWithin(
  { amountCents, currency }: { amountCents: number; currency: string },
  { min, max }: { min?: AmountBound | undefined; max?: AmountBound | undefined },
): boolean {
  const limit = (bound: AmountBound) =>
    Object.entries(bound).find(([exponent]) => Number(exponent) === currencyExponent(currency))?.[1] ?? bound[2];
  return (min === undefined || amountCents >= limit(min)) && (max === undefined || amountCents <= limit(max));
}
