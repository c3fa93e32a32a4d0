// The errors of a call, with the outcome of the request. spec/rules.md#errors, and errors of the network.

import type { ErrorCode } from "./generated/enums.js";

/** Set on every error, so that the ESM and CJS copies of this package recognise each other's errors. */
const BRAND = Symbol.for("@payment-sessions/sdk/error");

/** Which class an error has; the same value in every copy of the package. */
export type ErrorKind = "usage" | "connection" | "timeout" | "aborted" | "service" | "response" | "wait";

/**
 * The outcome of the request in the service.
 * - `not_sent`: it never reached the service, nothing happened there.
 * - `rejected`: the service rejected it, nothing was created.
 * - `unknown`: it may have been processed. Retry with the same `idempotencyKey`, or look the payment up, before trying again.
 */
export type Outcome = "not_sent" | "rejected" | "unknown";

/**
 * Codes of this package, for errors without a code of the service: INVALID_API_KEY is a key that is not sent, API_KEY_INVALID one that the
 * service refuses. The service's codes are `errorCodes`; a status without a code is `HTTP_<status>`.
 */
export type ClientErrorCode =
  | "ABORTED"
  | "API_KEY_REQUIRED"
  | "BROWSER_REFUSED"
  | "CONNECTION_FAILED"
  | "HANDOFF_MISSING"
  | "INVALID_AMOUNT"
  | "INVALID_API_KEY"
  | "INVALID_ARGUMENT"
  | "INVALID_BASE_URL"
  | "INVALID_HEADER"
  | "INVALID_ID"
  | "INVALID_IDEMPOTENCY_KEY"
  | "INVALID_OPTION"
  | "KEY_ENVIRONMENT_MISMATCH"
  | "REDIRECT_REFUSED"
  | "RESPONSE_EMPTY"
  | "RESPONSE_INTERRUPTED"
  | "RESPONSE_NOT_JSON"
  | "RESPONSE_TOO_LARGE"
  | "RESPONSE_UNEXPECTED"
  | "TEST_KEY_REQUIRED"
  | "TIMEOUT"
  | "WAIT_DEADLINE";

/** One HTTP request of a call. */
export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  /** Pause before this attempt, in milliseconds. */
  readonly waitedMs: number;
  /** From sending to the end of the body, in milliseconds. */
  readonly durationMs: number;
  /** HTTP status, when a response began to arrive. */
  readonly status?: number;
  /** The service's `X-Request-Id`. */
  readonly requestId?: string;
  /** Why there was no complete response. */
  readonly fault?: "timeout" | "connection" | "aborted";
}

/** One violated rule of a rejected request. */
export interface ErrorDetail {
  /** Path of the field, for example `amountCents` or `metadata.cart[2]`; empty for the whole body. */
  readonly path: string;
  /** Name of the rule, for example `minimum`. */
  readonly rule: string;
  /** What is required, for example `must be >= 1`. */
  readonly message: string;
}

/** Fields of an error besides its message. */
export interface ErrorFacts {
  code: string;
  outcome: Outcome;
  operation?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  attempts?: readonly Attempt[] | undefined;
  rawBody?: string | undefined;
  body?: unknown;
  details?: readonly ErrorDetail[];
  headers?: Headers | undefined;
  retryAfterMs?: number | undefined;
  idempotencyKey?: string | undefined;
  lastStatus?: string | undefined;
  cause?: Error | undefined;
}

/** Base of all errors of this package. Contains no secret: all texts were masked before. */
export class PaymentSessionsError extends Error {
  /** Narrows the type after `isPaymentSessionsError`, without `instanceof`. */
  readonly kind: ErrorKind;
  /** The service's code when its response has one, otherwise a code of this package or `HTTP_<status>`. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  readonly outcome: Outcome;
  /** Whether the same call may succeed later. With outcome `unknown`, retry it only with the same `idempotencyKey`. */
  readonly retryable: boolean;
  /** Every violated rule, when the service lists them (`VALIDATION_ERROR`); otherwise empty. */
  readonly details: readonly ErrorDetail[];
  /** Headers of the last response, secrets masked. Not part of the JSON form. */
  declare readonly headers?: Headers;
  /** The client's method, for example `sessions.status`; the method and path for `request()`. */
  declare readonly operation?: string;
  declare readonly status?: number;
  /** For questions to the service's operators. */
  declare readonly requestId?: string;
  readonly attempts: readonly Attempt[];
  /** The response's text, masked, at most the first 1024 characters. */
  declare readonly rawBody?: string;
  /** The parsed response, masked, when it was JSON. */
  declare readonly body?: unknown;
  /** From the header Retry-After, in milliseconds, when the response has it. */
  declare readonly retryAfterMs?: number;
  /** The key of every attempt; retry a call of unknown outcome with it. */
  declare readonly idempotencyKey?: string;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts) {
    const { cause, code, outcome, attempts = [], details = [], headers, ...rest } = facts;
    super(message, cause && { cause });
    this.kind = kind;
    this.code = code;
    this.outcome = outcome;
    this.retryable = isRetryable(kind, facts);
    this.attempts = attempts;
    this.details = details;
    Object.assign(this, Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)));
    Object.defineProperties(this, {
      ...(headers && { headers: { value: headers } }),
      [BRAND]: { value: true },
      name: { value: errorClasses[kind][1], configurable: true, writable: true },
    });
  }

  toJSON(): Record<string, unknown> {
    const facts: Record<string, unknown> = Object.fromEntries(Object.entries(this));
    return { name: this.name, message: this.message, ...facts };
  }
}

