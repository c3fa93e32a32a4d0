// Creates an order, initializes its payment, and redirects the buyer to the checkout page.
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { PaymentSessions } from "@payment-sessions/sdk";
import type { Activity } from "./activity.js";
import type { Product } from "./catalogue.js";
import type { Order, Orders } from "./orders.js";
import { reportCall } from "./report.js";

export interface CheckoutDependencies {
  payments: PaymentSessions;
  merchantId: string;
  orders: Orders;
  /** The store's URL for buyers, without a slash at the end. */
  publicUrl: string;
  activity: Activity;
}

export async function buy(
  dependencies: CheckoutDependencies,
  { name, amountCents, currency }: Product,
  response: ServerResponse,
): Promise<void> {
  const order: Order = {
    // Random, because it gives access to the order page; short enough for a bank statement.
    orderId: `T${randomBytes(8).toString("hex")}`,
    product: name,
    amountCents,
    currency,
    paymentIds: [],
    status: "new",
    statusAt: "",
  };
  dependencies.orders.put(order);
  await redirectToCheckout(dependencies, order, response);
}

export async function redirectToCheckout(
  { payments, merchantId, orders, publicUrl, activity }: CheckoutDependencies,
  order: Order,
  response: ServerResponse,
): Promise<void> {
  const { orderId, amountCents, currency, product } = order;
  const request = {
    merchantId,
    orderId,
    amountCents,
    currency,
    returnUrl: `${publicUrl}/orders/${orderId}`,
    metadata: { product },
  };
  const call = await payments.sessions.initialize(request).withResponse();
  const session = call.data;
  reportCall(activity, request, call);
  // Read again: a webhook may have changed the order meanwhile. Stored before the buyer is redirected.
  const current = orders.find(orderId) ?? order;
  if (!current.paymentIds.includes(session.paymentId)) {
    orders.put({ ...current, paymentIds: [...current.paymentIds, session.paymentId] });
  }
  response.writeHead(303, { location: session.handoffUrl, "cache-control": "no-store" }).end();
}

/** For display only: undefined on an error, which must not replace the page. */
export async function readProgress(payments: PaymentSessions, paymentId: string): Promise<string | undefined> {
  try {
    const { status } = await payments.sessions.status(paymentId, { timeoutMs: 2000, maxRetries: 0 });
    return status;
  } catch {
    return undefined;
  }
}
