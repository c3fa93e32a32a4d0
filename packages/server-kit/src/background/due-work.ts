// What the scheduler asks of everything that happens by time.

export interface DueWork {
  /** One word, for logs, metrics and `wake`. */
  readonly name: string;
  /** Does all that is due by the injected clock, waits for what it started, and returns how many things it did. */
  runDue(): Promise<number>;
  /** The next moment (epoch milliseconds) at which something falls due; undefined when nothing is planned. */
  nextDue(): Promise<number | undefined>;
  /**
   * For work whose parts may be slow: starts what is due and returns without waiting for its end. May run beside `runDue`.
   * Left out, the background uses `runDue`, never twice at once.
   */
  startDue?(): Promise<number>;
  /** For work that is done from time to time and not when something falls due: does it now, whenever it was done last. */
  runAnyway?(): Promise<number>;
  /** Ends what is under way; resolves when nothing of it runs any more. */
  stop?(): Promise<void>;
}
