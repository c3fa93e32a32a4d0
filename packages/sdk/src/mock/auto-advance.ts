// Advances the mock's clock to the next sleep that is due while clients sleep and nothing else is in progress.
import { setImmediate } from "./platform-timers.js";
import type { SleepSet } from "./sleep-set.js";

export interface AutoAdvance {
  /** To call after each change of the sleeps. */
  changed(): void;
  /** False while the mock works on a call, or a client's attempt is in transit: over HTTP, or to another address. */
  isIdle(): boolean;
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  whileHeld<Result>(work: () => Promise<Result>): Promise<Result>;
  settled(): Promise<void>;
}

export interface AutoAdvanceDependencies {
  sleeps: Pick<SleepSet, "size" | "count" | "nextDue">;
  advanceTo(time: number): Promise<void>;
  isAutomatic: boolean;
}

/** Turns of the event loop without a change after which no promise is expected to continue. */
const quietTurns = 20;

export function createAutoAdvance({ sleeps, advanceTo, isAutomatic }: AutoAdvanceDependencies): AutoAdvance {
  let busyCount = 0;
  let heldCount = 0;
  let changeCount = 0;
  let isRunning = false;

  const isIdle = () => busyCount === 0 && sleeps.count("deadline") <= heldCount;
  const mayAdvance = () => isAutomatic && isIdle() && sleeps.size() > sleeps.count("slow");

  function changed(): void {
    changeCount += 1;
    if (isRunning || !mayAdvance()) return;
    isRunning = true;
    void advanceWhileIdle().finally(() => {
      isRunning = false;
      // A change in the last turn found the loop still running.
      if (mayAdvance()) changed();
    });
  }

  async function advanceWhileIdle(): Promise<void> {
    while (mayAdvance()) {
      if (!(await isQuiet(() => changeCount))) continue;
      const time = sleeps.nextDue();
      if (time !== undefined && mayAdvance()) await advanceTo(time);
    }
  }

  async function counted<Result>(count: (by: 1 | -1) => void, work: () => Promise<Result>): Promise<Result> {
    count(1);
    changed();
    try {
      return await work();
    } finally {
      count(-1);
      changed();
    }
  }

  return {
    changed,
    isIdle,
    during: (work) => counted((by) => (busyCount += by), work),
    whileHeld(work) {
      // The call is inside of `during`; while it is held it does not count as being worked on.
      return counted((by) => {
        heldCount += by;
        busyCount -= by;
      }, work);
    },
    async settled() {
      for (let isDone = false; !isDone; ) isDone = (await isQuiet(() => changeCount)) && isIdle();
    },
  };
}

/** Whether no change happened within `quietTurns` turns of the event loop. */
async function isQuiet(changeCount: () => number): Promise<boolean> {
  const before = changeCount();
  for (let turn = 0; turn < quietTurns; turn += 1) {
    await new Promise((resolve) => setImmediate(() => resolve(undefined)));
    if (changeCount() !== before) return false;
  }
  return true;
}
