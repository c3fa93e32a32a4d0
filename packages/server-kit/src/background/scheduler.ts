// Runs each kind of background work in its own loop, so that a slow one delays no other. Uses the injected clock and short
// timers: a timer of 2^31 ms fires immediately, and a clock jump is detected at the next round.
import type { Clock, Logger } from "../domain/clock.js";
import type { DueWork } from "./due-work.js";
import { createWorkLoop } from "./work-loop.js";

export interface Scheduler {
  /** @throws Error when several instances share the storage and its jobs cannot start. */
  start(): void | Promise<void>;
  /** Something may be due now: checks all kinds of work, or the named one. Calls in the same turn of the event loop are merged. */
  wake(work?: string): void;
  /** Processes everything that is due by the clock now, including follow-up work. @throws the first error, after all kinds of work have run. */
  runDue(): Promise<void>;
  /**
   * Where several instances share the storage: since when this one has been unable to take jobs after its start, epoch milliseconds.
   * Undefined while it takes jobs, and where one process does all the work.
   */
  brokenSince?(): number | undefined;
  /** Stops the loops and waits for work in progress. */
  stop(): Promise<void>;
}

export interface SchedulerDependencies {
  clock: Clock;
  works: readonly DueWork[];
  logger: Logger;
  /** The longest pause between two rounds, default 1 s: changes by other processes and clock jumps are detected within it. At most 60 s. */
  maxSleepMs?: number | undefined;
  /** Called with the lateness of scheduled work, in milliseconds. */
  onLateness?: ((work: string, latenessMs: number) => void) | undefined;
}

const longestSleepMs = 60_000;
/** More rounds than this at one time mean that some work never finishes. */
const maxRounds = 100_000;

export function createScheduler({
  clock,
  works,
  logger,
  maxSleepMs = 1000,
  onLateness,
}: SchedulerDependencies): Scheduler {
  const sleepLimitMs = Math.max(1, Math.min(maxSleepMs, longestSleepMs));
  const loops = works.map((work) => createWorkLoop({ clock, logger, maxSleepMs: sleepLimitMs, onLateness }, work));
  let running: Promise<void>[] | undefined;

  return {
    start() {
      running ??= loops.map((loop) => loop.run());
    },
    wake(name) {
      for (const loop of loops) if (name === undefined || loop.name === name) loop.wake();
    },
    runDue: () => runUntilNothingIsDue(loops.map((loop) => loop.runOnce)),
    async stop() {
      for (const loop of loops) loop.end();
      await Promise.all([...(running ?? []), ...works.map((work) => work.stop?.())]);
      await Promise.all(loops.map((loop) => loop.settled()));
    },
  };
}

/** Rounds of all work until a round has done nothing. @throws the first error, after all kinds of work have run. */
export async function runUntilNothingIsDue(works: readonly (() => Promise<number>)[]): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const results = await Promise.allSettled(works.map((run) => run()));
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined) throw failure.reason;
    if (results.every((result) => result.status === "fulfilled" && result.value === 0)) return;
  }
  throw new Error(`Work due at one time did not finish after ${maxRounds} rounds.`);
}
