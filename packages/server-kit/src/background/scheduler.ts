// Runs each background work in its own loop, so that a slow one delays no other. Uses the injected clock and short
// timers: a timer of 2^31 ms fires at once, and a clock jump is noticed at the next round.
import type { Clock, Logger } from "../domain/clock.js";
import type { DueWork } from "./due-work.js";
import { createRunTurns } from "./run-turns.js";

export interface Scheduler {
  /** @throws Error when several instances share the storage and its jobs cannot start. */
  start(): void | Promise<void>;
  /** Something may be due now: checks all works, or the named one. Calls in the same turn of the event loop are merged. */
  wake(work?: string): void;
  /** Does everything that is due by the clock now, including follow-up work. @throws the first error of a work, after all have run. */
  runDue(): Promise<void>;
  /**
   * Since when this instance, though started, cannot do its part where several share the storage: epoch milliseconds. Undefined while it
   * can, and where one process does all the work.
   */
  brokenSince?(): number | undefined;
  /** Stops the loops and waits for work in progress. */
  stop(): Promise<void>;
}

export interface SchedulerDependencies {
  clock: Clock;
  works: readonly DueWork[];
  logger: Logger;
  /** The longest pause between two rounds, default 1 s: other processes and clock jumps are noticed within it. At most 60 s. */
  maxSleepMs?: number | undefined;
  /** Called with the lateness of scheduled work, in milliseconds. */
  onLateness?: ((work: string, latenessMs: number) => void) | undefined;
}

const longestSleepMs = 60_000;
/** Pause when something is due that cannot be done yet (an endpoint at its cap, a disabled store). */
const blockedSleepMs = 200;
/** More rounds than this at one time mean that a work never finishes. */
const maxRounds = 100_000;

export function createScheduler({
  clock,
  works,
  logger,
  maxSleepMs = 1000,
  onLateness,
}: SchedulerDependencies): Scheduler {
  const sleepLimitMs = Math.max(1, Math.min(maxSleepMs, longestSleepMs));
  const loops = works.map((work) => createLoop(work));
  let isStopped = false;
  let running: Promise<void>[] | undefined;

  return {
    start() {
      running ??= loops.map((loop) => loop.run());
    },
    wake(name) {
      for (const loop of loops) if (name === undefined || loop.work.name === name) loop.wake();
    },
    runDue: () => runUntilNothingIsDue(loops.map((loop) => loop.runOnce)),
    async stop() {
      isStopped = true;
      for (const loop of loops) loop.wake();
      await Promise.all([...(running ?? []), ...works.map((work) => work.stop?.())]);
      await Promise.all(loops.map((loop) => loop.settled()));
    },
  };

  function createLoop(work: DueWork) {
    let isWoken = false;
    let wakeUp: (() => void) | undefined;
    /** Works without `startDue` never run twice at once. */
    const { inTurn, settled } = createRunTurns();

    async function look(): Promise<number> {
      return work.startDue ? work.startDue() : inTurn(() => work.runDue());
    }

    async function sleep(ms: number): Promise<void> {
      if (isWoken || isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        function done() {
          clearTimeout(timer);
          wakeUp = undefined;
          resolve();
        }
        wakeUp = done;
      });
    }

    /** How long to pause, and the scheduled time if there is one. */
    async function plan(): Promise<{ pauseMs: number; plannedAt: number | undefined }> {
      const next = await work.nextDue();
      if (next === undefined) return { pauseMs: sleepLimitMs, plannedAt: undefined };
      const waitMs = next - clock.now();
      if (waitMs <= 0) return { pauseMs: Math.min(blockedSleepMs, sleepLimitMs), plannedAt: undefined };
      return waitMs <= sleepLimitMs
        ? { pauseMs: waitMs, plannedAt: next }
        : { pauseMs: sleepLimitMs, plannedAt: undefined };
    }

    return {
      work,
      runOnce: () => (work.startDue ? work.runDue() : inTurn(() => work.runDue())),
      settled,
      wake() {
        if (isWoken) return;
        isWoken = true;
        // Merges all calls of this turn, and never runs inside the caller's unit of work.
        setImmediate(() => wakeUp?.());
      },
      async run() {
        while (!isStopped) {
          isWoken = false;
          try {
            if ((await look()) > 0) {
              await new Promise((resolve) => setImmediate(resolve));
              continue;
            }
            const { pauseMs, plannedAt } = await plan();
            await sleep(pauseMs);
            if (plannedAt !== undefined) onLateness?.(work.name, Math.max(0, clock.now() - plannedAt));
          } catch (error) {
            logger.error({ err: error, work: work.name }, "background work failed; retrying");
            isWoken = false;
            await sleep(sleepLimitMs);
          }
        }
      },
    };
  }
}

/** Rounds of all works until a round has done nothing. @throws the first error of a work, after all had their turn. */
export async function runUntilNothingIsDue(works: readonly (() => Promise<number>)[]): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const results = await Promise.allSettled(works.map((run) => run()));
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined) throw failure.reason;
    if (results.every((result) => result.status === "fulfilled" && result.value === 0)) return;
  }
  throw new Error(`Work due at one time did not finish after ${maxRounds} rounds.`);
}
