// Converts decimal amounts to whole minor units and back, without floating-point arithmetic.
import { parseMinorUnits } from "../../server-kit/src/domain/currency.js";
import { toDecimalText } from "../../server-kit/src/domain/currency-exponent.js";
import { describeValue } from "./describe-value.js";
import { refusal } from "./errors.js";
import { refusedValue } from "./refused-value.js";

/**
 * Whole minor units of an amount in major units, by the currency's decimals (ISO 4217): `"19.99"` EUR is 1999, `"500"` JPY is 500.
 * Nothing is rounded: an amount with more decimals than the currency is rejected, as is a negative one. A number is read as JavaScript
 * prints it, so that the `total` of `orders.get` can be passed, but a sum of floats such as `0.1 + 0.2` is rejected.
 * @throws {UsageError} `INVALID_AMOUNT`
 * @example const amountCents = toAmountCents(order.total, order.currency);
 */
export function toAmountCents(amount: string | number, currency: string): number {
  checkCurrency(currency);
  const text = String(amount).trim();
  const given = describeValue(amount);
  if (text.startsWith("-")) throw refusal("INVALID_AMOUNT", `An amount must not be negative; got ${given}.`);
  const amountCents = parseMinorUnits(text, currency);
  if (amountCents !== undefined) return amountCents;
  throw refusal(
    "INVALID_AMOUNT",
    `An amount in ${currency} must be a decimal string with at most the currency's decimals, not ${given}.`,
  );
}

/**
 * Decimal text of an amount in minor units: 1999 EUR is `"19.99"`.
 * @throws {UsageError} `INVALID_AMOUNT`
 * @example const shown = toAmountText(session.amountCents, session.currency);
 */
export function toAmountText(amountCents: number, currency: string): string {
  checkCurrency(currency);
  if (Number.isSafeInteger(amountCents)) return toDecimalText(amountCents, currency);
  throw refusedValue("INVALID_AMOUNT", "amountCents", "a whole number of minor units", amountCents);
}

function checkCurrency(currency: unknown): void {
  if (typeof currency === "string" && /^[A-Z]{3}$/.test(currency)) return;
  throw refusedValue("INVALID_ARGUMENT", "currency", 'an ISO 4217 code such as "EUR"', currency);
}
