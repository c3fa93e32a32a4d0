// Background work: housekeeping, every ten minutes.
import { type HousekeepingDependencies, runHousekeeping } from "../flows/housekeeping.js";
import type { DueWork } from "./due-work.js";

const everyMs = 10 * 60_000;

/** By the injected clock; a clock that was set back delays it by no more than the interval. */
export function createHousekeepingWork(dependencies: HousekeepingDependencies): DueWork {
  let lastAt: number | undefined;
  const isDue = (now: number) => lastAt === undefined || Math.abs(now - lastAt) >= everyMs;

  function run(): Promise<number> {
    lastAt = dependencies.clock.now();
    return runHousekeeping(dependencies);
  }

  return {
    // Instances of the version before plan and run it under this name during a rolling upgrade.
    name: "tidy_up",
    runDue: async () => (isDue(dependencies.clock.now()) ? run() : 0),
    nextDue: async () => (lastAt === undefined ? dependencies.clock.now() : lastAt + everyMs),
    periodic: { everyMs, run },
  };
}
