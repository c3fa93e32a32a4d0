// Turns the end of a call into data or into an error of the client. spec/rules.md#errors.
import {
  type AnyPaymentSessionsError,
  createError,
  type ErrorDetail,
  type ErrorFacts,
  type ErrorKind,
  type Outcome,
} from "./errors.js";
import type { Ended } from "./payment-call.js";
import { excerptOf, oneLine } from "./redaction.js";
import { isSuccess, listHeaders } from "./transport/attempt.js";
import { BodyTooLargeError } from "./transport/response-body.js";
import { readRetryAfterMs } from "./transport/retry-after.js";
import type { CallEnding, OutgoingCall } from "./transport/send-call.js";

/** A response with a success status and an invalid body, with the reason. */
export class Unacceptable {
  constructor(
    readonly code: string,
    readonly message: string,
    readonly outcome: Outcome = "unknown",
  ) {}
}

/** Returns checked data, or what is wrong with it. */
export type ResponseCheck<T> = (data: unknown) => T | Unacceptable;

export function readResponse<T>(
  call: OutgoingCall,
  ending: CallEnding,
  idempotencyKey: string | undefined,
  check: ResponseCheck<T>,
): Ended<T> {
  const { last, attempts } = ending;
  const response = last?.response;
  const { secrets } = call;
  const maskedError = secrets.maskJson(ending.error);
  const requestId = response?.headers.get("x-request-id") ?? textField(ending.error, "requestId");
  const fail = (kind: ErrorKind, code: string, outcome: Outcome, text: string, cause?: unknown): Ended<T> => ({
    ok: false,
    error: describeFailure(call, ending, { kind, code, outcome, text, cause, requestId, idempotencyKey }),
  });
  const outcomeOr = (otherwise: Outcome): Outcome => (ending.isInDoubt ? "unknown" : otherwise);

  if (last === undefined) {
    return fail("usage", "INVALID_ARGUMENT", "not_sent", "the request cannot be serialized", ending.unreadable);
  }
  if (last.fault !== undefined) {
    if (last.cause instanceof BodyTooLargeError) {
      return fail("response", "RESPONSE_TOO_LARGE", "unknown", `status ${response?.status}`, last.cause);
    }
    const code = { timeout: "TIMEOUT", aborted: "ABORTED", connection: "CONNECTION_FAILED" }[last.fault];
    const isCut = last.fault === "connection" && response !== undefined;
    const text =
      response === undefined
        ? "no response"
        : `status ${response.status}, but the connection closed before the body was complete`;
    return fail(last.fault, isCut ? "RESPONSE_INTERRUPTED" : code, outcomeOr("not_sent"), text, last.cause);
  }

  const { status } = last.response;
  if (status === 0 || (status >= 300 && status < 400)) {
    const target = last.response.headers.get("location") ?? "an address that is not shown";
    return fail(
      "response",
      "REDIRECT_REFUSED",
      "unknown",
      `${status} to ${secrets.mask(target)}, but redirects are not followed, because the API key would be sent along`,
    );
  }
  if (!isSuccess(last.response)) {
    const code = readCode(ending.error, secrets);
    const message = readErrorText(maskedError);
    const text = `${status} ${message}${describeDetails(readDetails(ending.error, secrets), message)}${code === undefined ? "" : ` [${code}]`}`;
    return fail("service", code ?? `HTTP_${status}`, outcomeOr("rejected"), text);
  }
  if (ending.unreadable !== undefined) {
    return fail("response", "RESPONSE_NOT_JSON", "unknown", `status ${status}, but the response is not JSON`);
  }
  const data = check(ending.data);
  if (data instanceof Unacceptable) {
    return fail("response", data.code, data.outcome, `status ${status}, but ${secrets.mask(data.message)}`);
  }
  return { ok: true, result: { data, response: last.response, requestId, attempts, idempotencyKey } };
}

function describeFailure(
  { operation, secrets, rules }: OutgoingCall,
  ending: CallEnding,
  found: {
    kind: ErrorKind;
    code: string;
    outcome: Outcome;
    text: string;
    cause: unknown;
    requestId: string | undefined;
    idempotencyKey: string | undefined;
  },
): AnyPaymentSessionsError {
  const { last, attempts } = ending;
  // The data in these texts is masked already; a personal value that equals a word of these texts must not mask it.
  const show = (text: string) => oneLine(secrets.maskCredentials(text));
  const cause = secrets.maskCause(found.cause);
  const { text: rawBody, json: body } = secrets.maskBody(last?.text ?? "");
  const tries = attempts.length > 1 ? ` after ${attempts.length} attempts` : "";
  const why = cause === undefined ? "" : `: ${deepestMessage(cause)}`;
  const requestId = found.requestId && oneLine(secrets.maskIdentifier(found.requestId));
  const request = requestId === undefined ? "" : `, request ${requestId}`;
  const facts: ErrorFacts = {
    code: show(found.code),
    outcome: found.outcome,
    operation,
    status: last?.response?.status,
    requestId,
    attempts,
    rawBody: excerptOf(rawBody) || undefined,
    body,
    details: readDetails(ending.error ?? ending.data, secrets),
    headers: last?.response && maskedHeaders(last.response, secrets),
    retryAfterMs: last?.response && readRetryAfterMs(last.response.headers, rules.now()),
    idempotencyKey: found.idempotencyKey,
    cause,
  };
  return createError(found.kind, show(`${operation}${tries}: ${found.text}${why}${request}`), facts);
}

/** A list of broken rules, or the one rule of an order look-up. */
function readDetails(body: unknown, secrets: OutgoingCall["secrets"]): ErrorDetail[] {
  const given: unknown = Object(body).details;
  return [given].flat().flatMap((detail: unknown) => {
    const { path, rule, message }: Record<string, unknown> = Object(detail);
    return typeof path === "string" && typeof rule === "string" && typeof message === "string"
      ? [{ path: secrets.maskIdentifier(path), rule: secrets.maskIdentifier(rule), message: secrets.mask(message) }]
      : [];
  });
}

/** The first three that the service's message does not name already; the others stay in `details`. */
function describeDetails(details: readonly ErrorDetail[], message: string): string {
  const rules = details.map((detail) => `${detail.path || "body"} ${detail.message}`);
  const unnamed = rules.filter((rule) => !message.includes(rule));
  if (unnamed.length === 0) return "";
  return ` (${unnamed.slice(0, 3).join("; ")}${unnamed.length > 3 ? `; and ${unnamed.length - 3} more` : ""})`;
}

function maskedHeaders(response: Response, secrets: OutgoingCall["secrets"]): Headers {
  const masked = new Headers();
  for (const [name, value] of listHeaders(response)) {
    masked.append(name, name === "x-request-id" ? secrets.maskIdentifier(value) : secrets.mask(value));
  }
  return masked;
}

function readErrorText(body: unknown): string {
  const text = textField(body, "message") ?? textField(body, "error");
  if (text !== undefined) return text;
  if (body === undefined || body === "") return "with an empty body";
  return typeof body === "string" ? `not JSON: ${body}` : "without a message";
}

function textField(body: unknown, name: string): string | undefined {
  const value: unknown = Object(body)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What has the form of a code of the contract stays as it is, because programs compare it: also a personal value that is the same word. */
function readCode(body: unknown, secrets: OutgoingCall["secrets"]): string | undefined {
  const code = textField(body, "code");
  return code && (/^[A-Z_]+$/.test(code) ? secrets.maskCredentials(code) : secrets.mask(code));
}

function deepestMessage(error: Error): string {
  return error.cause instanceof Error && error.cause.message !== "" ? deepestMessage(error.cause) : error.message;
}
