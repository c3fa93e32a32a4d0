// What the client logs: names, times and statuses, and never a key. Bodies are logged at level debug only, masked, and of failed
// responses only. A retry is a warning.
import type { Attempt } from "./errors.js";
import { guarded } from "./hooks.js";
import { excerptOf, maskHeaders, type Secrets } from "./redaction.js";
import { refusedValue } from "./refused-value.js";
import { type AttemptResult, isSuccess, type OutgoingRequest } from "./transport/attempt.js";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** pino's interface; `console` has it too. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Log {
  readonly isDebug: boolean;
  write(level: "debug" | "info" | "warn" | "error", fields: object, message: string): void;
}

/** Name of a call, and the values to mask in its log lines. */
interface LoggedCall {
  readonly operation: string;
  readonly secrets: Secrets;
}

const rank: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export function createLog(logger: Logger | undefined, level: LogLevel): Log {
  if (!Object.hasOwn(rank, level))
    throw refusedValue("INVALID_OPTION", "logLevel", `one of ${Object.keys(rank).join(", ")}`, level);
  const target = logger ?? console;
  return {
    isDebug: rank[level] === 0,
    write(entryLevel, fields, message) {
      if (rank[entryLevel] < rank[level]) return;
      guarded(() => target[entryLevel](fields, message));
    },
  };
}

export function logRequest(
  log: Log,
  { operation, secrets }: LoggedCall,
  request: OutgoingRequest,
  attempt: number,
): void {
  if (!log.isDebug) return;
  const { method, url, headers, body } = request;
  const fields = { operation, attempt, method, url: secrets.mask(url), headers: maskHeaders(headers, secrets) };
  log.write("debug", { ...fields, bodyLength: body?.length }, "payment-sessions request");
}

export function logResponse(
  log: Log,
  { operation, secrets }: LoggedCall,
  attempt: Attempt,
  result: AttemptResult,
): void {
  if (!log.isDebug) return;
  const isOk = result.response && isSuccess(result.response) && !result.fault;
  const rawBody = isOk ? undefined : excerptOf(secrets.maskBody(result.text).text);
  const cause = result.fault && String(secrets.maskCause(result.cause));
  log.write("debug", { operation, ...attempt, rawBody, cause }, "payment-sessions response");
}

export function logPause(log: Log, { operation }: LoggedCall, attempts: number, waitMs: number): void {
  log.write("warn", { operation, attempts, waitMs }, "payment-sessions retry");
}