/** Rejected by the client before anything was sent: an invalid option, id or amount. */
export class UsageError extends PaymentSessionsError {
  declare readonly kind: "usage";
}

/** The connection failed before a complete response arrived. */
export class ConnectionError extends PaymentSessionsError {
  declare readonly kind: "connection";
}

/** The deadline of the call or of its last attempt passed; the socket was closed. */
export class TimeoutError extends PaymentSessionsError {
  declare readonly kind: "timeout";
}

/** The caller's own signal ended the call. */
export class AbortedError extends PaymentSessionsError {
  declare readonly kind: "aborted";
}

/** The service responded with an error status. `status` is always set. */
export class ServiceError extends PaymentSessionsError {
  declare readonly kind: "service";
  declare readonly status: number;
}

/** Not a valid response of the service: HTML, an empty or incomplete body, a redirect, a session without a URL for the buyer. */
export class InvalidResponseError extends PaymentSessionsError {
  declare readonly kind: "response";
  declare readonly status: number;
}

/** `waitForCompletion` or `watch` reached its deadline while the payment was still in progress. */
export class WaitDeadlineError extends PaymentSessionsError {
  declare readonly kind: "wait";
  /** Last known status; `undefined` when no poll got a response. */
  declare readonly lastStatus: string | undefined;
}

/** Every error of this package; narrows by `kind`. */
export type AnyPaymentSessionsError =
  | UsageError
  | ConnectionError
  | TimeoutError
  | AbortedError
  | ServiceError
  | InvalidResponseError
  | WaitDeadlineError;

/** Codes that another attempt would most probably return again. */
const lastingCodes = /^(REDIRECT_REFUSED|HANDOFF_MISSING|RESPONSE_UNEXPECTED|RESPONSE_TOO_LARGE)$/;

/** Of a 409: the first call with this idempotency key is still being processed. */
export const stillRunningCode = "IDEMPOTENCY_IN_PROGRESS" satisfies ErrorCode;

function isRetryable(kind: ErrorKind, { code, status = 0 }: ErrorFacts): boolean {
  if (kind === "usage" || kind === "aborted") return false;
  if (kind === "response") return !lastingCodes.test(code);
  if (kind !== "service") return true;
  if (code === stillRunningCode || code === "HTTP_409") return true;
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** The class of each kind with its name, so that a minified bundle keeps the names. */
const errorClasses = {
  usage: [UsageError, "UsageError"],
  connection: [ConnectionError, "ConnectionError"],
  timeout: [TimeoutError, "TimeoutError"],
  aborted: [AbortedError, "AbortedError"],
  service: [ServiceError, "ServiceError"],
  response: [InvalidResponseError, "InvalidResponseError"],
  wait: [WaitDeadlineError, "WaitDeadlineError"],
} as const satisfies Record<ErrorKind, readonly [typeof PaymentSessionsError, string]>;

/** Creates the error of a kind. */
export function createError<Kind extends ErrorKind>(
  kind: Kind,
  message: string,
  facts: ErrorFacts,
): InstanceType<(typeof errorClasses)[Kind][0]> {
  const [ErrorClass] = errorClasses[kind];
  return new ErrorClass(kind, message, facts) as InstanceType<(typeof errorClasses)[Kind][0]>; // sound: the class was looked up by this kind
}

/** Error of a call that is rejected before it is sent. */
export function refusal(code: ClientErrorCode, message: string): UsageError {
  return createError("usage", message, { code, outcome: "not_sent" });
}

// An error of the CJS build is an instance for the ESM build too.
Object.defineProperty(PaymentSessionsError, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    return isPaymentSessionsError(value)
      ? this === PaymentSessionsError || errorClasses[value.kind]?.[0] === this || isOrdinaryInstance(this, value)
      : isOrdinaryInstance(this, value);
  },
});

function isOrdinaryInstance(expected: unknown, value: unknown): boolean {
  return typeof expected === "function" && Function.prototype[Symbol.hasInstance].call(expected, value);
}

/**
 * Whether this is an error of this package, also of another copy of it.
 * @example if (isPaymentSessionsError(error) && error.outcome === "unknown") retryLaterWith(error.idempotencyKey);
 */
export function isPaymentSessionsError(value: unknown): value is AnyPaymentSessionsError {
  return typeof value === "object" && value !== null && Reflect.get(value, BRAND) === true;
}
