// The schedule by which a session's provider is polled (spec/rules.md#polling). Gaps grow with the session's age, because an outcome that
// is missing after some minutes seldom comes in the next ones; polling continues while money may still arrive.
import { latePaymentWindowMs } from "./transition-graph.js";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The gap between two polls, by the session's age. */
const gaps: readonly { untilAgeMs: number; gapMs: number }[] = [
  { untilAgeMs: 10 * secondMs, gapMs: 10 * secondMs },
  { untilAgeMs: 40 * secondMs, gapMs: 30 * secondMs },
  { untilAgeMs: 2 * minuteMs, gapMs: minuteMs },
  { untilAgeMs: 5 * minuteMs, gapMs: 2 * minuteMs },
  { untilAgeMs: 15 * minuteMs, gapMs: 5 * minuteMs },
  { untilAgeMs: hourMs, gapMs: 15 * minuteMs },
  { untilAgeMs: 6 * hourMs, gapMs: hourMs },
  { untilAgeMs: 7 * dayMs, gapMs: 6 * hourMs },
  { untilAgeMs: 37 * dayMs, gapMs: dayMs },
];
const longestGapMs = 7 * dayMs;

export const firstPollDelayMs = 10 * secondMs;
/** At most one poll per session within this time, scheduled or on demand. */
export const pollGapMs = 5 * secondMs;
/** Time after `expiresAt` within which the provider may report the expiry itself. */
const expiryMarginMs = 5 * secondMs;
/** A session that has ended may have been paid in its last minute; a transfer over a long weekend is reported days later. */
export const lateOutcomeMs = 10 * dayMs;

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
  const regular = now + gapOf(now - createdAt, pollCount);
  // Polled right after its end, so that no buyer is redirected to an expired page.
  const next = expiresAt !== undefined && now <= expiresAt ? Math.min(regular, expiresAt + expiryMarginMs) : regular;
  return next <= endOfPolling(paymentExpiresAt) ? next : undefined;
}

/**
 * The next poll of a session that its provider has ended: it is not polled by schedule, but until then a callback may still trigger a poll.
 */
export function endOfPolling(paymentExpiresAt: number): number {
  return paymentExpiresAt + latePaymentWindowMs;
}

function gapOf(ageMs: number, pollCount: number): number {
  // The clock was set back: the session's age is unreliable, the number of polls is not.
  if (ageMs < 0) return gaps[pollCount]?.gapMs ?? longestGapMs;
  return gaps.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.gapMs ?? longestGapMs;
}
