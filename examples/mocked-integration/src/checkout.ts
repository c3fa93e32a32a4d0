// A minimal checkout of a store that handles money correctly.
import { isPaymentSessionsError, type PaymentSessions } from "@payment-sessions/sdk";
import { memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/fetch";

export interface Order {
  orderId: string;
  amountCents: number;
  /** `unclear`: a payment may have been created; the next attempt finds it if it was. */
  state: "new" | "waiting" | "unclear" | "paid" | "failed";
  /** Number of webhooks that changed it. */
  changes: number;
}

export type Handoff = { redirectTo: string } | { message: string };

export interface CheckoutOptions {
  payments: PaymentSessions;
  merchantId: string;
  webhookSecret: string;
}

export function createCheckout({ payments, merchantId, webhookSecret }: CheckoutOptions) {
  const orders = new Map<string, Order>();

  return {
    orders,

    /** Creates a payment for the order; returns the redirect or a message for the buyer. */
    async pay(order: Order): Promise<Handoff> {
      if (isPaid(order)) return { message: "This order is paid already." };
      orders.set(order.orderId, order);
      try {
        const { orderId, amountCents } = order;
        const session = await payments.sessions.initialize({ merchantId, orderId, amountCents, currency: "EUR" });
        // A webhook may have arrived before the response.
        if (!isPaid(order)) order.state = "waiting";
        return { redirectTo: session.handoffUrl };
      } catch (error) {
        if (!isPaymentSessionsError(error)) throw error;
        if (error.outcome === "unknown") order.state = "unclear";
        return {
          message: `The payment could not be started (${error.code}). You have not been charged; please try again.`,
        };
      }
    },

    /** Only webhooks decide the state of an order. */
    webhooks: receiveWebhooks({
      secret: webhookSecret,
      dedupe: memoryDedupeStore(),
      onEvent(event) {
        if (event.event !== "transaction.status_changed") return;
        const order = orders.get(event.order_id);
        if (order === undefined || isPaid(order)) return;
        order.changes += 1;
        if (["completed", "paid"].includes(event.status)) order.state = "paid";
        if (["failed", "cancelled", "expired"].includes(event.status)) order.state = "failed";
      },
    }),
  };
}

function isPaid(order: Order): boolean {
  return order.state === "paid";
}
