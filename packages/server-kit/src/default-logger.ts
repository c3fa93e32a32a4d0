// The logger of a service whose host gave none: pino, warnings and worse, to stderr so that stdout stays the program's own.
import { pino } from "pino";
import type { Logger } from "./domain/clock.js";

export function createDefaultLogger(level: "debug" | "info" | "warn" | "error" = "warn"): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
