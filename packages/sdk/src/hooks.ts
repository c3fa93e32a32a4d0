// Hooks around every attempt, for tracing and metrics. An error in a hook does not affect the call.
import type { Attempt } from "./errors.js";
import { maskHeaders, type Secrets } from "./redaction.js";
import type { OutgoingRequest } from "./transport/attempt.js";

/** An attempt before it is sent. Secrets are masked. */
export interface RequestInfo {
  /** The method of the client, for example `sessions.initialize`. */
  readonly operation: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An attempt that ended. */
export interface ResponseInfo extends Attempt {
  readonly operation: string;
  /** Headers of the response, if they arrived. */
  readonly headers: Headers | undefined;
}

/** The pause before a retry. */
export interface RetryInfo extends Attempt {
  readonly operation: string;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

export interface PaymentSessionsHooks {
  /** Before each attempt. */
  onRequest?: ((info: RequestInfo) => void) | undefined;
  /** After each attempt, with or without a response. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Before the pause of each retry. */
  onRetry?: ((info: RetryInfo) => void) | undefined;
}

interface ObservedCall {
  readonly operation: string;
  readonly secrets: Secrets;
}

export type Hooks = ReturnType<typeof createHooks>;

export function createHooks(hooks: PaymentSessionsHooks = {}) {
  return {
    request({ operation, secrets }: ObservedCall, { method, url, headers }: OutgoingRequest, attempt: number): void {
      guarded(() =>
        hooks.onRequest?.({
          operation,
          attempt,
          method,
          url: secrets.mask(url),
          headers: maskHeaders(headers, secrets),
        }),
      );
    },
    response({ operation }: ObservedCall, attempt: Attempt, response: Response | undefined): void {
      guarded(() => hooks.onResponse?.({ operation, ...attempt, headers: response?.headers }));
    },
    retry({ operation }: ObservedCall, attempt: Attempt, delayMs: number): void {
      guarded(() => hooks.onRetry?.({ operation, ...attempt, delayMs: Math.round(delayMs) }));
    },
  };
}

/** Calls a hook or a logger: what it throws must not fail the call, and the rejection of an async one must not end the process. */
export function guarded(work: () => unknown): void {
  try {
    Promise.resolve(work()).catch(() => undefined);
  } catch {
    // As documented on the option `hooks`.
  }
}
