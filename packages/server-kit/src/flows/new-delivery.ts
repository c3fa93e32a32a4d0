// A new delivery: due immediately, nothing sent yet (spec/rules.md#events; the row is the outbox).
import type { Delivery } from "../domain/delivery.js";
import { currentTraceParent, currentTraceState } from "../outbound/call-context.js";

export type NewDelivery = Pick<
  Delivery,
  "deliveryId" | "merchantId" | "paymentId" | "event" | "status" | "body" | "path"
> & {
  now: number;
  /** Set for a delivery requested by a person; otherwise a transition caused it. */
  redeliveryOf?: string | undefined;
};

export function newDelivery(facts: NewDelivery): Delivery {
  const { now, redeliveryOf } = facts;
  return {
    deliveryId: facts.deliveryId,
    merchantId: facts.merchantId,
    paymentId: facts.paymentId,
    event: facts.event,
    status: facts.status,
    body: facts.body,
    path: facts.path,
    trigger: redeliveryOf === undefined ? "transition" : "redelivery",
    redeliveryOf,
    state: "pending",
    attemptCount: 0,
    scheduledCount: 0,
    interruptedCount: 0,
    createdAt: now,
    finishedAt: undefined,
    nextAttemptAt: now,
    manualSendAt: undefined,
    traceParent: currentTraceParent(),
    traceState: currentTraceState(),
    claim: undefined,
  };
}
