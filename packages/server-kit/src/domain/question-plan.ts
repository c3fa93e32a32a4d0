// When is a provider next asked what became of a session? (spec/rules.md#questions) Gaps grow with the session's age,
// because what did not happen in the first minutes seldom happens in the next; they never end while money may still come.
import { latePaymentWindowMs } from "./transition-graph.js";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Up to which age which gap applies. */
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

export const firstQuestionDelayMs = 10 * second;
/** One question per session within this time, however many ask for it. */
export const questionGapMs = 5 * second;
/** After `expiresAt` the provider gets this long to notice it too. */
const expiryMarginMs = 5 * second;
/** A session that is over may still have been paid in its last minute: a transfer over a long weekend is told days later. */
export const lateWordMs = 10 * day;

export interface AskedSession {
  createdAt: number;
  /** Questions so far. */
  pollCount: number;
  expiresAt: number | undefined;
}

/**
 * The next moment to ask, undefined when money can no longer count.
 * @param paymentExpiresAt when the payment's 30 days end.
 */
export function nextQuestionAt(
  { createdAt, pollCount, expiresAt }: AskedSession,
  paymentExpiresAt: number,
  now: number,
): number | undefined {
  const steady = now + gapOf(now - createdAt, pollCount);
  // Asked right after its end, so that nobody is led to an address that is dead.
  const next = expiresAt !== undefined && now <= expiresAt ? Math.min(steady, expiresAt + expiryMarginMs) : steady;
  return next <= paymentExpiresAt + latePaymentWindowMs ? next : undefined;
}

function gapOf(ageMs: number, pollCount: number): number {
  // The clock was set back: the session's age says nothing, the number of questions does.
  if (ageMs < 0) return gaps[pollCount]?.gapMs ?? longestGapMs;
  return gaps.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.gapMs ?? longestGapMs;
}
