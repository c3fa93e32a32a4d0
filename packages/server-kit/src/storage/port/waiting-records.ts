// Everything that waits for a moment which the service chose for itself, seen as one: for a clock that was set back, or was ahead. What waits
// may be a great deal: it moves in slices, between which others work, and a move that was interrupted is taken up again.

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
  /** Whether a move has begun that is not at its end yet, whoever began it. */
  isMoving(): Promise<boolean>;
  /**
   * Begins to move what waits earlier: webhooks and their claims, questions to providers and the leases of opening sessions, mails and
   * what counts into the hour's allowance of them, calls under way, rate-limit buckets. Instants that were promised to somebody (expiry of
   * payments, keys, sessions, stored answers) stay. What is held right now (claims, leases, calls) moves at once; the rest by `moveSlice`.
   * From here on, a moment that anybody writes is one of the clock as it is now, and stays. Returns how many claimed deliveries moved.
   * @throws Error while another move is under way.
   */
  beginMove(shift: ShiftedWait): Promise<number>;
  /**
   * Moves about `limit` of the rows that waited when the move began, each of them once in all. Returns how many deliveries, questions and
   * mails that were; undefined when no move is under way, or none any longer.
   */
  moveSlice(how: { now: number; limit: number }): Promise<number | undefined>;
  /**
   * Brings back what was written as due at once, or soon, by a clock that was ahead: first sends and sends by hand that lie beyond
   * `latest` are due at `now`, first questions about sessions that were opened beyond `latest` after `firstPollDelayMs`. About another
   * session the first question may have been put off on purpose. At most `limit` of each; returns how many it brought back.
   */
  bringBack(bounds: { now: number; latest: number; firstPollDelayMs: number; limit: number }): Promise<number>;
}
