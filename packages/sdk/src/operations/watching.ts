// How does a caller wait for the end of a payment? Polls at an adapting pace, within a deadline; a webhook may wake it. For display: the webhook decides.
import type { OrOther, PaymentStatus } from "../answers.js";
import type { CallOptions } from "../call-options.js";
import { checkMilliseconds } from "../configuration.js";
import { AbortedError, type PaymentSessionsError, UsageError, WaitDeadlineError } from "../errors.js";
import type { CheckoutFlowStatus } from "../generated/enums.js";
import type { SafeResult } from "../payment-call.js";
import { listenForAbort } from "../transport/abort-listening.js";
import { pause, type Timekeeper } from "../transport/timekeeper.js";

export interface WatchOptions {
  /** For the whole wait, in milliseconds. Default 600 000, ten minutes. */
  deadlineMs?: number | undefined;
  /** Statuses that end the wait, or a test for them. Default `completed` and `failed`; a status that we do not know never ends it. */
  until?: readonly OrOther<CheckoutFlowStatus>[] | ((status: OrOther<CheckoutFlowStatus>) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}

export interface WaitOptions extends WatchOptions {
  /** Called with the first status and with each change. */
  onUpdate?: ((snapshot: PaymentStatus) => void) | undefined;
}

const FIRST_INTERVAL_MS = 1_000;
const LONGEST_INTERVAL_MS = 10_000;
const DEFAULT_DEADLINE_MS = 600_000;

interface Sleeper {
  /** A wake-up came while nobody was asleep. */
  woken: boolean;
  interrupt: () => void;
}

/** Waiters of one client, by payment. */
export class Watching {
  readonly #readStatus: (paymentId: string, options: CallOptions) => Promise<SafeResult<PaymentStatus>>;
  readonly #time: Timekeeper;
  readonly #random: () => number;
  readonly #callTimeoutMs: number;
  readonly #sleepers = new Map<string, Set<Sleeper>>();

  constructor(dependencies: {
    readStatus: (paymentId: string, options: CallOptions) => Promise<SafeResult<PaymentStatus>>;
    time: Timekeeper;
    random: () => number;
    callTimeoutMs: number;
  }) {
    this.#readStatus = dependencies.readStatus;
    this.#time = dependencies.time;
    this.#random = dependencies.random;
    this.#callTimeoutMs = dependencies.callTimeoutMs;
  }

  /** Everybody who waits for this payment asks at once. */
  wake(paymentId: string): void {
    for (const sleeper of this.#sleepers.get(paymentId) ?? []) {
      sleeper.woken = true;
      sleeper.interrupt();
    }
  }

  async *watch(paymentId: string, options: WatchOptions = {}): AsyncGenerator<PaymentStatus, void, undefined> {
    const deadlineMs = checkMilliseconds("deadlineMs", options.deadlineMs ?? DEFAULT_DEADLINE_MS);
    const isEnd = readUntil(options.until);
    const startedAt = this.#time.elapsed();
    const remainingMs = () => deadlineMs - (this.#time.elapsed() - startedAt);
    const sleeper = this.#register(paymentId);
    let last: PaymentStatus | undefined;
    let lastError: PaymentSessionsError | undefined;
    let intervalMs = FIRST_INTERVAL_MS;
    try {
      for (;;) {
        sleeper.woken = false;
        const timeoutMs = Math.min(this.#callTimeoutMs, remainingMs());
        if (timeoutMs <= 0) throw deadlineError(paymentId, deadlineMs, last, lastError);
        const result = await this.#readStatus(paymentId, { timeoutMs, maxRetries: 0, signal: options.signal });
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
          if (!mayPass(result.error)) throw result.error;
          lastError = result.error;
          leastMs = result.error.retryAfterMs ?? 0;
          intervalMs = Math.min(LONGEST_INTERVAL_MS, intervalMs * 2);
        }
        if (sleeper.woken) continue;
        // A fifth to either side, so that many waiting pages do not ask in step.
        const spreadMs = intervalMs * (0.8 + 0.4 * this.#random());
        await this.#sleep(sleeper, Math.min(Math.max(spreadMs, leastMs), Math.max(0, remainingMs())), options.signal);
        if (options.signal?.aborted) throw abortedError(paymentId, last);
      }
    } finally {
      this.#unregister(paymentId, sleeper);
    }
  }

  async waitForCompletion(paymentId: string, options: WaitOptions = {}): Promise<PaymentStatus> {
    let last: PaymentStatus | undefined;
    for await (const snapshot of this.watch(paymentId, options)) {
      last = snapshot;
      options.onUpdate?.(snapshot);
    }
    if (last === undefined) throw deadlineError(paymentId, 0, undefined, undefined); // watch yields before it returns
    return last;
  }

  async #sleep(sleeper: Sleeper, ms: number, signal: AbortSignal | undefined): Promise<void> {
    const alarm = new AbortController();
    const ring = () => alarm.abort();
    sleeper.interrupt = ring;
    const unlisten = listenForAbort(signal, ring);
    await pause(this.#time, ms, alarm.signal);
    unlisten();
    sleeper.interrupt = () => undefined;
  }

  #register(paymentId: string): Sleeper {
    const sleeper: Sleeper = { woken: false, interrupt: () => undefined };
    const sleepers = this.#sleepers.get(paymentId) ?? new Set();
    this.#sleepers.set(paymentId, sleepers.add(sleeper));
    return sleeper;
  }

  #unregister(paymentId: string, sleeper: Sleeper): void {
    const sleepers = this.#sleepers.get(paymentId);
    sleepers?.delete(sleeper);
    if (sleepers?.size === 0) this.#sleepers.delete(paymentId);
  }
}

/** Troubles that the next poll may not have. A 4xx stays a 4xx, and a redirect means a wrong address. */
function mayPass(error: PaymentSessionsError): boolean {
  if (error.kind === "timeout" || error.kind === "connection") return true;
  if (error.kind === "response") return error.code !== "REDIRECT_REFUSED";
  return error.kind === "service" && (error.status === 429 || error.status === 408 || (error.status ?? 0) >= 500);
}

function readUntil(until: WatchOptions["until"]): (status: string) => boolean {
  if (typeof until === "function") return until;
  if (until === undefined) return (status) => status === "completed" || status === "failed";
  if (Array.isArray(until)) return (status) => until.includes(status);
  throw new UsageError("until must be a list of statuses or a function.", { code: "INVALID_OPTION" });
}

function deadlineError(
  paymentId: string,
  deadlineMs: number,
  last: PaymentStatus | undefined,
  lastError: PaymentSessionsError | undefined,
): WaitDeadlineError {
  const state = last === undefined ? "no status was read" : `the last status was ${JSON.stringify(last.status)}`;
  const trouble = lastError === undefined ? "" : `; the last poll failed: ${lastError.message}`;
  return new WaitDeadlineError(`${paymentId} was not final within ${deadlineMs} ms, ${state}${trouble}`, {
    code: "WAIT_DEADLINE",
    outcome: "unknown",
    operation: "getPaymentStatus",
    lastStatus: last?.status,
    status: lastError?.status,
    requestId: lastError?.requestId,
    cause: lastError,
  });
}

function abortedError(paymentId: string, last: PaymentStatus | undefined): AbortedError {
  const state = last === undefined ? "" : ` while it was ${JSON.stringify(last.status)}`;
  return new AbortedError(`Waiting for ${paymentId} was ended by the caller's signal${state}.`, {
    code: "ABORTED",
    outcome: "unknown",
    operation: "getPaymentStatus",
  });
}
