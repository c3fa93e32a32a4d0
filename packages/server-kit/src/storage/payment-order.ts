// The sort orders of a list of payments: direction and cursor of each.
import type { Payment } from "../domain/payment.js";
import { compareText } from "./compare-text.js";
import type { PaymentOrder } from "./port/payment-list-records.js";

/** Orders whose next page is `after` the last payment; the others use `before`. */
export function isAscending(order: PaymentOrder | undefined): boolean {
  return order === "oldest" || order === "smallest";
}

export function isByAmount(order: PaymentOrder | undefined): boolean {
  return order === "largest" || order === "smallest";
}

export function reversed(order: PaymentOrder | undefined): PaymentOrder {
  const others = { newest: "oldest", oldest: "newest", largest: "smallest", smallest: "largest" } as const;
  return others[order ?? "newest"];
}

type Compared = Pick<Payment, "currency" | "amountCents" | "paymentId">;

export function comparePayments(order: PaymentOrder | undefined): (left: Compared, right: Compared) => number {
  const direction = isAscending(order) ? 1 : -1;
  const compare = isByAmount(order) ? byAmount : byId;
  return (left, right) => direction * compare(left, right);
}

function byAmount(left: Compared, right: Compared): number {
  return compareText(left.currency, right.currency) || left.amountCents - right.amountCents || byId(left, right);
}

function byId(left: Compared, right: Compared): number {
  return compareText(left.paymentId, right.paymentId);
}
