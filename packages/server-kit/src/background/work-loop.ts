// The loop of one kind of background work: processes what is due, then pauses until more is due, it is woken, or the longest pause has elapsed.
import type { Clock, Logger } from "../domain/clock.js";
import type { DueWork } from "./due-work.js";
import { createInterruptiblePause } from "./interruptible-pause.js";
import { createSerialQueue } from "./serial-queue.js";

export interface WorkLoop {
  readonly name: string;
  /** Runs until `end`; errors of the work are logged, and it is run again after the longest pause. */
  run(): Promise<void>;
  /** Processes the items due now and waits for completion; returns how many it processed. */
  runOnce(): Promise<number>;
  /** Ends the pause, because something may be due now. */
  wake(): void;
  end(): void;
  /** Resolves when no run is in progress. */
  settled(): Promise<unknown>;
}

export interface WorkLoopDependencies {
  clock: Clock;
  logger: Logger;
  maxSleepMs: number;
  onLateness?: ((work: string, latenessMs: number) => void) | undefined;
}

/** Pause while something is due that cannot be processed yet (an endpoint at its cap, a disabled store). */
const blockedSleepMs = 200;

export function createWorkLoop(
  { clock, logger, maxSleepMs, onLateness }: WorkLoopDependencies,
  work: DueWork,
): WorkLoop {
  let isWoken = false;
  let isEnded = false;
  const pause = createInterruptiblePause();
  /** Works without `startDue` never run concurrently with themselves. */
  const queue = createSerialQueue();
  const runOnce = () => (work.startDue ? work.runDue() : queue.run(() => work.runDue()));
  const start = () => (work.startDue ? work.startDue() : runOnce());

  /** Pauses until the next item is due, at most `maxSleepMs`, and reports how late that was. */
  async function sleep(): Promise<void> {
    const { pauseMs, plannedAt } = nextPause(await work.nextDue(), clock.now(), maxSleepMs);
    await sleepFor(pauseMs);
    if (plannedAt !== undefined) onLateness?.(work.name, Math.max(0, clock.now() - plannedAt));
  }

  async function sleepFor(ms: number): Promise<void> {
    if (!isWoken && !isEnded) await pause.wait(ms);
  }

  function wake(): void {
    if (isWoken) return;
    isWoken = true;
    // Merges all calls of this turn, and never runs inside the caller's unit of work.
    setImmediate(pause.interrupt);
  }

  return {
    name: work.name,
    runOnce,
    settled: queue.settled,
    wake,
    end() {
      isEnded = true;
      wake();
    },
    async run() {
      while (!isEnded) {
        isWoken = false;
        try {
          if ((await start()) > 0) await new Promise((resolve) => setImmediate(resolve));
          else await sleep();
        } catch (error) {
          logger.error({ err: error, work: work.name }, "background work failed; retrying");
          isWoken = false;
          await sleepFor(maxSleepMs);
        }
      }
    },
  };
}

/** The length of the next pause, and the scheduled time if the pause ends with it. */
function nextPause(
  next: number | undefined,
  now: number,
  maxSleepMs: number,
): { pauseMs: number; plannedAt: number | undefined } {
  if (next === undefined || next - now > maxSleepMs) return { pauseMs: maxSleepMs, plannedAt: undefined };
  if (next <= now) return { pauseMs: Math.min(blockedSleepMs, maxSleepMs), plannedAt: undefined };
  return { pauseMs: next - now, plannedAt: next };
}
