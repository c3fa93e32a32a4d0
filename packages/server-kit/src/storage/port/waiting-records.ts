// Everything that waits for a moment which the service chose for itself, seen as one: for a clock that was set back, or was ahead.

/** The setting that every storage keeps the latest moment under. */
export const latestMomentName = "clock.latest_moment";

export interface ShiftedWait {
  /** By how much the clock went back, in milliseconds. */
  byMs: number;
  /** The latest moment before it did, by the clock as it was then. */
  latest: number;
}

export interface WaitingRecords {
  /** The latest moment at which any instance has looked for work; undefined on a new database. */
  latestMoment(): Promise<number | undefined>;
  keepLatestMoment(now: number): Promise<void>;
  /**
   * Moves what waits earlier: webhooks and their claims, questions to providers and the leases of opening sessions, mails and what
   * counts into the hour's allowance of them, calls under way, rate-limit buckets. Instants that were promised to somebody (expiry of
   * payments, keys, sessions, stored answers) stay. Returns how many deliveries, questions and mails it moved.
   */
  moveEarlier(shift: ShiftedWait): Promise<number>;
  /**
   * Brings back what was written as due at once, or soon, by a clock that was ahead: first sends and sends by hand that lie beyond
   * `latest` are due at `now`, first questions about sessions that were opened beyond `latest` after `firstPollDelayMs`. About another
   * session the first question may have been put off on purpose. Returns how many it brought back.
   */
  bringBack(bounds: { now: number; latest: number; firstPollDelayMs: number }): Promise<number>;
}
