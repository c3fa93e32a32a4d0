// What can be set for a single call? Options come last in every method.
import { type Configuration, checkCount, checkMilliseconds } from "./configuration.js";
import { UsageError } from "./errors.js";

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

const ownHeaders = new Set([
  "authorization",
  "idempotency-key",
  "content-type",
  "content-length",
  "transfer-encoding",
  "connection",
  "host",
]);

/** Headers of one call. @throws {UsageError} `INVALID_HEADER` */
export function buildHeaders(
  configuration: Configuration,
  options: CallOptions,
  { withKey, idempotencyKey }: { withKey: boolean; idempotencyKey: string | undefined },
): Headers {
  const headers = new Headers({ accept: "application/json", "user-agent": configuration.userAgent });
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (ownHeaders.has(name.toLowerCase())) {
      throw new UsageError(`The header ${name} is set by the client and cannot be given per call.`, {
        code: "INVALID_HEADER",
      });
    }
    try {
      headers.set(name, value);
    } catch {
      // The platform's message would repeat the value, which may be a secret.
      const shown = configuration.secrets.mask(JSON.stringify(name));
      throw new UsageError(`The header ${shown} has a name or a value that HTTP does not allow.`, {
        code: "INVALID_HEADER",
      });
    }
  }
  if (withKey) headers.set("authorization", `Bearer ${configuration.apiKey}`);
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  return headers;
}

/** Values of a call's own headers that must be masked should anything echo them. */
export function secretHeaderValues(options: CallOptions): string[] {
  const harmless = /^(accept|accept-language|traceparent|tracestate|user-agent|x-request-id|x-correlation-id)$/i;
  return Object.entries(options.headers ?? {}).flatMap(([name, value]) => (harmless.test(name) ? [] : [value]));
}

/** @throws {UsageError} `INVALID_IDEMPOTENCY_KEY` */
export function checkIdempotencyKey(value: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw new UsageError("idempotencyKey must be 1 to 255 visible ASCII characters.", {
    code: "INVALID_IDEMPOTENCY_KEY",
  });
}

/** Limits of one call: its own, else the client's. */
export function readLimits(configuration: Configuration, options: CallOptions) {
  return {
    signal: options.signal,
    timeoutMs: checkMilliseconds("timeoutMs", options.timeoutMs ?? configuration.timeoutMs),
    maxRetries: checkCount("maxRetries", options.maxRetries ?? configuration.maxRetries),
  };
}
