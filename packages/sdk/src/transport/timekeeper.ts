// How does time pass for the client? One place that reads the clock and waits, so that tests can hand in their own.
import { listenForAbort } from "./abort-listening.js";

/** A clock for tests. Without `sleep`, waiting takes real time and only dates are read from `now`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves after `ms`, or as soon as `signal` aborts. Deadlines, pauses and polling all wait here; `why` tells which. A sleep that
   * returns early shortens a pause, but never a deadline.
   */
  sleep?(ms: number, signal: AbortSignal, why: SleepReason): Promise<void>;
}

/** `pause`: before a retry or the next poll. `deadline`: the limit of a call that is in progress. */
export type SleepReason = "pause" | "deadline";

export interface Timekeeper {
  /** Epoch milliseconds, for dates. */
  now(): number;
  /** Milliseconds that never run backwards, for durations. */
  elapsed(): number;
  /** Calls back after `ms`; the returned function cancels. */
  after(ms: number, callback: () => void, why: SleepReason): () => void;
}

/** Longer timers overflow and fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** Clocks count whole milliseconds, limits need not. */
const ROUNDING_MS = 1;

export function createTimekeeper(clock: Clock | undefined): Timekeeper {
  const sleep = clock?.sleep?.bind(clock);
  if (clock !== undefined && sleep !== undefined) {
    return {
      now: () => clock.now(),
      elapsed: () => clock.now(),
      after(ms, callback, why) {
        const cancelled = new AbortController();
        const dueAt = clock.now() + ms;
        let cancelTimer = () => {};
        const ring = () => {
          if (cancelled.signal.aborted) return;
          const leftMs = dueAt - clock.now();
          if (why === "pause" || leftMs <= ROUNDING_MS) callback();
          else cancelTimer = startTimer(leftMs, callback);
        };
        void sleep(ms, cancelled.signal, why).then(ring, () => undefined);
        return () => {
          cancelled.abort();
          cancelTimer();
        };
      },
    };
  }
  return {
    now: clock === undefined ? Date.now : () => clock.now(),
    elapsed: () => performance.now(),
    after: startTimer,
  };
}

function startTimer(ms: number, callback: () => void): () => void {
  let left = ms;
  let timer: ReturnType<typeof setTimeout>;
  const arm = () => {
    const step = Math.min(left, LONGEST_TIMER_MS);
    left -= step;
    timer = setTimeout(left > 0 ? arm : callback, step);
  };
  arm();
  return () => clearTimeout(timer);
}

/** Resolves after `ms`; `false` when the signal ended the wait early. Leaves no timer and no listener behind. */
export function pause(time: Timekeeper, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (ranOut: boolean) => {
      cancel();
      unlisten();
      resolve(ranOut);
    };
    const cancel = time.after(ms, () => finish(true), "pause");
    const unlisten = listenForAbort(signal, () => finish(false));
  });
}
