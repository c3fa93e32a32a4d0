// Runs the commits of the delivery engine one after the other. A commit that is requested meanwhile runs next, so that it includes what
// happened since the current one began.

export interface CommitTurns {
  /** Resolves after the commits that this call has caused, with the number of claims. */
  run(): Promise<number>;
  /** Runs after this time at the latest. */
  runWithin(delayMs: number): void;
  isRunning(): boolean;
}

export function createCommitTurns(commit: () => Promise<number>, report: (error: unknown) => void): CommitTurns {
  let running: Promise<number> | undefined;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  function run(): Promise<number> {
    isWanted = true;
    running ??= runWhileWanted();
    return running;
  }

  async function runWhileWanted(): Promise<number> {
    let count = 0;
    try {
      while (isWanted) {
        isWanted = false;
        clearTimeout(timer);
        timer = undefined;
        count += await commit();
      }
      return count;
    } finally {
      // Here and not in a callback of the promise: a commit requested in between would be lost.
      running = undefined;
    }
  }

  return {
    run,
    runWithin(delayMs) {
      timer ??= setTimeout(() => void run().catch(report), delayMs);
    },
    isRunning: () => running !== undefined,
  };
}
