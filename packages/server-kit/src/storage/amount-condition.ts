// A limit for amounts in several currencies as an SQL condition, for both databases.
import type { AmountBound } from "../domain/amount-bound.js";
import { currenciesByExponent } from "../domain/currency-exponent.js";

/** `isWithin` of the domain. Values are bound by name: `<name>0`, `<name>2`, `<name>3`, `<name>4`. */
export function amountConditionSql(comparison: ">=" | "<=", name: string): string {
  const codes = (exponent: 0 | 3 | 4) =>
    currenciesByExponent(exponent)
      .map((code) => `'${code}'`)
      .join(", ");
  const value = (exponent: number) => `CAST(@${name}${exponent} AS bigint)`;
  const cases = ([0, 3, 4] as const).map((exponent) => `WHEN currency IN (${codes(exponent)}) THEN ${value(exponent)}`);
  return `amount_cents ${comparison} CASE ${cases.join(" ")} ELSE ${value(2)} END`;
}

/** The bound values of `amountConditionSql`; none without a bound. */
export function amountValues(name: string, bound: AmountBound | undefined): Record<string, number> {
  if (bound === undefined) return {};
  return Object.fromEntries(Object.entries(bound).map(([exponent, value]) => [`${name}${exponent}`, value]));
}
