// Looks up an event in the transition graph and writes the next state, in the caller's unit of work.
import type { Actor, Payment } from "../domain/payment.js";
import type { PaymentState } from "../domain/payment-state.js";
import { endOfPolling } from "../domain/poll-schedule.js";
import type { Store } from "../domain/store.js";
import { findTransition, type PaymentEvent, type TransitionFacts } from "../domain/transition-graph.js";
import type { Records } from "../storage/port.js";
import { recordTransition, type TransitionDependencies } from "./record-transition.js";

export interface IncomingEvent {
  event: PaymentEvent;
  actor: Actor;
  reason?: string | undefined;
  /** Fields that change with the state, such as the method that the buyer chose. */
  changes?: Partial<
    Pick<Payment, "paymentMethod" | "requestedMethod" | "attemptCount" | "isAttemptAccepted" | "claimedPaidAt">
  >;
}

export type MoveResult =
  | { kind: "moved"; payment: Payment; from: PaymentState }
  /** The payment already has the state that the event leads to, or its money was counted without a transition. */
  | { kind: "unchanged"; payment: Payment }
  /** The graph has no such row; nothing moved. */
  | { kind: "not_allowed"; payment: Payment };

/** @throws VersionConflictError when another writer changed the payment meanwhile: run the unit of work again. */
export async function movePayment(
  dependencies: TransitionDependencies,
  records: Records,
  payment: Payment,
  store: Store,
  { event, actor, reason, changes }: IncomingEvent,
): Promise<MoveResult> {
  const row = findTransition(payment.state, event, factsOf(payment, store, dependencies.clock.now()));
  if (row === undefined) return { kind: "not_allowed", payment };
  const next: Payment = { ...payment, ...changes, state: row.to };
  if (row.to === payment.state && !differs(payment, changes)) return { kind: "unchanged", payment };
  const written = await recordTransition(dependencies, records, {
    before: payment,
    next,
    cause: { event, actor, reason: reason ?? row.reason },
  });
  if (isAtProvider(payment.state) && row.to === "opened") await endCurrentAttempt(records, payment, event);
  return { kind: "moved", payment: written, from: payment.state };
}

function isAtProvider(state: PaymentState): boolean {
  return state === "at_provider" || state === "unresolved";
}

/** The next attempt requires a new session. One that the buyer only left may still be paid, so it is still polled. */
async function endCurrentAttempt(
  records: Records,
  { paymentId, expiresAt }: Payment,
  event: PaymentEvent,
): Promise<void> {
  const attempt = await records.attempts.findCurrent(paymentId);
  if (attempt === undefined) return;
  const mayReturn = event === "buyer.back" || event === "provider.abandoned";
  const nextPollAt = mayReturn ? attempt.nextPollAt : endOfPolling(expiresAt);
  await records.attempts.update({ ...attempt, status: "ended", nextPollAt });
}

function differs(payment: Payment, changes: IncomingEvent["changes"] = {}): boolean {
  // `changes` has only fields of Payment.
  return (Object.keys(changes) as (keyof typeof changes)[]).some((field) => payment[field] !== changes[field]);
}

/** The facts that the guards of the graph use. */
export function factsOf(payment: Payment, store: Store, now: number): TransitionFacts {
  return {
    checkoutMode: payment.checkoutMode,
    confirmationMode: store.openBankTransfer.confirmationMode,
    currency: payment.currency,
    attemptCount: payment.attemptCount,
    isAttemptAccepted: payment.isAttemptAccepted,
    now,
    expiresAt: payment.expiresAt,
  };
}
