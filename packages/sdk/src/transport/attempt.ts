// One attempt: sends the request and reads the whole response, within the attempt's time limit.
import { createAbort, takesCacheMode } from "../runtime.js";
import { listenForAbort } from "./abort-listening.js";
import { isNeverSent } from "./connection-fault.js";
import { BodyTooLargeError, readBody } from "./response-body.js";
import type { Timekeeper } from "./timekeeper.js";

/** A request as text, so that each attempt sends the same bytes. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** The fetch that sends requests. Called with a URL and an init, not with a `Request`, so that a fetch of any realm works. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** A fetch whose types come from another package than the platform's, such as that of undici. */
// Its parameters and its result have no type in common with the platform's.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type FetchOfOtherTypes = (url: string, init: any) => Promise<any>;

export type AttemptResult =
  | { readonly fault: undefined; readonly response: Response; readonly text: string; readonly isSent: true }
  | {
      readonly fault: "timeout" | "connection" | "aborted";
      /** False when the request certainly never reached the service. */
      readonly isSent: boolean;
      /** Set when the error occurred after the headers. */
      readonly response: Response | undefined;
      /** The received part of the body. */
      readonly text: string;
      readonly cause: unknown;
      /** A retry is useless: the call's deadline has passed, or the response is too large. */
      readonly isFinal?: boolean;
    };

export interface AttemptLimits {
  readonly timeoutMs: number;
  /** The option that set it, with its value, for the message. */
  readonly limit: string;
  /** The limit is the whole call's. */
  readonly isLast: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A test's fetch often returns a plain object: what the client reads of it has to be there. */
function isResponse(given: unknown): given is Response {
  const { status, headers }: Partial<Response> = Object(given);
  return typeof status === "number" && typeof headers?.get === "function";
}

/** Not `response.ok`, and no other way to list headers than to iterate: a plain object may have neither. */
export const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300;
export const listHeaders = ({ headers }: Response): [string, string][] =>
  Symbol.iterator in headers ? [...headers] : [];

async function fetchResponse(fetch: FetchLike, url: string, init: RequestInit): Promise<Response> {
  let response: unknown;
  try {
    response = await fetch(url, init);
  } catch (thrown) {
    return responseOf(thrown);
  }
  if (isResponse(response)) return response;
  throw new Error("fetch returned no Response: it needs a status, Headers and a body");
}

/** ky and similar clients throw on an error status: the response, which may already be read, is then in a field of the error. */
function responseOf(thrown: unknown): Response {
  const { response = thrown, data }: { response?: unknown; data?: unknown } = Object(thrown);
  if (!isResponse(response)) throw thrown;
  if (!response.bodyUsed) return response;
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return new Response(text, { status: response.status, headers: listHeaders(response) });
}

/** Never rejects: errors are results too. */
export async function runAttempt(
  { fetch, time, dispatcher }: { fetch: FetchLike; time: Timekeeper; dispatcher: unknown },
  request: OutgoingRequest,
  { timeoutMs, limit, isLast, signal }: AttemptLimits,
): Promise<AttemptResult> {
  if (signal?.aborted) return { fault: "aborted", isSent: false, response: undefined, text: "", cause: signal.reason };
  const controller = createAbort();
  let ended: "timeout" | "aborted" | undefined;
  let stop: (reason: Error) => void = () => undefined;
  // A custom fetch may ignore signals, so the limit is raced as well. The race below handles the rejection.
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  stopped.catch(() => undefined);
  const end = (why: "timeout" | "aborted", reason: Error) => {
    ended ??= why;
    controller.abort(reason);
    stop(reason);
  };
  const unlisten = listenForAbort(signal, () => end("aborted", new Error("The caller's signal was aborted.")));
  const expire = () => end("timeout", new Error(`No complete response within ${limit} ms.`));
  const cancelTimer = time.after(timeoutMs, expire, "deadline");

  let response: Response | undefined;
  const received = { text: "" };
  try {
    const init: RequestInit = {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
    };
    if (controller.signal !== undefined) init.signal = controller.signal;
    // Next.js 14 caches the response of every GET without it; some runtimes throw on the field.
    if (takesCacheMode()) Object.assign(init, { cache: "no-store" });
    if (request.body !== undefined) init.body = request.body;
    // Not in the standard: platforms that do not support it ignore it.
    if (dispatcher !== undefined) Object.assign(init, { dispatcher });
    response = await Promise.race([fetchResponse(fetch, request.url, init), stopped]);
    await Promise.race([readBody(response, received), stopped]);
    return { fault: undefined, response, text: received.text, isSent: true };
  } catch (cause) {
    const fault = ended ?? "connection";
    const isFinal = (fault === "timeout" && isLast) || cause instanceof BodyTooLargeError;
    const isSent = response !== undefined || fault !== "connection" || !isNeverSent(cause);
    controller.abort();
    return {
      fault,
      isSent,
      response,
      isFinal,
      text: received.text,
      // The caller's reason is not passed to fetch: a response in its fields would be taken for the response of this call.
      cause: (fault === "aborted" && signal?.reason) || cause || new Error("fetch failed without a reason"),
    };
  } finally {
    cancelTimer();
    unlisten();
  }
}
