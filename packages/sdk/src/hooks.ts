// What can a caller observe of every attempt? Hooks for tracing and metrics; a hook that throws changes nothing about the call.
import type { Attempt } from "./errors.js";
import { maskHeaders, type Secrets } from "./redaction.js";
import type { OutgoingRequest } from "./transport/attempt.js";

/** One attempt about to be sent. Secrets are masked. */
export interface RequestInfo {
  /** The method of the client, for example `sessions.initialize`. */
  readonly operation: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One attempt that has ended. */
export interface ResponseInfo extends Attempt {
  readonly operation: string;
  /** Headers of the response, when one began to arrive. */
  readonly headers: Headers | undefined;
}

/** A pause before another attempt. */
export interface RetryInfo extends Attempt {
  readonly operation: string;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

export interface PaymentSessionsHooks {
  /** Before each attempt. */
  onRequest?: ((info: RequestInfo) => void) | undefined;
  /** After each attempt, answered or not. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Before each pause that another attempt follows. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

interface ObservedCall {
  readonly operation: string;
  readonly secrets: Secrets;
}

export type Hooks = ReturnType<typeof createHooks>;

export function createHooks({ onRequest, onResponse, onRetry }: PaymentSessionsHooks = {}) {
  return {
    request({ operation, secrets }: ObservedCall, { method, url, headers }: OutgoingRequest, attempt: number): void {
      if (onRequest === undefined) return;
      const shown = { operation, attempt, method, url: secrets.mask(url), headers: maskHeaders(headers, secrets) };
      guarded(() => onRequest(shown));
    },
    response({ operation }: ObservedCall, attempt: Attempt, response: Response | undefined): void {
      guarded(() => onResponse?.({ operation, ...attempt, headers: response?.headers }));
    },
    retry({ operation }: ObservedCall, attempt: Attempt, delayMs: number): void {
      guarded(() => onRetry?.({ operation, ...attempt, delayMs: Math.round(delayMs) }));
    },
  };
}

function guarded(work: () => unknown): void {
  try {
    const result = work();
    // A hook declared async must not end the process by its rejection either.
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // A broken hook must not break a payment.
  }
}
