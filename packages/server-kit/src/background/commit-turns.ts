// Runs the commits of the delivery engine one after the other. A commit that is requested meanwhile runs next, so that it includes what
// happened since the current one began.
import { createRunTurns } from "./run-turns.js";

export interface CommitTurns {
  /** Resolves after one commit that begins after this call, with the number of its claims; commits that find more follow it. */
  run(): Promise<number>;
  /** Runs after this time at the latest. */
  runWithin(delayMs: number): void;
  isRunning(): boolean;
}

export interface Commit {
  claimCount: number;
  /** Whether another commit may find more at once. */
  mayFindMore: boolean;
}

/** @param commit `isRequested`: it does not only follow a commit that may have left something. */
export function createCommitTurns(
  commit: (options: { isRequested: boolean }) => Promise<Commit>,
  report: (error: unknown) => void,
): CommitTurns {
  const turns = createRunTurns();
  let next: Promise<number> | undefined;
  let isRequested = false;
  let unfinished = 0;
  let timer: NodeJS.Timeout | undefined;

  function runNext(): Promise<number> {
    if (next === undefined) {
      unfinished += 1;
      next = turns.inTurn(commitOnce);
    }
    return next;
  }

  async function commitOnce(): Promise<number> {
    next = undefined;
    clearTimeout(timer);
    timer = undefined;
    const options = { isRequested };
    isRequested = false;
    try {
      const { claimCount, mayFindMore } = await commit(options);
      if (mayFindMore) void runNext().catch(report);
      return claimCount;
    } finally {
      unfinished -= 1;
    }
  }

  function run(): Promise<number> {
    isRequested = true;
    return runNext();
  }

  return {
    run,
    runWithin(delayMs) {
      timer ??= setTimeout(() => void run().catch(report), delayMs);
    },
    isRunning: () => unfinished > 0,
  };
}
