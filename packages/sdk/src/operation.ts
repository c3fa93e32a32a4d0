// Common to all operations: sends a described call and turns its end into a result.
import {
  buildHeaders,
  type CallOptions,
  checkCallOptions,
  checkIdempotencyKey,
  readLimits,
  secretHeaderValues,
} from "./call-options.js";
import type { Configuration } from "./configuration.js";
import { createError, type ErrorFacts, PaymentSessionsError, refusal } from "./errors.js";
import { isObject } from "./is-object.js";
import { type Ended, PaymentCall } from "./payment-call.js";
import { type ResponseCheck, readResponse, Unacceptable } from "./read-response.js";
import { oneLine, type SecretValues } from "./redaction.js";
import { createUuid } from "./runtime.js";
import { retriedStatuses } from "./transport/retry-policy.js";
import { type OutgoingCall, sendCall } from "./transport/send-call.js";

/** One operation of the description, with the values of this call. */
export interface Operation<T> {
  /** The method of the client, for example `sessions.status`. */
  readonly name: string;
  /** GET when left out. */
  readonly method?: "POST" | (string & {});
  readonly path: string;
  readonly params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  readonly body?: unknown;
  /** The route needs no API key, so none is sent. */
  readonly isPublic?: boolean;
  /**
   * When a retry is safe. Left out: always, it only reads. `keyed`: with its idempotency key. `unprocessed`: only after an attempt that
   * certainly was not processed.
   */
  readonly retry?: "keyed" | "unprocessed" | undefined;
  /** Statuses to retry, instead of the default ones. */
  readonly retriedStatuses?: readonly number[];
  /** Values of this call that no error and no log line may show, for example an IBAN. */
  readonly secrets?: SecretValues;
  /** Throws for values that must not be sent. */
  readonly refuse?: () => void;
  readonly check: ResponseCheck<T>;
}

export type Perform = <T>(operation: Operation<T>, options?: CallOptions) => PaymentCall<T>;

export function createPerform(configuration: Configuration): Perform {
  return function performOperation(operation, options = {}) {
    const origin: { stack?: string } = {};
    Error.captureStackTrace?.(origin, performOperation);
    return new PaymentCall(
      perform(configuration, operation, options).then((ended) => {
        if (!ended.ok) showOrigin(ended.error, origin.stack);
        return ended;
      }),
    );
  };
}

/** Replaces the stack, which ends in the event loop, by the caller's. */
function showOrigin(error: PaymentSessionsError, origin: string | undefined): void {
  const frames = origin?.split("\n").slice(1).join("\n");
  if (frames) error.stack = `${error.name}: ${error.message}\n${frames}`;
}

async function perform<T>(
  configuration: Configuration,
  operation: Operation<T>,
  options: CallOptions,
): Promise<Ended<T>> {
  let call: OutgoingCall;
  let idempotencyKey: string | undefined;
  try {
    checkCallOptions(options);
    operation.refuse?.();
    idempotencyKey = chooseIdempotencyKey(operation.retry, options.idempotencyKey);
    call = prepare(configuration, operation, options, idempotencyKey);
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    const facts: ErrorFacts = {
      code: error instanceof PaymentSessionsError ? error.code : "INVALID_ARGUMENT",
      outcome: "not_sent",
      operation: operation.name,
    };
    return {
      ok: false,
      error: createError("usage", oneLine(configuration.secrets.mask(`${operation.name}: ${message}`)), facts),
    };
  }
  try {
    return readResponse(call, await sendCall(configuration, call), idempotencyKey, operation.check);
  } catch (error) {
    // A clock, a random source or a fetch of the caller did what none may do. The call must end nevertheless.
    const cause = call.secrets.maskCause(error);
    const facts: ErrorFacts = {
      code: "CONNECTION_FAILED",
      outcome: "unknown",
      operation: operation.name,
      idempotencyKey,
      cause,
    };
    const text = `${operation.name}: ${oneLine(String(cause?.message))}`;
    return { ok: false, error: createError("connection", text, facts) };
  }
}

function prepare<T>(
  configuration: Configuration,
  operation: Operation<T>,
  options: CallOptions,
  idempotencyKey: string | undefined,
): OutgoingCall {
  return {
    operation: operation.name,
    method: operation.method ?? "GET",
    path: operation.path,
    params: operation.params ?? {},
    body: operation.body,
    headers: buildHeaders(configuration, options, { needsApiKey: !operation.isPublic, idempotencyKey }),
    ...readLimits(configuration, options),
    attemptTimeoutMs: configuration.attemptTimeoutMs,
    rules: {
      isRepeatable: operation.retry !== "unprocessed",
      statuses: operation.retriedStatuses ?? retriedStatuses,
      maxRetryAfterMs: configuration.maxRetryAfterMs,
      random: configuration.random,
      now: configuration.time.now,
    },
    secrets: configuration.secrets.with({ credentials: secretHeaderValues(options) }).with(operation.secrets ?? {}),
  };
}

function chooseIdempotencyKey(retry: Operation<unknown>["retry"], given: string | undefined): string | undefined {
  if (given !== undefined) return checkIdempotencyKey(given);
  if (retry !== "keyed") return undefined;
  const created = createUuid();
  if (created !== undefined) return created;
  throw refusal("INVALID_IDEMPOTENCY_KEY", "This runtime has no crypto.randomUUID: pass idempotencyKey.");
}

/** The check of operations whose response is just a JSON object. */
export function expectObject<T extends object>(data: unknown): T | Unacceptable {
  if (!isObject(data))
    return expectSomething(data) ?? new Unacceptable("RESPONSE_UNEXPECTED", "the response is not a JSON object");
  return data as T; // The API description has these fields, and the service checks its responses against it.
}

/** `undefined` unless the response is empty. */
export function expectSomething(data: unknown): Unacceptable | undefined {
  return data === undefined || data === "" ? new Unacceptable("RESPONSE_EMPTY", "the response is empty") : undefined;
}
