// Records of rate limits and one-time forms.
/**
 * Counters by name, shared by all instances. The value of a rate limit is the number of tokens left, which refill with time; a form that
 * was used has the value 1. Times are epoch milliseconds.
 */
export interface CounterRecords {
  find(name: string): Promise<{ value: number; updatedAt: number } | undefined>;
  put(name: string, value: number, updatedAt: number, expiresAt: number): Promise<void>;
  /** Deletes counters whose `expiresAt` has passed, at most `limit`; returns how many. */
  removeExpired(now: number, limit: number): Promise<number>;
}
