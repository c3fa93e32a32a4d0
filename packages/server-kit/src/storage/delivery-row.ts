// Maps a delivery to a row: its claim is four columns, all NULL while unclaimed. Field by field, because with spreads
// V8 creates a new shape for each row.
import type { Delivery } from "../domain/delivery.js";
import type { DeliveryRow } from "./tables.js";

export function toDeliveryRow(delivery: Delivery): DeliveryRow {
  const { claim } = delivery;
  return {
    deliveryId: delivery.deliveryId,
    merchantId: delivery.merchantId,
    paymentId: delivery.paymentId,
    event: delivery.event,
    status: delivery.status,
    body: delivery.body,
    path: delivery.path,
    trigger: delivery.trigger,
    redeliveryOf: delivery.redeliveryOf,
    state: delivery.state,
    attemptCount: delivery.attemptCount,
    scheduledCount: delivery.scheduledCount,
    interruptedCount: delivery.interruptedCount,
    createdAt: delivery.createdAt,
    finishedAt: delivery.finishedAt,
    nextAttemptAt: delivery.nextAttemptAt,
    manualSendAt: delivery.manualSendAt,
    traceParent: delivery.traceParent,
    traceState: delivery.traceState,
    claimToken: claim?.token,
    claimOwner: claim?.owner,
    claimLeaseUntil: claim?.leaseUntil,
    claimIsManual: claim?.isManual,
  };
}

export function fromDeliveryRow(row: DeliveryRow): Delivery {
  return {
    deliveryId: row.deliveryId,
    merchantId: row.merchantId,
    paymentId: row.paymentId,
    event: row.event,
    status: row.status,
    body: row.body,
    path: row.path,
    trigger: row.trigger,
    redeliveryOf: row.redeliveryOf,
    state: row.state,
    attemptCount: row.attemptCount,
    scheduledCount: row.scheduledCount,
    interruptedCount: row.interruptedCount,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    nextAttemptAt: row.nextAttemptAt,
    manualSendAt: row.manualSendAt,
    traceParent: row.traceParent,
    traceState: row.traceState,
    claim: claimOf(row),
  };
}

function claimOf({ claimToken, claimOwner, claimLeaseUntil, claimIsManual }: DeliveryRow): Delivery["claim"] {
  if (claimToken === undefined || claimOwner === undefined || claimLeaseUntil === undefined) return undefined;
  return { token: claimToken, owner: claimOwner, leaseUntil: claimLeaseUntil, isManual: claimIsManual === true };
}
