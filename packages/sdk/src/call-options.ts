// What can be set for a single call? Options come last in every method.
import { type Configuration, checkCount, checkMilliseconds } from "./configuration.js";
import { refusal } from "./errors.js";

export interface CallOptions {
  /** Ends the call; the error tells whether it may have been carried out. */
  signal?: AbortSignal | undefined;
  /** Whole call in milliseconds, instead of the client's. */
  timeoutMs?: number | undefined;
  /** Repetitions after the first attempt, instead of the client's. */
  maxRetries?: number | undefined;
  /** 1 to 255 visible ASCII characters. `initialize` makes one when left out; every attempt carries the same. */
  idempotencyKey?: string | undefined;
  /** More headers, for example for tracing. Never logged in clear. */
  headers?: Readonly<Record<string, string>> | undefined;
}

const ownHeaders = /^(authorization|idempotency-key|content-type|content-length|transfer-encoding|connection|host)$/i;

/** Headers of one call. @throws {UsageError} `INVALID_HEADER` */
export function buildHeaders(
  configuration: Configuration,
  options: CallOptions,
  { withKey, idempotencyKey }: { withKey: boolean; idempotencyKey: string | undefined },
): Headers {
  const headers = new Headers({ accept: "application/json", "user-agent": configuration.userAgent });
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (ownHeaders.test(name)) {
      throw refusal("INVALID_HEADER", `The client itself sets the header ${name}.`);
    }
    try {
      headers.set(name, value);
    } catch {
      // The platform's message would repeat the value, which may be a secret.
      throw refusal("INVALID_HEADER", `HTTP does not allow this name or value for the header ${JSON.stringify(name)}.`);
    }
  }
  if (withKey) headers.set("authorization", `Bearer ${configuration.apiKey}`);
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  return headers;
}

/** Values of a call's own headers that must be masked should anything echo them. */
export function secretHeaderValues(options: CallOptions): string[] {
  const harmless = /^(trace.*|x-request-id)$/i;
  return Object.entries(options.headers ?? {}).flatMap(([name, value]) => (harmless.test(name) ? [] : [value]));
}

/** @throws {UsageError} `INVALID_IDEMPOTENCY_KEY` */
export function checkIdempotencyKey(value: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw refusal("INVALID_IDEMPOTENCY_KEY", "idempotencyKey must be 1 to 255 visible ASCII characters.");
}

/** Limits of one call: its own, else the client's. */
export function readLimits(configuration: Configuration, options: CallOptions) {
  return {
    signal: options.signal,
    timeoutMs: checkMilliseconds("timeoutMs", options.timeoutMs ?? configuration.timeoutMs),
    maxRetries: checkCount("maxRetries", options.maxRetries ?? configuration.maxRetries),
  };
}
