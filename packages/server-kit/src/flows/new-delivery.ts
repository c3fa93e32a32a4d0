// A new delivery: due immediately, nothing sent yet, with the trace of the call that creates it (spec/rules.md#events). The row is the
// outbox.
import type { Delivery } from "../domain/delivery.js";
import { currentTraceParent, currentTraceState } from "../outbound/call-context.js";

export type NewDelivery = Pick<
  Delivery,
  "deliveryId" | "merchantId" | "paymentId" | "event" | "status" | "body" | "path"
> & {
  now: number;
  /** The delivery that a person resent. Undefined: a transition caused this one. */
  redeliveryOf?: string | undefined;
};

export function newDelivery(input: NewDelivery): Delivery {
  const { now, redeliveryOf } = input;
  return {
    deliveryId: input.deliveryId,
    merchantId: input.merchantId,
    paymentId: input.paymentId,
    event: input.event,
    status: input.status,
    body: input.body,
    path: input.path,
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
