// The logger of a service whose host passes none: pino at level warn, on stderr, so that stdout carries only the program's output.
import { pino } from "pino";
import type { Logger } from "../domain/clock.js";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Of lines that wait for a reader of the log, in bytes: further ones are lost, instead of filling the memory. */
const maxLength = 32 * 1024 * 1024;

export function createDefaultLogger(level: LogLevel = "warn"): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, maxLength }),
  );
}
