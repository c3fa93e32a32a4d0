// The port of background work: the methods that the scheduler requires.

export interface DueWork {
  /** One word, for logs, metrics and `wake`. */
  readonly name: string;
  /** Processes every item due by the injected clock, waits for completion, and returns how many it processed. */
  runDue(): Promise<number>;
  /** When something is due next, epoch milliseconds; undefined when nothing is scheduled. */
  nextDue(): Promise<number | undefined>;
  /**
   * For work with slow parts: starts the due items and returns without waiting. May run concurrently with `runDue`.
   * If omitted, the background uses `runDue`, never concurrently.
   */
  startDue?(): Promise<number>;
  /**
   * For work without due times. Where several instances share the storage, one of them calls `run` once in each interval; otherwise `runDue`
   * and `nextDue` keep to the interval.
   */
  readonly periodic?: { everyMs: number; run(): Promise<number> };
  /** Stops; resolves when no item is in progress. */
  stop?(): Promise<void>;
}
