// Records of rate limits and one-time forms.
/** Rate limits, shared by all instances: a bucket holds tokens that refill with time. */
export interface CounterRecords {
  find(name: string): Promise<{ value: number; updatedAt: number } | undefined>;
  put(name: string, value: number, updatedAt: number, expiresAt: number): Promise<void>;
  removeExpired(now: number, limit: number): Promise<number>;
}
