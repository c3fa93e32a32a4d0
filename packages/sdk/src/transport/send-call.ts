// Sends a call: built once, sent until there is a final response or no retry is allowed. Each attempt has its own time limit, all of
// them that of the call. Why there is no retry library: docs/decisions/sdk-own-retries.md.
import type { Attempt } from "../errors.js";
import type { Hooks } from "../hooks.js";
import { type Log, logPause, logRequest, logResponse } from "../logging.js";
import type { Secrets } from "../redaction.js";
import { type AttemptResult, type FetchLike, isSuccess, type OutgoingRequest, runAttempt } from "./attempt.js";
import { buildRequest, type RequestParts } from "./build-request.js";
import { withReadBody } from "./response-body.js";
import { isCutShort, pauseBeforeRetry, type RetryRules } from "./retry-policy.js";
import { pause, type Timekeeper } from "./timekeeper.js";

/** What all calls of one client share. */
export interface SendDependencies {
  readonly baseUrl: string;
  readonly fetch: FetchLike;
  readonly dispatcher: unknown;
  readonly time: Timekeeper;
  readonly log: Log;
  readonly hooks: Hooks;
}

/** One call, ready to be sent. */
export interface OutgoingCall extends RequestParts {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
  /** For the whole call: all attempts, bodies and pauses. */
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly rules: RetryRules;
  readonly secrets: Secrets;
}

/** How a call ended; read-response.ts turns it into data or an error. */
export interface CallEnding {
  readonly attempts: readonly Attempt[];
  /** The last attempt; `undefined` when the call could not even be built. */
  readonly last: AttemptResult | undefined;
  /** Whether any attempt may have been processed without a response. */
  readonly isInDoubt: boolean;
  /** Parsed body of a 2xx response; `undefined` when it is empty. */
  readonly data?: unknown;
  /** Parsed body of any other response, or its text when it is not JSON. */
  readonly error?: unknown;
  /** Why the last response could not be read as JSON, or why the call could not be built. */
  readonly unreadable?: unknown;
}

/** Sends the call and waits for its end. Never rejects. */
export async function sendCall(dependencies: SendDependencies, call: OutgoingCall): Promise<CallEnding> {
  let request: OutgoingRequest;
  try {
    request = buildRequest(dependencies.baseUrl, call);
  } catch (unreadable) {
    return { attempts: [], last: undefined, isInDoubt: false, unreadable };
  }
  const { time, log, hooks } = dependencies;
  const attempts: Attempt[] = [];
  const startedAt = time.elapsed();
  const remainingMs = () => call.timeoutMs - (time.elapsed() - startedAt);
  let isCallInDoubt = false;
  let waitedMs = 0;
  for (;;) {
    const number = attempts.length + 1;
    const attemptStartedAt = time.elapsed();
    logRequest(log, call, request, number);
    hooks.request(call, request, number);
    const last = await runAttempt(dependencies, request, chooseLimit(call, remainingMs()));
    isCallInDoubt ||= mayBeProcessed(last);
    const record = describe(last, number, waitedMs, time.elapsed() - attemptStartedAt, call.secrets);
    attempts.push(record);
    logResponse(log, call, record, last);
    hooks.response(call, record, last.response);

    const nextPauseMs = number > call.maxRetries ? undefined : pauseBeforeRetry(last, number, call.rules);
    const end = (): CallEnding => ({ attempts, last, isInDoubt: isCallInDoubt, ...parse(last, call) });
    // A pause beyond the deadline is useless: return the last result now.
    if (nextPauseMs === undefined || nextPauseMs >= remainingMs()) return end();
    logPause(log, call, number, nextPauseMs);
    hooks.retry(call, record, nextPauseMs);
    if (!(await pause(time, nextPauseMs, call.signal))) {
      // No request is in progress during a pause, so `isCallInDoubt` does not change.
      const cause = call.signal?.reason;
      return {
        attempts,
        last: { fault: "aborted", isSent: false, response: undefined, text: "", cause },
        isInDoubt: isCallInDoubt,
      };
    }
    // The pause may have taken longer than requested: then return the last result.
    if (remainingMs() <= 0) return end();
    waitedMs = nextPauseMs;
  }
}

/** The time limit of the next attempt, and whether it is also the end of the call. */
function chooseLimit({ attemptTimeoutMs, timeoutMs, signal }: OutgoingCall, remainingMs: number) {
  return remainingMs <= attemptTimeoutMs
    ? { timeoutMs: Math.max(0, remainingMs), limit: `timeoutMs ${timeoutMs}`, isLast: true, signal }
    : { timeoutMs: attemptTimeoutMs, limit: `attemptTimeoutMs ${attemptTimeoutMs}`, isLast: false, signal };
}

function parse(result: AttemptResult, { method }: OutgoingCall): Pick<CallEnding, "data" | "error" | "unreadable"> {
  if (result.fault !== undefined) return { unreadable: result.cause };
  const { response, text } = result;
  withReadBody(response, text);
  if (text === "" || method === "HEAD") return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isSuccess(response) ? { data: parsed } : { error: parsed };
  } catch (unreadable) {
    return isSuccess(response) ? { unreadable } : { error: text };
  }
}

/** Whether the service may have processed an attempt without a final response. */
function mayBeProcessed(result: AttemptResult): boolean {
  if (result.fault !== undefined) return result.isSent;
  if (isCutShort(result)) return true;
  const status = result.response.status;
  return status >= 500 || status === 408 || status === 409 || (status >= 300 && status < 400) || status === 0;
}

function describe(
  result: AttemptResult,
  number: number,
  waitedMs: number,
  durationMs: number,
  secrets: Secrets,
): Attempt {
  const header = result.response?.headers.get("x-request-id");
  const requestId = header && secrets.maskIdentifier(header);
  return {
    number,
    waitedMs: Math.round(waitedMs),
    durationMs: Math.round(durationMs),
    ...(result.response && { status: result.response.status }),
    ...(requestId && { requestId }),
    ...(result.fault && { fault: result.fault }),
  };
}
