// The port of background work: what the scheduler needs.

export interface DueWork {
  /** One word, for logs, metrics and `wake`. */
  readonly name: string;
  /** Does everything due by the injected clock, waits for it, and returns how many items it processed. */
  runDue(): Promise<number>;
  /** When something is due next, epoch milliseconds; undefined when nothing is scheduled. */
  nextDue(): Promise<number | undefined>;
  /**
   * For work with slow parts: starts what is due and returns without waiting. May run concurrently with `runDue`.
   * If omitted, the background uses `runDue`, never concurrently.
   */
  startDue?(): Promise<number>;
  /** For periodic work without due times: runs it now, regardless of the last run. */
  runAnyway?(): Promise<number>;
  /** Stops; resolves when nothing is in progress any more. */
  stop?(): Promise<void>;
}
