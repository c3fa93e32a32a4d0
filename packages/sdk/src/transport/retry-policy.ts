// May this attempt be repeated, and after which pause? Never a request that might be carried out twice.
import type { AttemptResult } from "./attempt.js";
import { readRetryAfterMs } from "./retry-after.js";

export interface RetryRules {
  /** Repeating cannot do anything twice: a read, or a write under an idempotency key. */
  readonly repeatable: boolean;
  /** Statuses that mean "later, perhaps" for this operation. */
  readonly statuses: readonly number[];
  /** Longest pause that a Retry-After may ask for; beyond it the error is reported at once. */
  readonly maxRetryAfterMs: number;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly now: () => number;
}

export const retriedStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/** The pause before the next attempt, or `undefined` when there must be none. `retry` is 1 for the first repetition. */
export function pauseBeforeRetry(result: AttemptResult, retry: number, rules: RetryRules): number | undefined {
  if (!mayRepeat(result, rules)) return undefined;
  const askedMs = result.response === undefined ? undefined : readRetryAfterMs(result.response.headers, rules.now());
  if (askedMs !== undefined && askedMs > rules.maxRetryAfterMs) return undefined;
  // Full jitter: anything from nothing to the ceiling, so that callers who failed together do not come back together.
  const backoffMs = rules.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));
  return askedMs === undefined || askedMs === 0 ? backoffMs : askedMs;
}

function mayRepeat(result: AttemptResult, rules: RetryRules): boolean {
  if (result.fault === "aborted") return false;
  if (result.fault !== undefined && result.isFinal) return false;
  if (result.fault !== undefined) return rules.repeatable || !result.sent;
  if (isCutShort(result)) return rules.repeatable;
  const status = result.response.status;
  // The service says that it did not act; also safe for a write without a key.
  if (status === 429) return rules.statuses.includes(429);
  if (status === 409) return rules.repeatable && isStillRunning(result.text);
  return rules.repeatable && rules.statuses.includes(status);
}

/** A good status with the beginning of a JSON document: the rest was lost on the way, as a whole response may be. */
export function isCutShort({ fault, response, text }: AttemptResult): boolean {
  if (fault !== undefined || response?.ok !== true || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** The first attempt under this idempotency key has not ended yet: the response will be there in a moment. */
function isStillRunning(text: string): boolean {
  return /"code"\s*:\s*"IDEMPOTENCY_IN_PROGRESS"/.test(text) || !/"code"\s*:/.test(text);
}
