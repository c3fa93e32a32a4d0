// Parses an order of a store plugin for the checkout (spec/rules.md#order-lookup). The amount due
// is validated strictly; display fields are normalised or dropped, and never make an order unpayable.
import { parseMinorUnits, roundToMinorUnits } from "./currency.js";
import { fieldsOf } from "./read-field.js";
import type { RefusalDetail } from "./refusal.js";

/**
 * Amounts are decimal text in major units, such as "19.99". All text is plain text, not HTML. Addresses, phone numbers and notes are not
 * included.
 */
export interface PluginOrder {
  /** The plugin's order number. */
  id: number;
  orderKey: string;
  status: string;
  /** ISO 4217. */
  currency: string;
  /** No finer than the currency's minor unit. */
  total: string;
  /** The e-mail address is omitted when missing or invalid; a missing name is empty. */
  customer: { email?: string | undefined; fullName: string };
  /**
   * For display only; nothing is calculated from it. A quantity such as 1.5 (or "1.5") is shown as the nearest whole number, as 1
   * when that is 0 or not a number; a total finer than the minor unit is rounded half up. A line without an amount is omitted.
   */
  lineItems: { id: number; name: string; quantity: number; total: string }[];
  payment: { method: string; methodTitle: string; needsPayment: boolean };
}

export const orderKeyPattern = /^wc_order_[A-Za-z0-9]{10,64}$/;

/** Of a text that is displayed. */
const maxTextLength = 1000;

type Unchecked = Readonly<Record<string, unknown>>;

/**
 * The order in `value` with exactly the fields of PluginOrder, others dropped; or every rule that it breaks.
 * Orders come from other systems, so no field is trusted to have its type.
 */
export function readPluginOrder(value: unknown): { order: PluginOrder } | { violations: RefusalDetail[] } {
  const violations: RefusalDetail[] = [];
  const order = fieldsOf(value);
  const customer = fieldsOf(order.customer);
  const payment = fieldsOf(order.payment);
  const add = (path: string, rule: string, message: string) => violations.push({ path, rule, message });

  if (typeof order.orderKey !== "string" || !orderKeyPattern.test(order.orderKey)) {
    add("orderKey", "pattern", "must be wc_order_ followed by 10 to 64 letters or digits");
  }
  const isCurrency = typeof order.currency === "string" && /^[A-Z]{3}$/.test(order.currency);
  if (!isCurrency) add("currency", "pattern", "must be three capital letters");
  const currency = isCurrency ? String(order.currency) : "";
  if (typeof order.total !== "string" || !isCurrency || parseMinorUnits(order.total, currency) === undefined) {
    add("total", "decimal", 'must be decimal text in major units, no finer than the currency allows, such as "19.99"');
  }
  if (!isWholeNumber(order.id)) add("id", "integer", "must be a whole number, 0 or more");
  const status = shownText(order.status);
  if (status === undefined) add("status", "text", `must be well-formed text of at most ${maxTextLength} characters`);
  if (typeof payment.needsPayment !== "boolean") add("payment.needsPayment", "boolean", "must be true or false");
  if (violations.length > 0) return { violations };

  const email = shownText(customer.email);
  const lines: unknown[] = Array.isArray(order.lineItems) ? order.lineItems : [];
  return {
    order: {
      id: Number(order.id),
      orderKey: String(order.orderKey),
      status: status ?? "",
      currency,
      total: String(order.total),
      customer: {
        ...(email !== undefined && emailPattern.test(email) && { email }),
        fullName: shownText(customer.fullName) ?? "",
      },
      lineItems: lines.flatMap((line, index) => readLine(fieldsOf(line), index, currency)),
      payment: {
        method: shownText(payment.method) ?? "",
        methodTitle: shownText(payment.methodTitle) ?? "",
        needsPayment: payment.needsPayment === true,
      },
    },
  };
}

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

function readLine(line: Unchecked, index: number, currency: string): PluginOrder["lineItems"] {
  const amount = typeof line.total === "number" ? String(line.total) : line.total;
  const total = typeof amount === "string" ? roundToMinorUnits(amount, currency) : undefined;
  if (total === undefined) return [];
  return [
    {
      id: isWholeNumber(line.id) ? line.id : index + 1,
      name: shownText(line.name) ?? "",
      quantity: shownQuantity(line.quantity),
      total,
    },
  ];
}

function shownQuantity(quantity: unknown): number {
  const isNumber =
    typeof quantity === "number" || (typeof quantity === "string" && /^\d{1,15}(\.\d+)?$/.test(quantity));
  const nearest = Math.round(isNumber ? Number(quantity) : 1);
  return Number.isSafeInteger(nearest) ? Math.max(1, nearest) : 1;
}

/** Text that can be displayed; undefined for anything else. */
function shownText(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= maxTextLength && value.isWellFormed() ? value : undefined;
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
