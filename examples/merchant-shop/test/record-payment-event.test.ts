// The state of an order after webhooks in any order, late, invalid and duplicate.
import type { TransactionStatusChangedEvent } from "@payment-sessions/webhook-verifier";
import { expect, test } from "vitest";
import type { Order, Orders } from "../src/orders.js";
import { recordPaymentEvent } from "../src/record-payment-event.js";

const sequences: [string, [status: string, second: number][], string][] = [
  [
    "statuses in order",
    [
      ["pending", 1],
      ["processing", 2],
      ["completed", 3],
    ],
    "completed",
  ],
  [
    "statuses in reverse order",
    [
      ["completed", 3],
      ["processing", 2],
      ["pending", 1],
    ],
    "completed",
  ],
  [
    "a buyer who tries again",
    [
      ["pending", 1],
      ["processing", 2],
      ["pending", 3],
    ],
    "pending",
  ],
  [
    "an old status that arrives late",
    [
      ["processing", 2],
      ["pending", 1],
    ],
    "processing",
  ],
  [
    "two statuses of the same time, the final one first",
    [
      ["failed", 1],
      ["pending", 1],
    ],
    "failed",
  ],
  [
    "money after the expiry",
    [
      ["expired", 2],
      ["completed", 3],
    ],
    "completed",
  ],
  [
    "money that arrives before the expiry is received",
    [
      ["expired", 2],
      ["paid", 1],
    ],
    "paid",
  ],
  [
    "a failure after the money",
    [
      ["completed", 1],
      ["failed", 2],
    ],
    "completed",
  ],
  [
    "a status that this shop does not know",
    [
      ["pending", 1],
      ["under_review", 2],
    ],
    "under_review",
  ],
];

test.each(sequences)("follows %s", (_, received, expected) => {
  const orders = ordersWith({ paymentIds: ["pay_1"] });
  for (const [status, second] of received) recordPaymentEvent(orders, statusChanged(status, { second }));
  expect(orders.find("order-1")?.status).toBe(expected);
});

test("refuses a success of another amount, currency, order or payment", () => {
  const orders = ordersWith({ paymentIds: ["pay_1"] });
  for (const wrong of [{ amount: 1 }, { currency: "USD" }, { order_id: "order-2" }, { transaction_id: "pay_2" }]) {
    expect(() => recordPaymentEvent(orders, { ...statusChanged("completed"), ...wrong })).toThrow();
  }
  expect(orders.find("order-1")?.status).toBe("new");
});

test("accepts a first webhook that arrives before the response with the payment's id", () => {
  const orders = ordersWith({ paymentIds: [] });
  recordPaymentEvent(orders, statusChanged("pending"));
  expect(orders.find("order-1")?.status).toBe("new");
});

function ordersWith(fields: Partial<Order>): Orders {
  const orders = new Map<string, Order>();
  const base = { orderId: "order-1", product: "Tea", amountCents: 1999, currency: "EUR", status: "new", statusAt: "" };
  orders.set("order-1", { ...base, paymentIds: [], ...fields });
  return { find: (id) => orders.get(id), put: (order) => void orders.set(order.orderId, order), close: () => {} };
}

function statusChanged(status: string, { second = 1 } = {}): TransactionStatusChangedEvent {
  const event = "transaction.status_changed";
  return {
    event,
    transaction_id: "pay_1",
    order_id: "order-1",
    status,
    amount: 1999,
    currency: "EUR",
    timestamp: new Date(Date.UTC(2027, 0, 31, 12, 0, second)).toISOString(),
    metadata: {},
    deliveryId: undefined,
    attempt: 1,
    secretIndex: 0,
    body: undefined,
  };
}
