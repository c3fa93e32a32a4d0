// An order of a plugin's shop as the checkout shows it (specification: GET /orders/{order_key}), and what makes one usable.
import { parseMinorUnits } from "./currency.js";
import type { RefusalDetail } from "./refusal.js";

/** Amounts are decimal text in major units, such as "19.99". Addresses, phone numbers and notes have no place here. */
export interface PluginOrder {
  /** The plugin's number of the order. */
  id: number;
  orderKey: string;
  status: string;
  /** ISO 4217. */
  currency: string;
  total: string;
  /** Left out when the order has no e-mail address. */
  customer: { email?: string | undefined; fullName: string };
  lineItems: { id: number; name: string; quantity: number; total: string }[];
  payment: { method: string; methodTitle: string; needsPayment: boolean };
}

export const orderKeyPattern = /^wc_order_[A-Za-z0-9]{10,64}$/;

type Unchecked = Readonly<Record<string, unknown>>;

/**
 * The order in `value` with exactly the fields of PluginOrder, others dropped; or every rule that it breaks.
 * Orders come from other systems: nothing about their shape is taken for granted.
 */
export function readPluginOrder(value: unknown): { order: PluginOrder } | { faults: RefusalDetail[] } {
  const faults: RefusalDetail[] = [];
  const order = fieldsOf(value);
  const customer = fieldsOf(order.customer);
  const payment = fieldsOf(order.payment);
  const add = (path: string, rule: string, message: string) => faults.push({ path, rule, message });
  const text = (path: string, found: unknown): string => {
    if (typeof found === "string" && found.length <= 1000 && found.isWellFormed()) return found;
    add(path, "text", "must be well-formed text of at most 1000 characters");
    return "";
  };
  const wholeNumber = (path: string, found: unknown): number => {
    if (typeof found === "number" && Number.isSafeInteger(found) && found >= 0) return found;
    add(path, "integer", "must be a whole number, 0 or more");
    return 0;
  };
  const currency = text("currency", order.currency);
  const amount = (path: string, found: unknown): string => {
    if (typeof found === "string" && hasCurrencyForm(currency) && parseMinorUnits(found, currency) !== undefined) {
      return found;
    }
    add(path, "decimal", 'must be decimal text in major units, no finer than the currency allows, such as "19.99"');
    return "0";
  };

  if (typeof order.orderKey !== "string" || !orderKeyPattern.test(order.orderKey)) {
    add("orderKey", "pattern", "must be wc_order_ followed by 10 to 64 letters or digits");
  }
  if (!hasCurrencyForm(currency)) add("currency", "pattern", "must be three capital letters");
  const email =
    customer.email === undefined || customer.email === "" ? undefined : text("customer.email", customer.email);
  if (email !== undefined && !/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(email)) {
    add("customer.email", "email", "must be an e-mail address, or be left out");
  }
  if (typeof payment.needsPayment !== "boolean") add("payment.needsPayment", "boolean", "must be true or false");
  if (!Array.isArray(order.lineItems)) add("lineItems", "array", "must be a list");
  const lines: unknown[] = Array.isArray(order.lineItems) ? order.lineItems : [];

  const read: PluginOrder = {
    id: wholeNumber("id", order.id),
    orderKey: String(order.orderKey),
    status: text("status", order.status),
    currency,
    total: amount("total", order.total),
    customer: { ...(email !== undefined && { email }), fullName: text("customer.fullName", customer.fullName) },
    lineItems: lines.map((entry, index) => {
      const line = fieldsOf(entry);
      return {
        id: wholeNumber(`lineItems[${index}].id`, line.id),
        name: text(`lineItems[${index}].name`, line.name),
        quantity: wholeNumber(`lineItems[${index}].quantity`, line.quantity),
        total: amount(`lineItems[${index}].total`, line.total),
      };
    }),
    payment: {
      method: text("payment.method", payment.method),
      methodTitle: text("payment.methodTitle", payment.methodTitle),
      needsPayment: payment.needsPayment === true,
    },
  };
  return faults.length > 0 ? { faults } : { order: read };
}

const hasCurrencyForm = (text: string): boolean => /^[A-Z]{3}$/.test(text);

function fieldsOf(value: unknown): Unchecked {
  // Sound: only named fields are read from it, each as unknown.
  return typeof value === "object" && value !== null ? (value as Unchecked) : {};
}
