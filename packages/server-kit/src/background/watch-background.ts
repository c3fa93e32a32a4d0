// Detects a missing background: a service that is mounted and never started accepts payments and sends no webhooks.
import type { Clock } from "../domain/clock.js";
import type { Instances } from "../storage/port/instances.js";
import type { Scheduler } from "./scheduler.js";

export interface BackgroundState {
  noteStart(): void;
  /** A host that uses cron has called `runDue`. */
  noteRun(): void;
  state(): "running" | "on_demand" | "not_started";
  /**
   * No run for 15 minutes. Where several instances share the storage: this one is started and cannot take jobs, or it is not started
   * and no other one does the work, or a job has waited that long, or the database has been unreachable that long.
   */
  isMissing(): Promise<boolean>;
}

/** Longer than any useful cron interval. */
const missingAfterMs = 15 * 60_000;

export function watchBackground({
  clock,
  scheduler,
  instances,
}: {
  clock: Clock;
  scheduler: Pick<Scheduler, "brokenSince">;
  /** Undefined where this process does all the work. */
  instances: Pick<Instances, "inspectWork"> | undefined;
}): BackgroundState {
  let isStarted = false;
  let hasRun = false;
  let lastAt = clock.now();
  let unknownSince: number | undefined;
  const isLongAgo = (at: number) => clock.now() - at > missingAfterMs;
  return {
    noteStart() {
      isStarted = true;
    },
    noteRun() {
      hasRun = true;
      lastAt = clock.now();
    },
    state: () => (isStarted ? "running" : hasRun ? "on_demand" : "not_started"),
    async isMissing() {
      if (isStarted && isLongAgo(scheduler.brokenSince?.() ?? clock.now())) return true;
      const isDoneHere = isStarted || !isLongAgo(lastAt);
      if (instances === undefined) return !isDoneHere;
      const work = await instances.inspectWork().catch(() => undefined);
      unknownSince = work === undefined ? (unknownSince ?? clock.now()) : undefined;
      if (work === undefined) return isLongAgo(unknownSince ?? clock.now());
      const { isLed, ranAgoMs = Number.POSITIVE_INFINITY, oldestJobMs } = work;
      return oldestJobMs > missingAfterMs || !(isDoneHere || isLed || ranAgoMs <= missingAfterMs);
    },
  };
}
