// Reads the clock and waits for the whole client, so that tests can pass their own clock.
import { listenForAbort } from "./abort-listening.js";

/** A clock for tests. Without `sleep`, waiting takes real time, and `now` is used for dates only. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves after `ms`, or as soon as `signal` aborts. Deadlines, pauses and polling all wait here; `why` is the reason. A sleep that
   * returns early shortens a pause, but never a deadline.
   */
  sleep?(ms: number, signal: AbortSignal, why: SleepReason): Promise<void>;
}

/** `pause`: before a retry or the next poll. `deadline`: the limit of a call that is in progress. */
export type SleepReason = "pause" | "deadline";

export interface Timekeeper {
  /** Epoch milliseconds, for dates. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
  /** Calls back after `ms`; the returned function cancels. */
  after(ms: number, callback: () => void, why: SleepReason): () => void;
}

/** Longer timers overflow and fire immediately. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** Clocks have whole milliseconds, limits may have fractions. */
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
        const onWake = () => {
          if (cancelled.signal.aborted) return;
          const leftMs = dueAt - clock.now();
          if (why === "pause" || leftMs <= ROUNDING_MS) callback();
          else cancelTimer = startTimer(leftMs, callback);
        };
        void sleep(ms, cancelled.signal, why).then(onWake, () => undefined);
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
  let remainingMs = ms;
  let timer: ReturnType<typeof setTimeout>;
  const startNext = () => {
    const step = Math.min(remainingMs, LONGEST_TIMER_MS);
    remainingMs -= step;
    timer = setTimeout(remainingMs > 0 ? startNext : callback, step);
  };
  startNext();
  return () => clearTimeout(timer);
}

/** Resolves after `ms`; `false` when the signal ended the wait early. Removes its timer and listener. */
export function pause(time: Timekeeper, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (isElapsed: boolean) => {
      cancel();
      unlisten();
      resolve(isElapsed);
    };
    const cancel = time.after(ms, () => finish(true), "pause");
    const unlisten = listenForAbort(signal, () => finish(false));
  });
}
