// Errors of the mock itself, kept until `stop()`: an error inside a server or a background send has no caller.
import type { Logger } from "../../../server-kit/src/domain/clock.js";

export interface Failures {
  /** Passes lines on to the test's logger, if any, and keeps the cause of the last error. */
  logger: Logger;
  /** Records a call in which the service's code threw. */
  add(call: string): void;
  addError(error: unknown): void;
  /** @throws Error the first failure since the last time */
  raise(): void;
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export function createFailures(given: Logger = silent): Failures {
  let first: Error | undefined;
  let lastLogged: unknown;
  return {
    logger: {
      debug: (...line) => given.debug(...line),
      info: (...line) => given.info(...line),
      warn: (...line) => given.warn(...line),
      error(fields, message) {
        lastLogged = Object(fields).err;
        given.error(fields, message);
      },
    },
    add(call) {
      first ??= new Error(`The mock failed in ${call}.`, { cause: lastLogged });
    },
    addError(cause) {
      first ??= new Error("The mock failed in a call.", { cause });
    },
    raise() {
      const error = first;
      first = undefined;
      if (error !== undefined) throw error;
    },
  };
}
