// After a poll: ends the session, or schedules its next poll (spec/rules.md#polling).
import { claimsMoney, endsSession, type ProviderEvent } from "../domain/evidence.js";
import type { Payment, PaymentAttempt } from "../domain/payment.js";
import { isAbsorbing } from "../domain/payment-state.js";
import { endOfPolling, lateOutcomeMs, planNextPoll } from "../domain/poll-schedule.js";
import { findTransition } from "../domain/transition-graph.js";
import type { Records } from "../storage/port.js";
import type { ApplyEventDependencies } from "./apply-event.js";
import { factsOf } from "./move-payment.js";
import { recordTransition } from "./record-transition.js";
import { retryOnConflict } from "./retry-on-conflict.js";

/**
 * Schedules the next poll of a session, or none. `reported` holds the provider's events in its order; undefined when it did not respond,
 * empty when it has no outcome yet.
 */
export async function concludePoll(
  dependencies: ApplyEventDependencies,
  polled: PaymentAttempt,
  reported: readonly ProviderEvent[] | undefined,
): Promise<void> {
  const hasMoved = await retryOnConflict(dependencies, (records) =>
    concludeIn(dependencies, records, polled, reported),
  );
  if (hasMoved) dependencies.announce(polled.paymentId);
}

async function concludeIn(
  dependencies: ApplyEventDependencies,
  records: Records,
  polled: PaymentAttempt,
  reported: readonly ProviderEvent[] | undefined,
): Promise<boolean> {
  const attempt = await records.attempts.find(polled.attemptId);
  const payment = attempt && (await records.payments.find(attempt.paymentId));
  if (attempt === undefined || payment === undefined) return false;
  const now = dependencies.clock.now();
  const current = await records.attempts.findCurrent(payment.paymentId);
  const isCurrent = current?.attemptId === attempt.attemptId;

  const sessions = (await records.attempts.list(payment.paymentId)).filter(({ sessionId }) => sessionId !== undefined);
  if (isEndedForGood(payment, { isCurrent, isOnly: sessions.length === 1 }, reported)) {
    const nextPollAt = hasEnding(reported) ? endOfPolling(payment.expiresAt) : undefined;
    await records.attempts.update({ ...attempt, status: statusAfterEnd(attempt), nextPollAt });
    return false;
  }
  // A callback was a reason to poll a session that its provider had ended, and there is no new event.
  const isStillEnded =
    reported?.length === 0 && !isInProgress(payment, isCurrent) && (await isLastEventAnEnd(records, attempt));
  const nextPollAt = isStillEnded ? endOfPolling(payment.expiresAt) : planNextPoll(attempt, payment.expiresAt, now);
  const isOverWithoutOutcome =
    reported?.length === 0 &&
    attempt.expiresAt !== undefined &&
    (polled.lastAskedAt ?? 0) > attempt.expiresAt &&
    !isInProgress(payment, isCurrent);
  if (!isOverWithoutOutcome) {
    await records.attempts.update({ ...attempt, nextPollAt });
    return false;
  }
  const isOutcomeStillLikely = now <= (attempt.expiresAt ?? now) + lateOutcomeMs;
  await records.attempts.update({
    ...attempt,
    status: statusAfterEnd(attempt),
    nextPollAt: isOutcomeStillLikely ? nextPollAt : endOfPolling(payment.expiresAt),
  });
  return isCurrent && applySessionEnd(dependencies, records, payment);
}

/**
 * The provider's last event ends the session; or the session has reported its money and the payment is final; or the payment is settled and
 * there is no other session. With another session, money may arrive for both, and the second is a duplicate that needs attention.
 */
function isEndedForGood(
  payment: Payment,
  { isCurrent, isOnly }: { isCurrent: boolean; isOnly: boolean },
  reported: readonly ProviderEvent[] | undefined,
): boolean {
  if (hasEnding(reported)) return !isInProgress(payment, isCurrent);
  if (isAbsorbing(payment.state) && reported?.some(claimsMoney)) return true;
  return payment.state === "settled" && isCurrent && isOnly;
}

function hasEnding(reported: readonly ProviderEvent[] | undefined): boolean {
  const last = reported?.at(-1);
  return last !== undefined && endsSession(last);
}

async function isLastEventAnEnd(records: Records, { attemptId, paymentId }: PaymentAttempt): Promise<boolean> {
  const ofSession = (await records.evidence.list(paymentId)).filter((one) => one.attemptId === attemptId);
  const last = ofSession.sort((left, right) => left.lastAt - right.lastAt).at(-1);
  // Evidence of a session is of its provider's events alone.
  return last !== undefined && endsSession({ type: last.event as ProviderEvent["type"] });
}

/** Whether the attempt was accepted: the money may be in transit, even if the provider's page has ended. */
function isInProgress({ state, isAttemptAccepted }: Payment, isCurrent: boolean): boolean {
  return isCurrent && (state === "submitted" || (state === "unresolved" && isAttemptAccepted));
}

function statusAfterEnd({ status }: PaymentAttempt): PaymentAttempt["status"] {
  return status === "superseded" ? status : "ended";
}

/** Hosted buyers may try again, direct payments expire. Without a matching row in the graph, nothing changes. */
async function applySessionEnd(
  dependencies: ApplyEventDependencies,
  records: Records,
  payment: Payment,
): Promise<boolean> {
  const store = await records.stores.findIncludingDeleted(payment.merchantId);
  // A direct buyer who never reached the bank: the same as the provider's own event for this end (row 16).
  const event = payment.state === "created" ? "provider.session_expired" : "session.ended";
  const row = store && findTransition(payment.state, event, factsOf(payment, store, dependencies.clock.now()));
  if (row === undefined) return false;
  await recordTransition(dependencies, records, {
    before: payment,
    next: { ...payment, state: row.to },
    cause: { event, actor: "clock", reason: row.reason ?? (row.to === "expired" ? "session_expired" : undefined) },
  });
  return true;
}
