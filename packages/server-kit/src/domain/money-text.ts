// Formats amounts for display: in the reader's language, with the currency's number of decimals.
import { currencyExponent, toDecimalText } from "./currency-exponent.js";
import { memoize } from "./memoize.js";

/** A reported amount: formatted when the currency is valid, otherwise the number of minor units and the currency text as reported. */
export function reportedAmount(amountCents: number, currency: string): string {
  if (/^[A-Z]{3}$/.test(currency)) return formatMoney(amountCents, currency, "en");
  return `${amountCents} ${currency === "" ? "(no currency)" : currency}`;
}

/** By currency and locale, `EUR de`. */
const formatOf = memoize((name) => {
  const [currency = "", locale] = name.split(" ");
  const exponent = currencyExponent(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
});

/** 1999 EUR is "€19.99" in English and "19,99 €" in German; 500 JPY is "¥500"; 1500 KWD has three decimals. */
export function formatMoney(amountCents: number, currency: string, locale: string): string {
  // `toDecimalText` returns a decimal number. As text it keeps every digit; a floating-point number might not.
  return formatOf(`${currency} ${locale}`).format(toDecimalText(amountCents, currency) as `${number}`);
}
