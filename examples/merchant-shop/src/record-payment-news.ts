// What a webhook does to an order. Deliveries may come late and in any order, so arrival order decides nothing.
import type { TransactionStatusChangedEvent } from "@payment-sessions/webhook-verifier";
import type { Orders } from "./orders.js";

const paidStatuses = ["completed", "paid"];
/** No news follows these, except money that arrives late. Statuses that this shop does not know are not final. */
const finalStatuses = [...paidStatuses, "failed", "cancelled", "expired"];

/** @throws Error when the event fits no order of ours: the response is then 500, it is delivered again, and somebody should look. */
export function recordPaymentNews(orders: Orders, news: TransactionStatusChangedEvent): void {
  const order = orders.find(news.order_id);
  if (order === undefined) throw new Error(`There is no order ${news.order_id}.`);
  if (news.amount !== order.amountCents || news.currency !== order.currency) {
    throw new Error(
      `Order ${order.orderId} costs ${order.amountCents} ${order.currency}, not ${news.amount} ${news.currency}.`,
    );
  }
  if (!order.paymentIds.includes(news.transaction_id)) {
    // The first webhook may overtake the response that names the payment. A payment that we never opened pays for nothing.
    if (!isFinal(news.status)) return;
    throw new Error(`Order ${order.orderId} has no payment ${news.transaction_id}.`);
  }
  if (isPaid(order.status)) return;
  const isOlder = news.timestamp < order.statusAt || (news.timestamp === order.statusAt && isFinal(order.status));
  if (isOlder && !isPaid(news.status)) return;
  orders.put({ ...order, status: news.status, statusAt: news.timestamp });
}

export function isPaid(status: string): boolean {
  return paidStatuses.includes(status);
}

export function isFinal(status: string): boolean {
  return finalStatuses.includes(status);
}
