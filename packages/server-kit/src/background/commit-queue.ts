// Runs the commits of the delivery engine one after the other. A commit that is requested meanwhile runs next, so that it includes what
// happened since the current one began.
import { createSerialQueue } from "./serial-queue.js";

export interface CommitQueue {
  /** Resolves after one commit that begins after this call, with the number of its claims; commits that find more follow it. */
  run(): Promise<number>;
  /** As `run`, but resolves after the commits that follow as well, with the number of all claims. */
  runAll(): Promise<number>;
  /** Runs after this time at the latest. */
  runWithin(delayMs: number): void;
  isRunning(): boolean;
  /** Resolves when none is running or planned. */
  settled(): Promise<void>;
}

export interface Commit {
  claimCount: number;
  /** Whether another commit may find more at once. */
  mayFindMore: boolean;
}

interface EndedCommit {
  claimCount: number;
  following: Promise<EndedCommit> | undefined;
}

/** @param commit `isRequested`: it does not only follow a commit that may have left something. */
export function createCommitQueue(
  commit: (options: { isRequested: boolean }) => Promise<Commit>,
  report: (error: unknown) => void,
): CommitQueue {
  const queue = createSerialQueue();
  let next: Promise<EndedCommit> | undefined;
  let isRequested = false;
  let unfinished = 0;
  let timer: NodeJS.Timeout | undefined;

  function runNext(): Promise<EndedCommit> {
    if (next === undefined) {
      unfinished += 1;
      next = queue.run(commitOnce);
    }
    return next;
  }

  async function commitOnce(): Promise<EndedCommit> {
    next = undefined;
    clearTimeout(timer);
    timer = undefined;
    const options = { isRequested };
    isRequested = false;
    try {
      const { claimCount, mayFindMore } = await commit(options);
      const following = mayFindMore ? runNext() : undefined;
      following?.catch(report);
      return { claimCount, following };
    } finally {
      unfinished -= 1;
    }
  }

  function request(): Promise<EndedCommit> {
    isRequested = true;
    return runNext();
  }

  async function run(): Promise<number> {
    return (await request()).claimCount;
  }

  return {
    run,
    async runAll() {
      let count = 0;
      for (let commit: Promise<EndedCommit> | undefined = request(); commit !== undefined; ) {
        const { claimCount, following }: EndedCommit = await commit;
        count += claimCount;
        commit = following;
      }
      return count;
    },
    runWithin(delayMs) {
      timer ??= setTimeout(() => void run().catch(report), delayMs);
    },
    isRunning: () => unfinished > 0,
    async settled() {
      while (unfinished > 0) await queue.settled();
    },
  };
}
