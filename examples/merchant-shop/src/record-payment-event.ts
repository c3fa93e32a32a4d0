// Applies a webhook to an order. Deliveries may arrive late and in any order, so the order of arrival is not used.
import type { TransactionStatusChangedEvent } from "@payment-sessions/webhook-verifier";
import type { Orders } from "./orders.js";

const paidStatuses = ["completed", "paid"];
/** Only late money changes these. Unknown statuses are not final. */
const finalStatuses = [...paidStatuses, "failed", "cancelled", "expired"];

/** @throws Error when the event matches no order: the response is then 500, the delivery is retried, and the log has the error. */
export function recordPaymentEvent(orders: Orders, event: TransactionStatusChangedEvent): void {
  const order = orders.find(event.order_id);
  if (order === undefined) throw new Error(`There is no order ${event.order_id}.`);
  if (event.amount !== order.amountCents || event.currency !== order.currency) {
    throw new Error(
      `Order ${order.orderId} costs ${order.amountCents} ${order.currency}, not ${event.amount} ${event.currency}.`,
    );
  }
  if (!order.paymentIds.includes(event.transaction_id)) {
    // The first webhook may arrive before the response with the payment id. A final status of an unknown payment is an error.
    if (!isFinal(event.status)) return;
    throw new Error(`Order ${order.orderId} has no payment ${event.transaction_id}.`);
  }
  if (isPaid(order.status)) return;
  const isOlder = event.timestamp < order.statusAt || (event.timestamp === order.statusAt && isFinal(order.status));
  if (isOlder && !isPaid(event.status)) return;
  orders.put({ ...order, status: event.status, statusAt: event.timestamp });
}

export function isPaid(status: string): boolean {
  return paidStatuses.includes(status);
}

export function isFinal(status: string): boolean {
  return finalStatuses.includes(status);
}
