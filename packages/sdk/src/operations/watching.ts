// Waits for the end of a payment by polling with growing intervals, within a deadline; a webhook can trigger a poll. For display:
// the webhook decides.
import type { OrOther, PaymentStatus } from "../api-types.js";
import type { CallOptions } from "../call-options.js";
import { checkFunction, checkMilliseconds, refuseUnknownNames } from "../configuration.js";
import { createError, type PaymentSessionsError } from "../errors.js";
import type { CheckoutFlowStatus } from "../generated/enums.js";
import type { SafeResult } from "../payment-call.js";
import { refusedValue } from "../refused-value.js";
import { listenForAbort } from "../transport/abort-listening.js";
import { pause, type Timekeeper } from "../transport/timekeeper.js";

export interface WatchOptions {
  /** For the whole wait, in milliseconds. Default 600 000, ten minutes. */
  deadlineMs?: number | undefined;
  /** Statuses that end the wait, or a predicate. Default `completed` and `failed`; an unknown status never ends it. */
  until?: readonly OrOther<CheckoutFlowStatus>[] | ((status: OrOther<CheckoutFlowStatus>) => boolean) | undefined;
  /** Ends the wait; it then rejects with an `AbortedError`. */
  signal?: AbortSignal | undefined;
}

export interface WaitOptions extends WatchOptions {
  /** Called with the first status and with each change. Awaited: if it throws or rejects, so does the wait. */
  onUpdate?: ((snapshot: PaymentStatus) => void) | undefined;
}

const waitOptionNames = Object.keys({
  deadlineMs: true,
  until: true,
  signal: true,
  onUpdate: true,
} satisfies Record<keyof WaitOptions, true>);

const FIRST_INTERVAL_MS = 1_000;
const LONGEST_INTERVAL_MS = 10_000;
const DEFAULT_DEADLINE_MS = 600_000;

interface Waiter {
  readonly paymentId: string;
  /** Woken during a poll: poll again without a pause. */
  isWoken: boolean;
  interrupt: () => void;
}

export interface WatchingDependencies {
  readonly readStatus: (paymentId: string, options: CallOptions) => Promise<SafeResult<PaymentStatus>>;
  readonly time: Timekeeper;
  readonly random: () => number;
  /** Timeout of one poll. */
  readonly timeoutMs: number;
}

/** The waits of one client. */
export class Watching {
  readonly #dependencies: WatchingDependencies;
  readonly #waiters = new Set<Waiter>();

  constructor(dependencies: WatchingDependencies) {
    this.#dependencies = dependencies;
  }

  /** All waits for this payment poll immediately. */
  wake(paymentId: string): void {
    for (const waiter of this.#waiters) {
      if (waiter.paymentId !== paymentId) continue;
      waiter.isWoken = true;
      waiter.interrupt();
    }
  }

  async *watch(paymentId: string, options: WatchOptions = {}): AsyncGenerator<PaymentStatus, void, undefined> {
    refuseUnknownNames("a wait", options, waitOptionNames);
    const { onUpdate }: WaitOptions = options;
    if (onUpdate !== undefined) checkFunction("onUpdate", onUpdate);
    const deadlineMs = checkMilliseconds("deadlineMs", options.deadlineMs ?? DEFAULT_DEADLINE_MS);
    const isEnd = readUntil(options.until);
    const { readStatus, time, random } = this.#dependencies;
    const endAt = time.elapsed() + deadlineMs;
    const remainingMs = () => endAt - time.elapsed();
    const waiter: Waiter = { paymentId, isWoken: false, interrupt: () => undefined };
    this.#waiters.add(waiter);
    let last: PaymentStatus | undefined;
    let lastError: PaymentSessionsError | undefined;
    let intervalMs = FIRST_INTERVAL_MS;
    try {
      for (;;) {
        waiter.isWoken = false;
        const timeoutMs = Math.min(this.#dependencies.timeoutMs, remainingMs());
        if (timeoutMs <= 0) throw deadlineError(paymentId, deadlineMs, last, lastError);
        const result = await readStatus(paymentId, { timeoutMs, maxRetries: 0, signal: options.signal });
        let leastMs = 0;
        if (result.ok) {
          const isChange = result.data.status !== last?.status;
          last = result.data;
          lastError = undefined;
          const isOver = isEnd(last.status);
          intervalMs = isChange ? FIRST_INTERVAL_MS : Math.min(LONGEST_INTERVAL_MS, intervalMs * 1.5);
          if (isChange || isOver) yield last;
          if (isOver) return;
        } else {
          if (!isTransient(result.error)) throw result.error;
          lastError = result.error;
          leastMs = result.error.retryAfterMs ?? 0;
          intervalMs = Math.min(LONGEST_INTERVAL_MS, intervalMs * 2);
        }
        if (waiter.isWoken) continue;
        // Jitter of a fifth in both directions, so that many waiting pages do not poll at the same time.
        const spreadMs = intervalMs * (0.8 + 0.4 * random());
        await sleep(time, waiter, Math.min(Math.max(spreadMs, leastMs), remainingMs()), options.signal);
        if (options.signal?.aborted) throw abortedError(paymentId);
      }
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  async waitForCompletion(paymentId: string, options: WaitOptions = {}): Promise<PaymentStatus> {
    let last: PaymentStatus | undefined;
    for await (const snapshot of this.watch(paymentId, options)) {
      last = snapshot;
      await options.onUpdate?.(snapshot);
    }
    return last as PaymentStatus; // sound: watch yields before it returns
  }
}

async function sleep(time: Timekeeper, waiter: Waiter, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  waiter.interrupt = interrupt;
  const unlisten = listenForAbort(signal, interrupt);
  await pause(time, Math.max(0, ms), controller.signal);
  unlisten();
}

/** Whether the next poll may succeed: as of any retry, and after every other 5xx. A redirect means a wrong base URL. */
function isTransient(error: PaymentSessionsError): boolean {
  if (error.kind === "response") return error.code !== "REDIRECT_REFUSED";
  return error.retryable || (error.kind === "service" && (error.status ?? 0) >= 500);
}

function readUntil(until: WatchOptions["until"]): (status: string) => boolean {
  if (typeof until === "function") return until;
  if (until === undefined) return (status) => status === "completed" || status === "failed";
  if (Array.isArray(until)) return (status) => until.includes(status);
  throw refusedValue("INVALID_OPTION", "until", "a list of statuses or a function", until);
}

function deadlineError(
  paymentId: string,
  deadlineMs: number,
  last: PaymentStatus | undefined,
  lastError: PaymentSessionsError | undefined,
): PaymentSessionsError {
  const state = `last status: ${last === undefined ? "none" : JSON.stringify(last.status)}`;
  const lastFailure = lastError === undefined ? "" : `, last error: ${lastError.message}`;
  return createError("wait", `${paymentId} was not final within ${deadlineMs} ms, ${state}${lastFailure}`, {
    code: "WAIT_DEADLINE",
    outcome: "unknown",
    operation: "sessions.status",
    lastStatus: last?.status,
    status: lastError?.status,
    requestId: lastError?.requestId,
    cause: lastError,
  });
}

function abortedError(paymentId: string): PaymentSessionsError {
  return createError("aborted", `Waiting for ${paymentId} was aborted.`, {
    code: "ABORTED",
    outcome: "unknown",
    operation: "sessions.status",
  });
}
