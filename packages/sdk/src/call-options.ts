// What can be set for a single call? Options come last in every method.
import { type Configuration, checkCount, checkMilliseconds, refuseUnknownNames } from "./configuration.js";
import { refusal } from "./errors.js";
import { type HeaderFields, readHeaderFields, secretValues } from "./header-fields.js";
import { refusedValue } from "./refused-value.js";

export interface CallOptions {
  /** Ends the call; the error shows whether it may have been carried out. */
  signal?: AbortSignal | undefined;
  /** Whole call in milliseconds, instead of the client's. */
  timeoutMs?: number | undefined;
  /** Retries after the first attempt, instead of the client's. */
  maxRetries?: number | undefined;
  /** 1 to 255 visible ASCII characters. `initialize` creates one when left out; every attempt sends the same. */
  idempotencyKey?: string | undefined;
  /** More headers, for example for tracing. Never logged in clear. */
  headers?: HeaderFields | undefined;
}

const callOptionNames = Object.keys({
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  idempotencyKey: true,
  headers: true,
} satisfies Record<keyof CallOptions, true>);

/** @throws {UsageError} `INVALID_OPTION` for anything but an object of options */
export function checkCallOptions(options: unknown): void {
  const hint = typeof options === "string" ? ": an idempotency key is passed as { idempotencyKey }" : "";
  refuseUnknownNames("a call", options, callOptionNames, hint);
  // An object without other names; `signal` is checked next.
  const { signal } = options as CallOptions;
  if (signal !== undefined && typeof Object(signal).addEventListener !== "function") {
    throw refusedValue("INVALID_OPTION", "signal", "an AbortSignal", signal);
  }
}

/** Headers of one call. @throws {UsageError} `INVALID_HEADER` */
export function buildHeaders(
  configuration: Configuration,
  options: CallOptions,
  { needsApiKey, idempotencyKey }: { needsApiKey: boolean; idempotencyKey: string | undefined },
): Headers {
  const headers = new Headers({ accept: "application/json", "user-agent": configuration.userAgent });
  for (const [name, value] of [...configuration.headers, ...readHeaderFields(options.headers)])
    headers.set(name, value);
  if (needsApiKey && configuration.apiKey === null) {
    throw refusal(
      "API_KEY_REQUIRED",
      "This route needs an API key, and the client has apiKey: null. Create one with a key by withOptions({ apiKey }).",
    );
  }
  if (needsApiKey) headers.set("authorization", `Bearer ${configuration.apiKey}`);
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  return headers;
}

/** Values of a call's own headers, to mask in errors and logs. */
export function secretHeaderValues(options: CallOptions): string[] {
  return secretValues(readHeaderFields(options.headers));
}

/** @throws {UsageError} `INVALID_IDEMPOTENCY_KEY` */
export function checkIdempotencyKey(value: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw refusedValue(
    "INVALID_IDEMPOTENCY_KEY",
    "idempotencyKey",
    "1 to 255 visible ASCII characters without spaces",
    value,
  );
}

/** Limits of one call: its own, else the client's. */
export function readLimits(configuration: Configuration, options: CallOptions) {
  return {
    signal: options.signal,
    timeoutMs: checkMilliseconds("timeoutMs", options.timeoutMs ?? configuration.timeoutMs),
    maxRetries: checkCount("maxRetries", options.maxRetries ?? configuration.maxRetries),
  };
}
