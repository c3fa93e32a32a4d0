// The number of decimals of each currency: ISO 4217, list one, as amended to 177 (2024). Parsing, checks and display use this table
// only. The runtime's locale data follows common usage instead and differs for a dozen currencies (HUF, IDR, PKR, COP, ALL and IQD among
// them), so it decides the notation of an amount, never its number of decimals.

const exponents: Record<string, number> = {
  ...exponentOfEach(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...exponentOfEach(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...exponentOfEach(4, "CLF UYW"),
};

/**
 * Digits after the decimal point: 2 for EUR, 0 for JPY, 3 for KWD. Codes that are not in ISO 4217 have 2 (docs/decisions/currencies.md).
 */
export function currencyExponent(currency: string): number {
  return Object.hasOwn(exponents, currency) ? (exponents[currency] ?? 2) : 2;
}

/** The codes whose number of decimals is not 2. */
export function currenciesByExponent(exponent: 0 | 3 | 4): string[] {
  return Object.keys(exponents).filter((code) => exponents[code] === exponent);
}

/** An amount in minor units as plain decimal text with a dot, without losing a digit: 1999 EUR is "19.99". */
export function toDecimalText(amountCents: number, currency: string): string {
  const exponent = currencyExponent(currency);
  const sign = amountCents < 0 ? "-" : "";
  const digits = String(Math.abs(amountCents)).padStart(exponent + 1, "0");
  return exponent === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

function exponentOfEach(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, exponent]));
}
