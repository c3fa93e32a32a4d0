// The one way in which a state is written: the row, its history and the webhook delivery that reports it, in the unit of work
// that the caller holds (spec/rules.md#statuses, 7).
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createStatusChangedBody, statusChangedEvent } from "../domain/event-body.js";
import type { AlertDraft } from "../domain/evidence.js";
import { createUuid } from "../domain/identifiers.js";
import type { Actor, HistoryEntry, Payment } from "../domain/payment.js";
import { isIdle, statusOf } from "../domain/payment-state.js";
import type { Store } from "../domain/store.js";
import type { Records } from "../storage/port.js";
import { newDelivery } from "./new-delivery.js";
import { queueForListeners } from "./queue-for-listeners.js";
import { raiseAlert } from "./raise-alert.js";

export interface TransitionDependencies {
  clock: Clock;
  randomBytes: RandomBytes;
}

export interface TransitionCause {
  event: HistoryEntry["event"];
  actor: Actor;
  reason?: string | undefined;
}

/** Somebody else moved the payment between our read and our write: read again and decide again. */
export class PaymentMovedError extends Error {
  override readonly name = "PaymentMovedError";
}

/** The first transition, (none) -> created. What the caller says of the store is what this unit of work has read. */
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
 * Moves a payment to the state of `next`.
 * @throws PaymentMovedError when the stored version is no longer the one of `before`.
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
    throw new PaymentMovedError(`Payment ${before.paymentId} is past version ${before.version}.`);
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
  return written;
}

/** Settled payments of one order that are named to each other; an order paid more often than that is no order of one buyer. */
const comparedPayments = 10;

/** An order that is paid by two payments may be paid twice: somebody has to look at both (spec/rules.md#arrivals). */
async function compareWithOrder(
  dependencies: TransitionDependencies,
  records: Records,
  settled: Payment,
): Promise<void> {
  const all = await records.payments.listSettledOfOrder(settled, comparedPayments + 1);
  for (const other of all) {
    if (other.paymentId === settled.paymentId) continue;
    await raiseAlert(dependencies, records, settled, otherPaymentPaid(other));
    await raiseAlert(dependencies, records, other, otherPaymentPaid(settled));
  }
}

function otherPaymentPaid({ paymentId, amountCents, currency }: Payment): AlertDraft {
  const detail = `payment ${paymentId} of the same order is paid as well (${amountCents} ${currency})`;
  return { type: "other_payment_of_order_paid", subject: paymentId, detail };
}

/** While the buyer was at the bank, a new call may have taken the payment's slot: who comes back to pending then is superseded. */
async function findSuccessor(records: Records, before: Payment, next: Payment): Promise<Payment | undefined> {
  return isIdle(next.state) && !isIdle(before.state) ? records.payments.findPending(next) : undefined;
}

/**
 * A store without a webhook URL, or a deleted one, has nobody to tell but those who listen to its test payments. Read in this unit: a
 * caller may have looked at it before the unit began, and a delivery queued after the store's deletion would wait for ever.
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
  const listened =
    payment.environment === "test" && mayBeListenedTo
      ? await records.listeners.takeNumber(store.merchantId, now)
      : undefined;
  if (store.webhookUrl === undefined && listened === undefined) return;
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
  await queueForListeners(records, delivery, { number: listened, now });
}
