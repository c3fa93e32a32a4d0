// The changes of a delivery: claimed, completed, interrupted, released, sent manually. Pure functions; the flows store the result
// (spec/rules.md#delivery-rules; our additions: docs/decisions/webhook-delivery.md).
import type { Random } from "./clock.js";
import type { Delivery, DeliveryAttempt } from "./delivery.js";
import { failureSentences, merchantMessage, outcomeWord, type SendOutcome, verdictOf } from "./delivery-outcome.js";
import { maxAttempts, nextDelayMs, parseRetryAfter, scheduleLengthMs } from "./delivery-schedule.js";

/** Consecutive sends interrupted by a crash before the delivery is sent alone, with growing gaps (docs/decisions/webhook-quarantine.md). */
export const quarantineAfter = 5;
const firstGapMs = 60_000;
const longestGapMs = 3_600_000;
/** A delivery is parked only after this many sends alone; not the number of attempts of the schedule. */
const minSendsAlone = 12;

export function isQuarantined({ interruptedCount }: Pick<Delivery, "interruptedCount">): boolean {
  return interruptedCount >= quarantineAfter;
}

export type Claim = NonNullable<Delivery["claim"]>;

/** A claimed delivery and the attempt that is about to be sent. A manual send goes first and does not affect the schedule. */
export function claimDelivery(
  delivery: Delivery,
  { now, token, owner, leaseUntil }: { now: number; token: string; owner: string; leaseUntil: number },
): { delivery: Delivery & { claim: Claim }; attempt: DeliveryAttempt } {
  const isManual = delivery.manualSendAt !== undefined && delivery.manualSendAt <= now;
  const attemptCount = delivery.attemptCount + 1;
  return {
    delivery: {
      ...delivery,
      // A manual send of a finished delivery keeps its previous final state unless the send succeeds.
      state: delivery.state === "pending" ? "sending" : delivery.state,
      attemptCount,
      manualSendAt: isManual ? undefined : delivery.manualSendAt,
      claim: { token, owner, leaseUntil, isManual },
    },
    attempt: startAttempt({ deliveryId: delivery.deliveryId, attempt: attemptCount, isManual, startedAt: now }),
  };
}

/** The attempt record at the start of a send. */
export function startAttempt(
  facts: Pick<DeliveryAttempt, "deliveryId" | "attempt" | "isManual" | "startedAt">,
): DeliveryAttempt {
  return {
    deliveryId: facts.deliveryId,
    attempt: facts.attempt,
    isManual: facts.isManual,
    startedAt: facts.startedAt,
    durationMs: undefined,
    httpStatus: undefined,
    outcome: "started",
    error: undefined,
    responseExcerpt: undefined,
    isTruncated: false,
    responseHeaders: undefined,
  };
}

/** A claim that ends without a send: the delivery is as it was before. */
export function releaseClaim(delivery: Delivery, now: number): Delivery {
  return {
    ...unclaimed(delivery),
    attemptCount: delivery.attemptCount - 1,
    manualSendAt: delivery.claim?.isManual ? now : delivery.manualSendAt,
  };
}

/** The delivery after a send with a result. `now` is the end of the send: the next delay counts from it. */
export function settleSend(
  delivery: Delivery,
  outcome: SendOutcome,
  { now, random }: { now: number; random: Random },
): Delivery {
  if (outcome.kind === "failed" && outcome.reason === "aborted") return interrupted(delivery, now);
  const isManual = delivery.claim?.isManual === true;
  const next: Delivery = { ...unclaimed(delivery), interruptedCount: 0 };
  const verdict = verdictOf(outcome);
  if (verdict === "delivered") return delivery.state === "delivered" ? next : finished(next, "delivered", now);
  if (delivery.state === "parked") return resumeSchedule(next, { now, random });
  if (isManual) return next;

  if (outcome.kind === "failed" && outcome.reason === "internal") {
    return { ...next, nextAttemptAt: now + ownFailureDelayMs(delivery) };
  }
  next.scheduledCount += 1;
  if (verdict === "dead") return finished(next, "dead", now);
  const delayMs = nextDelayMs(next.path, next.scheduledCount, {
    random,
    retryAfterMs: outcome.kind === "responded" ? parseRetryAfter(outcome.retryAfter, now) : undefined,
  });
  return delayMs === undefined ? finished(next, "exhausted", now) : { ...next, nextAttemptAt: now + delayMs };
}

/**
 * The delivery after a send that a crash interrupted; the send is not counted. Due again immediately; in quarantine from `quarantineAfter`
 * in a row, after a gap that doubles up to an hour. Parked when its schedule is over and it was sent alone often enough.
 */
