// All rows that wait for a time chosen by the service, for moving them when the clock was set back or was ahead. Rows
// move in slices, with other units of work in between, and an interrupted move is resumed.

/** The setting under which every storage keeps the latest time. */
export const latestMomentName = "clock.latest_moment";

export interface ShiftedWait {
  /** How far the clock went back, in milliseconds. */
  byMs: number;
  /** The latest time before that, by the earlier clock. */
  latest: number;
}

export interface WaitingRecords {
  /** The latest time at which any instance looked for work; undefined on a new database. */
  latestMoment(): Promise<number | undefined>;
  keepLatestMoment(now: number): Promise<void>;
  /** Whether a move is in progress, started by any instance. */
  isMoving(): Promise<boolean>;
  /**
   * Begins to move waiting rows to earlier times: webhooks and their claims, polls and the leases of opening sessions, mails and
   * their hourly limits, calls in progress, rate-limit buckets. Published times (expiry of
   * payments, keys, sessions, stored responses) are kept. Held claims, leases and calls move at once; the rest by `moveSlice`.
   * Times written from now on are of the current clock, and are kept. Returns how many claimed deliveries moved.
   * @throws Error while another move is in progress.
   */
  beginMove(shift: ShiftedWait): Promise<number>;
  /**
   * Moves about `limit` of the rows that waited when the move began, each exactly once. Returns how many deliveries, polls and
   * mails moved; undefined when no move is in progress any more.
   */
  moveSlice(how: { now: number; limit: number }): Promise<number | undefined>;
  /**
   * Corrects rows that a clock that was ahead wrote as due at once or soon: first and manual sends beyond
   * `latest` are due at `now`, first polls of sessions opened beyond `latest` after `firstPollDelayMs`. The first poll of other
   * sessions may have been deferred on purpose. At most `limit` of each; returns how many it corrected.
   */
  correctTimesAhead(bounds: { now: number; latest: number; firstPollDelayMs: number; limit: number }): Promise<number>;
}
