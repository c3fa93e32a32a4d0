// Decides whether an attempt is retried, and after which pause. Never retries a request that might be processed twice.
import { stillRunningCode } from "../errors.js";
import { type AttemptResult, isSuccess } from "./attempt.js";
import { readRetryAfterMs } from "./retry-after.js";

export interface RetryRules {
  /** A retry is safe: a read, or a write with an idempotency key. */
  readonly isRepeatable: boolean;
  /** Statuses that are retried for this operation. */
  readonly statuses: readonly number[];
  /** Longest Retry-After that is waited for; a longer one ends the call with its error. */
  readonly maxRetryAfterMs: number;
  /** A number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly now: () => number;
}

export const retriedStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/** The pause before the next attempt, in milliseconds; `undefined` when there is no retry. `retry` is 1 for the first one. */
export function pauseBeforeRetry(result: AttemptResult, retry: number, rules: RetryRules): number | undefined {
  if (!mayRetry(result, rules)) return undefined;
  const retryAfterMs =
    result.response === undefined ? undefined : readRetryAfterMs(result.response.headers, rules.now());
  if (retryAfterMs !== undefined && retryAfterMs > rules.maxRetryAfterMs) return undefined;
  // Full jitter, from 0 to the limit, so that clients that failed together do not retry together.
  const backoffMs = rules.random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));
  return retryAfterMs === undefined || retryAfterMs === 0 ? backoffMs : retryAfterMs;
}

function mayRetry(result: AttemptResult, rules: RetryRules): boolean {
  if (result.fault === "aborted") return false;
  if (result.fault !== undefined) return !result.isFinal && (rules.isRepeatable || !result.isSent);
  if (isCutShort(result)) return rules.isRepeatable;
  const status = result.response.status;
  // The service did not process the request: a retry is safe for a write without a key too.
  if (status === 429) return rules.statuses.includes(429);
  if (status === 409) return rules.isRepeatable && isStillRunning(result.text);
  return rules.isRepeatable && rules.statuses.includes(status);
}

/** A success status with an incomplete JSON document: the rest was lost in transit. */
export function isCutShort({ fault, response, text }: AttemptResult): boolean {
  if (fault !== undefined || !isSuccess(response) || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** A 409 without a code, as of a proxy, counts too. */
function isStillRunning(text: string): boolean {
  const code = /"code"\s*:\s*"?(\w*)/.exec(text)?.[1];
  return code === undefined || code === stillRunningCode;
}
