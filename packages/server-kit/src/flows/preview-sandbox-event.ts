// Previews the effect of a provider event on a payment, for the sandbox pages. Nothing is written.
import { receivedCents } from "../domain/arrival.js";
import { interpretProviderEvent, type ProviderEvent } from "../domain/evidence.js";
import type { Payment, PaymentArrival } from "../domain/payment.js";
import { statusOf, type TransactionStatus } from "../domain/payment-state.js";
import type { Store } from "../domain/store.js";
import { findTransition, type PaymentEvent } from "../domain/transition-graph.js";
import { factsOf } from "./move-payment.js";

export interface EventPreview {
  /** False: the event would be recorded and change nothing. */
  isAllowed: boolean;
  /** The status that a webhook would report; undefined when the status would not change and nothing would be sent. */
  announcedStatus: TransactionStatus | undefined;
  currentStatus: TransactionStatus;
}

/** The effect that the event would have on the payment at time `now`, epoch milliseconds. */
export function previewEvent(
  { payment, store, arrivals }: { payment: Payment; store: Store; arrivals: readonly PaymentArrival[] },
  providerEvent: ProviderEvent,
  now: number,
): EventPreview {
  const currentStatus = statusOf(payment.state, store.successStatus);
  const event = eventOf(payment, store, arrivals, providerEvent);
  const row = event && findTransition(payment.state, event, factsOf(payment, store, now));
  if (row === undefined) return { isAllowed: false, announcedStatus: undefined, currentStatus };
  const next = statusOf(row.to, store.successStatus);
  return { isAllowed: true, announcedStatus: next === currentStatus ? undefined : next, currentStatus };
}

function eventOf(
  payment: Payment,
  store: Store,
  arrivals: readonly PaymentArrival[],
  providerEvent: ProviderEvent,
): PaymentEvent | undefined {
  const interpreted = interpretProviderEvent(payment, providerEvent, store.openBankTransfer.confirmationMode);
  if (interpreted.kind === "event") return interpreted.event;
  const sum = receivedCents(payment, arrivals) + (interpreted.amountCents ?? payment.amountCents);
  return sum >= payment.amountCents ? interpreted.fullEvent : interpreted.partEvent;
}
