// The logger of a service whose host passes none: pino at level warn, on stderr, so that stdout carries only the program's output.
import { pino } from "pino";
import type { Logger } from "../domain/clock.js";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Of lines that wait for a reader of the log, in bytes: further ones are lost, instead of filling the memory. */
const maxLength = 32 * 1024 * 1024;

type Destination = ReturnType<typeof pino.destination>;

export function createDefaultLogger(level: LogLevel = "warn"): Logger {
  const destination = pino.destination({ dest: 2, maxLength });
  watch(destination);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Those whose last write failed. */
const failing = new Set<Destination>();
let isExitWatched = false;

/** The log's disk may be full, or its terminal closed. Lines wait until it can be written again, and the service continues. */
function watch(destination: Destination): void {
  destination.on("error", () => failing.add(destination));
  destination.on("write", () => failing.delete(destination));
  if (isExitWatched) return;
  isExitWatched = true;
  // At the exit pino repeats a write until it succeeds, unless the destination is destroyed.
  process.prependListener("exit", () => {
    for (const one of failing) one.destroy();
  });
}
