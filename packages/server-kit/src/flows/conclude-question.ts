// After a question: is the session over, and when is it asked about next? (spec/rules.md#questions)
import type { ProviderEvent } from "../domain/evidence.js";
import type { Payment, PaymentAttempt } from "../domain/payment.js";
import { isAbsorbing } from "../domain/payment-state.js";
import { lateWordMs, nextQuestionAt } from "../domain/question-plan.js";
import { findTransition, latePaymentWindowMs } from "../domain/transition-graph.js";
import type { Records } from "../storage/port.js";
import type { ApplyEventDependencies } from "./apply-event.js";
import { factsOf } from "./move-payment.js";
import { PaymentMovedError, recordTransition } from "./record-transition.js";

/** `provider.abandoned` is none of them: who walked away may come back and pay. */
const endings: readonly ProviderEvent["type"][] = [
  "provider.rejected",
  "provider.cancelled",
  "provider.session_expired",
];
const money: readonly ProviderEvent["type"][] = ["provider.success", "settlement.confirmed", "settlement.partial"];
const maxRounds = 10;

/**
 * Plans the next question about a session, or none. `told` is what the provider said, in its order; undefined when it did not answer,
 * empty when it knows nothing yet.
 */
export async function concludeQuestion(
  dependencies: ApplyEventDependencies,
  asked: PaymentAttempt,
  told: readonly ProviderEvent[] | undefined,
): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      const hasMoved = await dependencies.storage.write((records) => concludeIn(dependencies, records, asked, told));
      if (hasMoved) dependencies.announce(asked.paymentId);
      return;
    } catch (error) {
      if (!(error instanceof PaymentMovedError) || round === maxRounds) throw error;
    }
  }
}

async function concludeIn(
  dependencies: ApplyEventDependencies,
  records: Records,
  asked: PaymentAttempt,
  told: readonly ProviderEvent[] | undefined,
): Promise<boolean> {
  const attempt = await records.attempts.find(asked.attemptId);
  const payment = attempt && (await records.payments.find(attempt.paymentId));
  if (attempt === undefined || payment === undefined) return false;
  const now = dependencies.clock.now();
  const current = await records.attempts.findCurrent(payment.paymentId);
  const isCurrent = current?.attemptId === attempt.attemptId;

  const sessions = (await records.attempts.list(payment.paymentId)).filter(({ sessionId }) => sessionId !== undefined);
  if (isEndedForGood(payment, { isCurrent, isOnly: sessions.length === 1 }, told)) {
    await records.attempts.update({ ...attempt, status: statusAfterEnd(attempt), nextPollAt: undefined });
    return false;
  }
  const nextPollAt = nextQuestionAt(attempt, payment.expiresAt, now);
  const isSilentlyOver =
    told?.length === 0 &&
    attempt.expiresAt !== undefined &&
    (asked.lastAskedAt ?? 0) > attempt.expiresAt &&
    !isUnderWay(payment, isCurrent);
  if (!isSilentlyOver) {
    await records.attempts.update({ ...attempt, nextPollAt });
    return false;
  }
  const isWordStillLikely = now <= (attempt.expiresAt ?? now) + lateWordMs;
  await records.attempts.update({
    ...attempt,
    status: statusAfterEnd(attempt),
    // Not undefined: a callback is still a reason to ask.
    nextPollAt: isWordStillLikely ? nextPollAt : payment.expiresAt + latePaymentWindowMs,
  });
  return isCurrent && moveOn(dependencies, records, payment);
}

/**
 * The provider's last word is an end; or the session has told its money and the payment is at its end; or the payment is settled and
 * there is no other session. Where there is another one, money of both may come, and the second is a duplicate that somebody has to see.
 */
function isEndedForGood(
  payment: Payment,
  { isCurrent, isOnly }: { isCurrent: boolean; isOnly: boolean },
  told: readonly ProviderEvent[] | undefined,
): boolean {
  const last = told?.at(-1);
  if (last !== undefined && endings.includes(last.type)) return !isUnderWay(payment, isCurrent);
  if (isAbsorbing(payment.state) && told?.some(({ type }) => money.includes(type))) return true;
  return payment.state === "settled" && isCurrent && isOnly;
}

/** Accepted before: the money may be on its way whatever became of the page. */
function isUnderWay({ state }: Payment, isCurrent: boolean): boolean {
  return isCurrent && state === "submitted";
}

function statusAfterEnd({ status }: PaymentAttempt): PaymentAttempt["status"] {
  return status === "superseded" ? status : "ended";
}

/** Hosted buyers may try again, direct payments expire. Nothing moves where the graph has no such row. */
async function moveOn(dependencies: ApplyEventDependencies, records: Records, payment: Payment): Promise<boolean> {
  const store = await records.stores.findEvenDeleted(payment.merchantId);
  // A direct buyer who was never seen at the bank: what the bank's own word for this end does there (row 16).
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
