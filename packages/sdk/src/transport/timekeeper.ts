// How does time pass for the client? One place that reads the clock and waits, so that tests can hand in their own.
import { listenForAbort } from "./abort-listening.js";

/** A clock for tests. Without `sleep`, waiting takes real time and only dates are read from `now`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts. Deadlines, pauses and polling all wait here. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Timekeeper {
  /** Epoch milliseconds, for dates. */
  now(): number;
  /** Milliseconds that never run backwards, for durations. */
  elapsed(): number;
  /** Calls back after `ms`; the returned function cancels. */
  after(ms: number, callback: () => void): () => void;
}

/** Longer timers overflow and fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

export function createTimekeeper(clock: Clock | undefined): Timekeeper {
  const sleep = clock?.sleep?.bind(clock);
  if (clock !== undefined && sleep !== undefined) {
    return {
      now: () => clock.now(),
      elapsed: () => clock.now(),
      after(ms, callback) {
        const cancelled = new AbortController();
        void sleep(ms, cancelled.signal).then(
          () => cancelled.signal.aborted || callback(),
          () => undefined,
        );
        return () => cancelled.abort();
      },
    };
  }
  return {
    now: clock === undefined ? Date.now : () => clock.now(),
    elapsed: () => performance.now(),
    after(ms, callback) {
      let left = ms;
      let timer: ReturnType<typeof setTimeout>;
      const arm = () => {
        const step = Math.min(left, LONGEST_TIMER_MS);
        left -= step;
        timer = setTimeout(left > 0 ? arm : callback, step);
      };
      arm();
      return () => clearTimeout(timer);
    },
  };
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
    const cancel = time.after(ms, () => finish(true));
    const unlisten = listenForAbort(signal, () => finish(false));
  });
}
