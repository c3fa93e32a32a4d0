// Logs each kind of failure once a day, however often it occurs: a bank that is down must not fill the log.
import type { Clock, Logger } from "./clock.js";

export interface FailureLog {
  /** Logs a warning when this kind is new or was last logged a day ago; otherwise only counts it. */
  warn(kind: string, fields: object, message: string): void;
}

const repeatAfterMs = 24 * 60 * 60 * 1000;
/** There are few kinds; the limit bounds memory if a kind is built from external text by mistake. */
const maxKinds = 1000;

/** Remembers what it has logged as long as the process runs. */
export function createFailureLog({ clock, logger }: { clock: Clock; logger: Logger }): FailureLog {
  const kinds = new Map<string, { loggedAt: number; sinceThen: number }>();
  return {
    warn(kind, fields, message) {
      const now = clock.now();
      const known = kinds.get(kind);
      // Absolute: after the clock was set back by more than a day, it logs again.
      if (known !== undefined && Math.abs(now - known.loggedAt) < repeatAfterMs) {
        known.sinceThen += 1;
        return;
      }
      if (kinds.size >= maxKinds) kinds.clear();
      kinds.set(kind, { loggedAt: now, sinceThen: 0 });
      const repeats = known === undefined ? {} : { suppressedSinceLastLog: known.sinceThen };
      logger.warn({ ...fields, ...repeats }, message);
    },
  };
}
