// How does one call travel? openapi-fetch builds it from the description's path, ky repeats it by our rules, each attempt has its own limit.
import ky, { HTTPError } from "ky";
import createClient from "openapi-fetch";
import type { Attempt } from "../errors.js";
import { type Log, logAnswer, logPause, logRequest } from "../logging.js";
import type { Secrets } from "../redaction.js";
import { type AttemptResult, type FetchLike, type OutgoingRequest, runAttempt } from "./attempt.js";
import { withReadBody } from "./response-body.js";
import { pauseBeforeRetry, type RetryRules } from "./retry-policy.js";
import { pause, type Timekeeper } from "./timekeeper.js";

/** What every call of one client has in common. */
export interface Carrier {
  /** openapi-fetch's client for the base address. */
  readonly client: ReturnType<typeof createUrlBuilder>;
  readonly fetch: FetchLike;
  readonly dispatcher: unknown;
  readonly time: Timekeeper;
  readonly log: Log;
}

/** One call, ready to be sent. */
export interface OutgoingCall {
  readonly operation: string;
  readonly method: string;
  /** Path template of the description, `{paymentId}` not yet filled in. */
  readonly path: string;
  readonly params: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  /** For the whole call: all attempts, bodies and pauses. */
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly rules: RetryRules;
  readonly secrets: Secrets;
}

/** How a call ended; what it means is judged by the reader of this. */
export interface CallEnding {
  readonly attempts: readonly Attempt[];
  /** The last attempt; `undefined` when the call could not even be built. */
  readonly last: AttemptResult | undefined;
  /** Did any attempt leave it open whether the service acted? */
  readonly inDoubt: boolean;
  /** Parsed body of a 2xx answer. */
  readonly data?: unknown;
  /** Parsed body of any other answer. */
  readonly error?: unknown;
  /** Why the last answer could not be read as JSON, or why the call could not be built. */
  readonly unreadable?: unknown;
}

/** Sends the call and waits for its ending. Never rejects. */
export async function sendCall(carrier: Carrier, call: OutgoingCall): Promise<CallEnding> {
  const attempts: Attempt[] = [];
  let last: AttemptResult | undefined;
  let inDoubt = false;
  let nextPauseMs = 0;
  const { time, log } = carrier;
  const startedAt = time.elapsed();
  const remainingMs = () => call.timeoutMs - (time.elapsed() - startedAt);

  const attempt = async (request: OutgoingRequest): Promise<Response> => {
    const number = attempts.length + 1;
    const begunAt = time.elapsed();
    const timeoutMs = Math.max(0, Math.min(call.attemptTimeoutMs, remainingMs()));
    logRequest(log, call, request, number);
    const result = await runAttempt(carrier, request, { timeoutMs, signal: call.signal });
    last = result;
    inDoubt ||= isInDoubt(result);
    const record = describe(result, number, nextPauseMs, time.elapsed() - begunAt, call.secrets);
    attempts.push(record);
    logAnswer(log, call, record, result);
    if (result.fault !== undefined) throw new AttemptFault(result.fault);
    return withReadBody(result.response, result.text);
  };

  const mayTryAgain = (): boolean => {
    if (last === undefined) return false;
    const waitMs = pauseBeforeRetry(last, attempts.length, call.rules);
    // A pause that ends after the deadline helps nobody: report what is known now.
    if (waitMs === undefined || waitMs >= remainingMs()) return false;
    nextPauseMs = waitMs;
    return true;
  };

  const waitForNext = async (): Promise<void> => {
    logPause(log, call, attempts.length, nextPauseMs);
    if (await pause(time, nextPauseMs, call.signal)) return;
    // Nothing is under way while pausing, so what the last attempt left open stays as it was.
    last = { fault: "aborted", sent: false, response: undefined, text: "", cause: call.signal?.reason };
    throw new AttemptFault("aborted");
  };

  const fetchWithRetries = async (request: OutgoingRequest): Promise<Response> => {
    try {
      // ky counts and repeats; it gets the method and the address only. Headers and body stay text beside it, so that no attempt
      // depends on a body stream which an earlier one has used up. Its own time limit ends at the headers, hence `timeout: false`.
      // `throwHttpErrors: false` would switch off repeating by status, so its HTTPError is caught below instead.
      return await ky(request.url, {
        method: request.method,
        fetch: () => attempt(request),
        timeout: false,
        retry: {
          limit: call.maxRetries,
          methods: [request.method.toLowerCase()] as never, // ky types the methods it knows; ours is one that the description allows
          shouldRetry: mayTryAgain,
          delay: () => 0,
        },
        hooks: { beforeRetry: [waitForNext] },
      });
    } catch (error) {
      if (error instanceof HTTPError) return error.response;
      throw error;
    }
  };

  try {
    const init = {
      params: call.params,
      body: call.body,
      headers: call.headers,
      fetch: (request: unknown) => fetchWithRetries(request as RequestText), // made from the class below
    };
    // The description's types hold at the methods of the client; here any method and path goes.
    const { data, error } = await carrier.client.request(call.method as "get", call.path, init as never);
    return { attempts, last, inDoubt, data, error };
  } catch (unreadable) {
    return { attempts, last, inDoubt, unreadable };
  }
}

/** Fills in paths and queries, serialises bodies and parses answers. Made once for each client. */
export function createUrlBuilder(baseUrl: string) {
  // Of a request only four fields are used, and a real one would cost a good part of the whole call.
  return createClient<AnyPaths>({ baseUrl, Request: RequestText as unknown as typeof Request });
}

type AnyPaths = Record<string, { get: { responses: Record<number, unknown> } }>;

/** Takes the place of Request in openapi-fetch. */
class RequestText implements OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, init: { method: string; headers: Headers; body: string | undefined }) {
    this.url = url;
    this.method = init.method;
    this.headers = init.headers;
    this.body = init.body;
  }
}

/** Tells ky that an attempt failed; what happened is kept beside it. */
class AttemptFault extends Error {}

function isInDoubt(result: AttemptResult): boolean {
  if (result.fault !== undefined) return result.sent;
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
  const requestId = header && secrets.mask(header);
  return {
    number,
    waitedMs: Math.round(waitedMs),
    durationMs: Math.round(durationMs),
    ...(result.response && { status: result.response.status }),
    ...(requestId && { requestId }),
    ...(result.fault && { fault: result.fault }),
  };
}
