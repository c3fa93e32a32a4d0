// The logger of a service whose host gave none: pino, warnings and worse, to stderr so that stdout stays the program's own.
import { pino } from "pino";
import type { Logger } from "../domain/clock.js";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

export function createDefaultLogger(level: LogLevel = "warn"): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
