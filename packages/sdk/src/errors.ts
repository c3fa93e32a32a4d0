// What can go wrong with a call, and may money have moved? One small tree; spec/rules.md#errors, and what a network adds.

import type { ErrorCode } from "./generated/enums.js";

/** Found on every error of every copy of this package, so that ESM and CJS copies recognise each other's errors. */
const BRAND = Symbol.for("@payment-sessions/sdk/error");

/** Which branch of the tree an error belongs to; the same word in every copy of the package. */
export type ErrorKind = "usage" | "connection" | "timeout" | "aborted" | "service" | "response" | "wait";

/**
 * What became of the request on the service's side.
 * - `not_sent`: it never reached the service, nothing happened there.
 * - `rejected`: the service answered no, nothing was created.
 * - `unknown`: it may have been carried out. Repeat with the same `idempotencyKey`, or look the payment up, before trying again.
 */
export type Outcome = "not_sent" | "rejected" | "unknown";

/** Words of this package for what the service has no code for. Its own codes are `errorCodes`; a status without a code is `HTTP_<status>`. */
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

/** One try on the wire. */
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

/** One broken rule of a request that the service refused. */
export interface ErrorDetail {
  /** JSON pointer to the field, for example `/amountCents`; empty for the whole body. */
  readonly path: string;
  /** The rule's word, for example `minimum`. */
  readonly rule: string;
  /** What would be right, for example `must be at least 1`. */
  readonly message: string;
}

/** What an error carries beside its message. */
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

/** Base of everything that this package throws or rejects with. Holds no secret: all texts are masked before they get here. */
export class PaymentSessionsError extends Error {
  /** Which branch this is; narrows after `isPaymentSessionsError`, without `instanceof`. */
  readonly kind: ErrorKind;
  /** The service's own code when its response had one, else a word of this package, else `HTTP_<status>`. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  readonly outcome: Outcome;
  /** May the same call succeed later? With outcome `unknown`, repeat it with the same `idempotencyKey` only. */
  readonly retryable: boolean;
  /** Every broken rule, when the service named them (`VALIDATION_ERROR`); otherwise empty. */
  readonly details: readonly ErrorDetail[];
  /** Headers of the last response, secrets masked. Not part of the JSON form. */
  declare readonly headers?: Headers;
  /** The client's method, for example `sessions.status`; the method and path for `request()`. */
  declare readonly operation?: string;
  declare readonly status?: number;
  /** Quote it to the service's operators. */
  declare readonly requestId?: string;
  readonly attempts: readonly Attempt[];
  /** The response as it came, at most the first 1024 characters. */
  declare readonly rawBody?: string;
  /** The response as JSON, when it was JSON. */
  declare readonly body?: unknown;
  /** How long the service asked to wait, in milliseconds, when it did. */
  declare readonly retryAfterMs?: number;
  /** Key that every attempt carried; repeat a call of unknown outcome with it. */
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
    if (headers !== undefined) Object.defineProperty(this, "headers", { value: headers });
    Object.defineProperty(this, BRAND, { value: true });
    Object.defineProperty(this, "name", { value: branches[kind][1], configurable: true, writable: true });
  }

  toJSON(): Record<string, unknown> {
    const facts: Record<string, unknown> = Object.fromEntries(Object.entries(this));
    return { name: this.name, message: this.message, ...facts };
  }
}

/** Refused here, before anything was sent: a wrong option, id or amount. */
export class UsageError extends PaymentSessionsError {
  declare readonly kind: "usage";
}

/** The connection failed before a complete response arrived. */
export class ConnectionError extends PaymentSessionsError {
  declare readonly kind: "connection";
}

/** The deadline of the call, or the last attempt's, passed; the socket has been closed. */
export class TimeoutError extends PaymentSessionsError {
  declare readonly kind: "timeout";
}

/** The caller's own signal ended the call. */
export class AbortedError extends PaymentSessionsError {
  declare readonly kind: "aborted";
}

/** The service answered with an error status. `status` is always set. */
export class ServiceError extends PaymentSessionsError {
  declare readonly kind: "service";
  declare readonly status: number;
}

/** A response that cannot be one of the service: HTML, nothing, half a document, a redirect, a session without a handoff. */
export class InvalidResponseError extends PaymentSessionsError {
  declare readonly kind: "response";
  declare readonly status: number;
}

/** `waitForCompletion` or `watch` reached its deadline while the payment was still in progress. */
export class WaitDeadlineError extends PaymentSessionsError {
  declare readonly kind: "wait";
  /** Last status seen; `undefined` when no poll was answered. */
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

/** Codes of a response that another attempt would most probably bring again. */
const lastingCodes = /^(REDIRECT_REFUSED|HANDOFF_MISSING|RESPONSE_UNEXPECTED|RESPONSE_TOO_LARGE)$/;

function isRetryable(kind: ErrorKind, { code, status = 0 }: ErrorFacts): boolean {
  if (kind === "usage" || kind === "aborted") return false;
  if (kind === "response") return !lastingCodes.test(code);
  if (kind !== "service") return true;
  if (code === "IDEMPOTENCY_IN_PROGRESS" || code === "HTTP_409") return true;
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** The class of each branch and its name, written out so that a minified bundle still names its errors. */
const branches = {
  usage: [UsageError, "UsageError"],
  connection: [ConnectionError, "ConnectionError"],
  timeout: [TimeoutError, "TimeoutError"],
  aborted: [AbortedError, "AbortedError"],
  service: [ServiceError, "ServiceError"],
  response: [InvalidResponseError, "InvalidResponseError"],
  wait: [WaitDeadlineError, "WaitDeadlineError"],
} as const satisfies Record<ErrorKind, readonly [typeof PaymentSessionsError, string]>;

/** Makes the error of one branch. */
export function createError<Kind extends ErrorKind>(
  kind: Kind,
  message: string,
  facts: ErrorFacts,
): InstanceType<(typeof branches)[Kind][0]> {
  const [ErrorClass] = branches[kind];
  return new ErrorClass(kind, message, facts) as InstanceType<(typeof branches)[Kind][0]>; // the class was looked up by this kind
}

/** Something that was refused before sending. */
export function refusal(code: ClientErrorCode, message: string): UsageError {
  return createError("usage", message, { code, outcome: "not_sent" });
}

// Copies of the package count as one: an error made by the CJS build is an instance for the ESM build too.
Object.defineProperty(PaymentSessionsError, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    return isPaymentSessionsError(value)
      ? this === PaymentSessionsError || branches[value.kind]?.[0] === this || isOrdinaryInstance(this, value)
      : isOrdinaryInstance(this, value);
  },
});

function isOrdinaryInstance(asked: unknown, value: unknown): boolean {
  return typeof asked === "function" && Function.prototype[Symbol.hasInstance].call(asked, value);
}

/**
 * Is this an error of this package, whichever copy made it?
 * @example if (isPaymentSessionsError(error) && error.outcome === "unknown") retryLaterWith(error.idempotencyKey);
 */
export function isPaymentSessionsError(value: unknown): value is AnyPaymentSessionsError {
  return typeof value === "object" && value !== null && Reflect.get(value, BRAND) === true;
}
