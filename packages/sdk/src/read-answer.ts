// What does the ending of a call mean? Turns it into data or into one of our errors. Specification, section "Errors".
import {
  AbortedError,
  ConnectionError,
  type ErrorFacts,
  InvalidResponseError,
  type Outcome,
  type PaymentSessionsError,
  ServiceError,
  TimeoutError,
  UsageError,
} from "./errors.js";
import type { Ended } from "./payment-call.js";
import { oneLine } from "./redaction.js";
import { readRetryAfterMs } from "./transport/retry-after.js";
import type { CallEnding, OutgoingCall } from "./transport/send-call.js";

/** An answer with a good status that still is none: the check says what it lacks. */
export class Unacceptable {
  constructor(
    readonly code: string,
    readonly message: string,
    readonly outcome: Outcome = "unknown",
  ) {}
}

/** Accepts parsed JSON, or says what is wrong with it. */
export type AnswerCheck<T> = (data: unknown) => T | Unacceptable;

const RAW_BODY_CHARACTERS = 1024;

export function readAnswer<T>(
  call: OutgoingCall,
  ending: CallEnding,
  idempotencyKey: string | undefined,
  check: AnswerCheck<T>,
): Ended<T> {
  const { last, attempts } = ending;
  const { secrets, operation } = call;
  const response = last?.response;
  const requestId = response?.headers.get("x-request-id") ?? requestIdIn(ending.error);
  const rawBody =
    last === undefined || last.text === "" ? undefined : secrets.mask(last.text).slice(0, RAW_BODY_CHARACTERS);
  const facts = (code: string, outcome: Outcome): ErrorFacts => ({
    code,
    outcome,
    operation,
    status: response?.status,
    requestId: requestId === undefined ? undefined : oneLine(secrets.mask(requestId), 200),
    attempts,
    rawBody,
    body: maskedJson(last?.text, (text) => secrets.mask(text)),
    retryAfterMs: response === undefined ? undefined : readRetryAfterMs(response.headers, call.rules.now()),
    idempotencyKey,
  });
  const doubt = (otherwise: Outcome): Outcome => (ending.inDoubt ? "unknown" : otherwise);
  const fail = (error: PaymentSessionsError): Ended<T> => ({ ok: false, error });
  const tries = attempts.length > 1 ? ` after ${attempts.length} attempts` : "";

  if (last === undefined) {
    const cause = secrets.maskCause(ending.unreadable);
    const message = `${operation}: the request cannot be written down: ${cause?.message ?? "unknown reason"}`;
    return fail(new UsageError(message, { code: "INVALID_ARGUMENT", operation, cause }));
  }

  if (last.fault !== undefined) {
    const cause = secrets.maskCause(last.cause);
    const why = oneLine(deepestMessage(cause), 200);
    const status = response === undefined ? "" : ` (status ${response.status}, then the body broke off)`;
    const message = `${operation}${tries}${status}: ${why}`;
    if (last.fault === "timeout")
      return fail(new TimeoutError(message, { ...facts("TIMEOUT", doubt("not_sent")), cause }));
    if (last.fault === "aborted")
      return fail(new AbortedError(message, { ...facts("ABORTED", doubt("not_sent")), cause }));
    const code = response === undefined ? "CONNECTION_FAILED" : "RESPONSE_INTERRUPTED";
    return fail(new ConnectionError(message, { ...facts(code, doubt("not_sent")), cause }));
  }

  const { status } = last.response;
  const invalid = (code: string, text: string, outcome: Outcome = "unknown"): Ended<T> => {
    const message = `${operation}${tries}: ${text} (status ${status}${requestId ? `, request ${requestId}` : ""})`;
    return fail(new InvalidResponseError(secrets.mask(oneLine(message, 400)), { ...facts(code, outcome), status }));
  };

  if (status === 0 || (status >= 300 && status < 400)) {
    const target = last.response.headers.get("location");
    const where = target === null ? "" : ` to ${oneLine(target, 120)}`;
    return invalid("REDIRECT_REFUSED", `refused a redirect${where}; check baseUrl, keys never follow redirects`);
  }
  if (!last.response.ok) {
    const { code, text } = readErrorBody(ending.error, status);
    const message = `${operation}${tries}: ${status} ${text}${code.startsWith("HTTP_") ? "" : ` [${code}]`}`;
    const masked = secrets.mask(oneLine(requestId ? `${message}, request ${requestId}` : message, 400));
    return fail(new ServiceError(masked, { ...facts(secrets.mask(code), doubt("rejected")), status }));
  }
  if (ending.unreadable !== undefined) return invalid("RESPONSE_NOT_JSON", "the answer is not JSON");
  const accepted = check(ending.data);
  if (accepted instanceof Unacceptable) return invalid(accepted.code, accepted.message, accepted.outcome);
  return {
    ok: true,
    result: { data: accepted, response: last.response, requestId: requestId ?? undefined, attempts, idempotencyKey },
  };
}

function readErrorBody(body: unknown, status: number): { code: string; text: string } {
  const field = (name: string): string | undefined => {
    if (typeof body !== "object" || body === null) return undefined;
    const value: unknown = Reflect.get(body, name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const code = field("code") ?? `HTTP_${status}`;
  const text = field("message") ?? field("error");
  if (text !== undefined) return { code, text };
  if (body === undefined || body === "") return { code, text: "with an empty body" };
  return {
    code,
    text: typeof body === "string" ? `with a body that is not JSON: ${oneLine(body, 120)}` : "without a message",
  };
}

function requestIdIn(body: unknown): string | undefined {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "requestId") : undefined;
  return typeof value === "string" ? value : undefined;
}

function maskedJson(text: string | undefined, mask: (text: string) => string): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(mask(text)) as unknown;
  } catch {
    return undefined;
  }
}

function deepestMessage(error: Error | undefined): string {
  let current = error;
  while (current?.cause instanceof Error && current.cause.message !== "") current = current.cause;
  return current?.message || "the connection failed";
}
