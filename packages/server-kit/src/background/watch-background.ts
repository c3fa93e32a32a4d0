// Whether anything does the work that no request asks for: a service that is mounted and never started takes payments and tells nobody.
import type { Clock } from "../domain/clock.js";

export interface BackgroundState {
  noteStart(): void;
  /** A host that runs by cron has called `runDue`. */
  noteRun(): void;
  state(): "running" | "on_demand" | "not_started";
  /** Nothing for 15 minutes; never where other instances may do it. */
  isMissing(): boolean;
}

/** Longer than the pause of a cron job that is of use. */
const patienceMs = 15 * 60_000;

export function watchBackground({ clock, isShared }: { clock: Clock; isShared: boolean }): BackgroundState {
  let isStarted = false;
  let hasRun = false;
  let lastAt = clock.now();
  return {
    noteStart() {
      isStarted = true;
    },
    noteRun() {
      hasRun = true;
      lastAt = clock.now();
    },
    state: () => (isStarted ? "running" : hasRun ? "on_demand" : "not_started"),
    isMissing: () => !isStarted && !isShared && clock.now() - lastAt > patienceMs,
  };
}
