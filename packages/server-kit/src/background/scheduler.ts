// Lets time into the service: each work has a loop of its own, so that a slow one holds up no other. Asks the injected clock and never
// sleeps long: a time-out of 2^31 ms fires at once, and a clock that jumps is noticed at the next look.
import type { Clock, Logger } from "../domain/clock.js";
import type { DueWork } from "./due-work.js";

export interface Scheduler {
  /** @throws Error where several instances share the storage and it cannot do its part. */
  start(): void | Promise<void>;
  /** Something may be due now: all works look, or the named one. Calls in one turn of the event loop are one call. */
  wake(work?: string): void;
  /** Does everything that is due by the clock now, follow-ups included. @throws the first error of a work, after all had their turn. */
  runDue(): Promise<void>;
  /**
   * Since when this instance, though started, cannot do its part where several share the storage: epoch milliseconds. Undefined while it
   * can, and where one process does all the work.
   */
  brokenSince?(): number | undefined;
  /** Ends the loops and waits for whatever they were doing. */
  stop(): Promise<void>;
}

export interface SchedulerDependencies {
  clock: Clock;
  works: readonly DueWork[];
  logger: Logger;
  /** The longest pause between two looks, 1 s by default: other processes and clock jumps are noticed within it. At most 60 s. */
  maxSleepMs?: number | undefined;
  /** Told how late a planned look came, in milliseconds. */
  onLateness?: ((work: string, latenessMs: number) => void) | undefined;
}

const longestSleepMs = 60_000;
/** Between looks when something is due that cannot be done yet (an endpoint at its cap, a paused store). */
const blockedSleepMs = 200;
/** More rounds than this at one instant mean that a work never runs dry. */
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
    let rouse: (() => void) | undefined;
    let turn: Promise<unknown> = Promise.resolve();

    /** Works without `startDue` never run twice at once. */
    function inTurn(run: () => Promise<number>): Promise<number> {
      const result = turn.then(run);
      turn = result.catch(() => undefined);
      return result;
    }

    async function look(): Promise<number> {
      return work.startDue ? work.startDue() : inTurn(() => work.runDue());
    }

    async function sleep(ms: number): Promise<void> {
      if (isWoken || isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        function done() {
          clearTimeout(timer);
          rouse = undefined;
          resolve();
        }
        rouse = done;
      });
    }

    /** How long to pause, and until when by the clock if that is a planned moment. */
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
      settled: () => turn,
      wake() {
        if (isWoken) return;
        isWoken = true;
        // One look for all calls of this turn, and never inside the caller's own work.
        setImmediate(() => rouse?.());
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
            logger.error({ err: error, work: work.name }, "background work failed; trying again at the next look");
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
  throw new Error(`Work at one instant did not end after ${maxRounds} rounds.`);
}
