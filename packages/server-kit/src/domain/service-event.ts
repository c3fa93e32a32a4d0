// Events for a host's listeners in the same process; emitted after the commit.
import type { DeliveryState } from "./delivery.js";
import type { Environment } from "./environment.js";
import type { HistoryEntry } from "./payment.js";
import type { PaymentState } from "./payment-state.js";

/** A payment was created (`from` is undefined) or moved from one state to another. Amounts in minor units, times in epoch milliseconds. */
export interface PaymentTransitionEvent {
  paymentId: string;
  merchantId: string;
  environment: Environment;
  orderId: string;
  amountCents: number;
  currency: string;
  from: PaymentState | undefined;
  to: PaymentState;
  /** The event that caused it, such as `settlement.confirmed`; `initialize` for the first. */
  event: HistoryEntry["event"];
  actor: HistoryEntry["actor"];
  reason: string | undefined;
  at: number;
}

/** An alert was raised on a payment, or marked as handled. */
export interface AlertEvent {
  alertId: string;
  paymentId: string;
  merchantId: string;
  environment: Environment;
  type: string;
  at: number;
}

/**
 * A webhook delivery ended: `delivered`, or a state in which it is not retried automatically. Emitted again when a later
 * resend succeeds, but not when it fails; not emitted for deliveries that are cancelled with their store.
 */
export interface WebhookEndedEvent {
  deliveryId: string;
  paymentId: string;
  merchantId: string;
  event: string;
  /** The status that the webhook reports. */
  status: string;
  state: DeliveryState;
  attemptCount: number;
  at: number;
}

/** All events by name. */
export interface ServiceEvents {
  "payment.transition": PaymentTransitionEvent;
  "alert.raised": AlertEvent;
  "alert.resolved": AlertEvent;
  "webhook.ended": WebhookEndedEvent;
}

export type ServiceEventName = keyof ServiceEvents;

export const serviceEventNames: readonly ServiceEventName[] = [
  "payment.transition",
  "alert.raised",
  "alert.resolved",
  "webhook.ended",
];
