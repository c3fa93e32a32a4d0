// Receives webhooks: verifies, records what they change, and shows them in the strip beside the order page.
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type DedupeStore, memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/http";
import type { Activity } from "./activity.js";
import type { Orders } from "./orders.js";
import { recordPaymentEvent } from "./record-payment-event.js";
import { reportWebhook } from "./report.js";

export interface WebhookDependencies {
  webhookSecret: string;
  orders: Orders;
  activity: Activity;
  dedupe?: DedupeStore;
  log?: (message: string, error: unknown) => void;
}

export function createWebhookReceiver({ webhookSecret, orders, activity, dedupe, log }: WebhookDependencies) {
  /** For the strip only: the receiver has verified it before `onEvent` is called. */
  const currentSignature = new AsyncLocalStorage<string>();
  const receive = receiveWebhooks({
    secret: webhookSecret,
    dedupe: dedupe ?? memoryDedupeStore(),
    onEvent(event) {
      // Events of later versions are acknowledged and change nothing here.
      if (event.event !== "transaction.status_changed") return;
      const before = orders.find(event.order_id)?.status;
      recordPaymentEvent(orders, event);
      const after = orders.find(event.order_id)?.status;
      reportWebhook(activity, event, { before, after, signature: currentSignature.getStore() });
    },
    ...(log && { log }),
  });
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    currentSignature.run(String(request.headers["x-service-signature"]), () => receive(request, response));
}
