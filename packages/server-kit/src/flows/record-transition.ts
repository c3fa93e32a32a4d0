// The only writer of payment states: writes the row, its history and the webhook delivery that reports it, in the caller's unit of work
// (spec/rules.md#statuses, 7).
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createStatusChangedBody, statusChangedEvent } from "../domain/event-body.js";
import { createUuid } from "../domain/identifiers.js";
import type { Actor, HistoryEntry, Payment } from "../domain/payment.js";
import { isAbsorbing, isIdle, statusOf } from "../domain/payment-state.js";
import type { Store } from "../domain/store.js";
import type { Records } from "../storage/port.js";
import { compareWithOrder } from "./compare-with-order.js";
import { newDelivery } from "./new-delivery.js";
import { queueForListeners } from "./queue-for-listeners.js";
import { reportHeldMoney } from "./report-held-money.js";
import { VersionConflictError } from "./retry-on-conflict.js";

export interface TransitionDependencies {
  clock: Clock;
  randomBytes: RandomBytes;
}

export interface TransitionCause {
  event: HistoryEntry["event"];
  actor: Actor;
  reason?: string | undefined;
}

/**
 * The first transition, (none) -> created. `store` must have been read in this unit of work. `mayBeListenedTo`: false when the store is
 * known to have no listeners, which saves a write.
 */
export async function recordCreation(
  dependencies: TransitionDependencies,
  records: Records,
  payment: Payment,
  store: Store | undefined,
  mayBeListenedTo = true,
): Promise<void> {
  await records.payments.insert(payment);
  await records.payments.appendHistory({
    paymentId: payment.paymentId,
    from: undefined,
    to: payment.state,
    event: "initialize",
    actor: "merchant",
    reason: undefined,
    at: payment.createdAt,
  });
  await queueDelivery(dependencies, records, payment, store, mayBeListenedTo);
}

/**
 * Writes the transition of a payment to `next`.
 * @throws VersionConflictError when the stored version is no longer the one of `before`.
 */
export async function recordTransition(
  dependencies: TransitionDependencies,
  records: Records,
  { before, next, cause }: { before: Payment; next: Payment; cause: TransitionCause },
): Promise<Payment> {
  const now = dependencies.clock.now();
  const supersededBy = next.supersededBy ?? (await findSuccessor(records, before, next))?.paymentId;
  const settledAt = next.state === "settled" ? (before.settledAt ?? now) : undefined;
  const written: Payment = { ...next, supersededBy, settledAt, version: before.version + 1, updatedAt: now };
  if (!(await records.payments.update(written, before.version))) {
    throw new VersionConflictError(`Payment ${before.paymentId} is past version ${before.version}.`);
  }
  await records.payments.appendHistory({
    paymentId: written.paymentId,
    from: before.state,
    to: written.state,
    event: cause.event,
    actor: cause.actor,
    reason: cause.reason,
    at: now,
  });
  if (statusOf(before.state, "completed") !== statusOf(written.state, "completed")) {
    await queueDelivery(dependencies, records, written, await records.stores.find(written.merchantId));
  }
  if (written.state === "settled") await compareWithOrder(dependencies, records, written);
  else if (isAbsorbing(written.state)) await reportHeldMoney(dependencies, records, written);
  return written;
}

/** A new call may have taken the reuse slot while the buyer was at the bank: a payment that returns to pending is then superseded. */
async function findSuccessor(records: Records, before: Payment, next: Payment): Promise<Payment | undefined> {
  return isIdle(next.state) && !isIdle(before.state) ? records.payments.findPending(next) : undefined;
}

/**
 * A deleted store and one without a webhook URL have no deliveries; only listeners of their test payments receive the event. The store must
 * be read in this unit of work: a delivery queued after the store's deletion would wait for ever.
 */
async function queueDelivery(
  { clock, randomBytes }: TransitionDependencies,
  records: Records,
  payment: Payment,
  store: Store | undefined,
  mayBeListenedTo = true,
): Promise<void> {
  if (store === undefined) return;
  const now = clock.now();
  const listenerNumber =
    payment.environment === "test" && mayBeListenedTo
      ? await records.listeners.takeNumber(store.merchantId, now)
      : undefined;
  if (store.webhookUrl === undefined && listenerNumber === undefined) return;
  const delivery = newDelivery({
    deliveryId: createUuid(randomBytes),
    merchantId: store.merchantId,
    paymentId: payment.paymentId,
    event: statusChangedEvent,
    status: statusOf(payment.state, store.successStatus),
    body: createStatusChangedBody(payment, store, now),
    path: store.deliveryPath,
    now,
  });
  if (store.webhookUrl !== undefined) await records.deliveries.insert(delivery);
  await queueForListeners(records, delivery, { number: listenerNumber, now });
}
