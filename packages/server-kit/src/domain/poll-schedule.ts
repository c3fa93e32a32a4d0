// The schedule by which a session's provider is polled (spec/rules.md#polling). Gaps grow with the session's age, because an outcome that
// is missing after some minutes seldom comes in the next ones; polling continues while money may still arrive.
import { latePaymentWindowMs } from "./transition-graph.js";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The gap between two polls, by the session's age. */
const gaps: readonly { untilAgeMs: number; gapMs: number }[] = [
  { untilAgeMs: 10 * second, gapMs: 10 * second },
  { untilAgeMs: 40 * second, gapMs: 30 * second },
  { untilAgeMs: 2 * minute, gapMs: minute },
  { untilAgeMs: 5 * minute, gapMs: 2 * minute },
  { untilAgeMs: 15 * minute, gapMs: 5 * minute },
  { untilAgeMs: hour, gapMs: 15 * minute },
  { untilAgeMs: 6 * hour, gapMs: hour },
  { untilAgeMs: 7 * day, gapMs: 6 * hour },
  { untilAgeMs: 37 * day, gapMs: day },
];
const longestGapMs = 7 * day;

export const firstPollDelayMs = 10 * second;
/** At most one poll per session within this time, scheduled or on demand. */
export const pollGapMs = 5 * second;
/** Time after `expiresAt` within which the provider may report the expiry itself. */
const expiryMarginMs = 5 * second;
/** A session that has ended may have been paid in its last minute; a transfer over a long weekend is reported days later. */
export const lateOutcomeMs = 10 * day;

export interface PolledSession {
  createdAt: number;
  /** Polls so far. */
  pollCount: number;
  expiresAt: number | undefined;
}

/**
 * When to poll next; undefined when money can no longer count.
 * @param paymentExpiresAt when the payment's 30 days end.
 */
export function planNextPoll(
  { createdAt, pollCount, expiresAt }: PolledSession,
  paymentExpiresAt: number,
  now: number,
): number | undefined {
  const steady = now + gapOf(now - createdAt, pollCount);
  // Polled right after its end, so that no buyer is redirected to an expired page.
  const next = expiresAt !== undefined && now <= expiresAt ? Math.min(steady, expiresAt + expiryMarginMs) : steady;
  return next <= endOfPolling(paymentExpiresAt) ? next : undefined;
}

/** Planned for a session that its provider has ended: it is not polled by schedule, but until then a callback may still trigger a poll. */
export function endOfPolling(paymentExpiresAt: number): number {
  return paymentExpiresAt + latePaymentWindowMs;
}

function gapOf(ageMs: number, pollCount: number): number {
  // The clock was set back: the session's age is unreliable, the number of polls is not.
  if (ageMs < 0) return gaps[pollCount]?.gapMs ?? longestGapMs;
  return gaps.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.gapMs ?? longestGapMs;
}