export function interruptSend(delivery: Delivery, now: number): Delivery {
  const next = interrupted(delivery, now);
  next.interruptedCount += 1;
  if (!isQuarantined(next)) return next;
  const sentAlone = next.interruptedCount - quarantineAfter;
  const isOver = next.finishedAt !== undefined;
  if (sentAlone >= minSendsAlone && now - next.createdAt >= scheduleLengthMs(next.path)) {
    return { ...next, state: isOver ? next.state : "parked", nextAttemptAt: undefined, manualSendAt: undefined };
  }
  const at = now + Math.min(firstGapMs * 2 ** sentAlone, longestGapMs);
  return {
    ...next,
    nextAttemptAt: next.nextAttemptAt === undefined ? undefined : Math.max(at, next.nextAttemptAt),
    manualSendAt: next.manualSendAt === undefined ? undefined : at,
  };
}

/** Defers a quarantined delivery that is due while other sends are in flight: it is due again later, unless it is sent alone before. */
export function deferQuarantined(delivery: Delivery, now: number): Delivery {
  const defer = (at: number | undefined) => (at === undefined ? undefined : Math.max(at, now + firstGapMs));
  return { ...delivery, nextAttemptAt: defer(delivery.nextAttemptAt), manualSendAt: defer(delivery.manualSendAt) };
}

/** Makes one more send due now, in any state; a quarantined delivery is still sent alone. */
export function requestManualSend(delivery: Delivery, now: number): Delivery {
  return {
    ...delivery,
    manualSendAt: Math.min(delivery.manualSendAt ?? now, now),
    interruptedCount: Math.min(delivery.interruptedCount, quarantineAfter),
  };
}

/** The attempt's record once its send has a result. */
export function completeAttempt(attempt: DeliveryAttempt, outcome: SendOutcome): DeliveryAttempt {
  const isAborted = outcome.kind === "failed" && outcome.reason === "aborted";
  const response = outcome.kind === "responded" ? outcome : undefined;
  return {
    ...attempt,
    durationMs: Math.round(outcome.durationMs),
    outcome: isAborted ? "interrupted" : outcomeWord(outcome),
    error: merchantMessage(outcome),
    httpStatus: response?.httpStatus ?? attempt.httpStatus,
    responseExcerpt: response?.excerpt ?? attempt.responseExcerpt,
    isTruncated: response?.isTruncated ?? attempt.isTruncated,
    responseHeaders: response?.headers ?? attempt.responseHeaders,
  };
}

/** The attempt's record when a crash interrupted its send. */
export function interruptAttempt(attempt: DeliveryAttempt): DeliveryAttempt {
  return { ...attempt, outcome: "interrupted", error: failureSentences.aborted };
}

/** Whether the delivery has just failed for good: then the merchant gets a mail. */
export function endsInFailure(before: Delivery, after: Delivery): boolean {
  return before.finishedAt === undefined && (after.state === "dead" || after.state === "exhausted");
}

const firstOwnFailureDelayMs = 60_000;
const longestOwnFailureDelayMs = 15 * 60_000;

/** A send that failed for an internal reason does not count against the schedule; gaps grow up to 15 minutes. */
function ownFailureDelayMs({ attemptCount, scheduledCount }: Delivery): number {
  const doublings = Math.min(10, Math.max(0, attemptCount - scheduledCount - 1));
  return Math.min(firstOwnFailureDelayMs * 2 ** doublings, longestOwnFailureDelayMs);
}

function interrupted(delivery: Delivery, now: number): Delivery {
  return { ...unclaimed(delivery), manualSendAt: delivery.claim?.isManual ? now : delivery.manualSendAt };
}

function unclaimed(delivery: Delivery): Delivery {
  return { ...delivery, state: delivery.state === "sending" ? "pending" : delivery.state, claim: undefined };
}

function finished(delivery: Delivery, state: "delivered" | "dead" | "exhausted", now: number): Delivery {
  return { ...delivery, state, finishedAt: now, nextAttemptAt: undefined };
}

/** A parked delivery whose manual send had any result leaves quarantine: its schedule continues where it stopped. */
function resumeSchedule(delivery: Delivery, { now, random }: { now: number; random: Random }): Delivery {
  const scheduledCount = Math.min(delivery.scheduledCount, maxAttempts(delivery.path) - 1);
  const delayMs = nextDelayMs(delivery.path, Math.max(1, scheduledCount), { random, retryAfterMs: undefined }) ?? 0;
  return { ...delivery, state: "pending", nextAttemptAt: now + delayMs };
}
