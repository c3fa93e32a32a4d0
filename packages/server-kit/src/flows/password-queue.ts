// Bounds concurrent password checks: each deliberately costs a third of a second of a core, and requests need no authentication. Few run,
// few wait, and further ones are rejected immediately, so that accepted ones complete within seconds.
import { Refusal } from "../domain/refusal.js";

export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @throws Refusal RATE_LIMITED when the queue is full. */
export function createBoundedQueue({ running, waiting }: { running: number; waiting: number }): BoundedQueue {
  let active = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (active >= running && queue.length >= waiting) {
      throw new Refusal("RATE_LIMITED", {
        message: "Too many sign-in attempts right now. Try again in a few seconds.",
        retryAfterSeconds: 2,
      });
    }
    // A finished call passes its slot to the longest-waiting one, so that a new caller cannot overtake it.
    if (active >= running) await new Promise<void>((resolve) => queue.push(resolve));
    else active += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) active -= 1;
      else next();
    }
  };
}

/** One per process, because CPU cores are the scarce resource. */
export const inPasswordQueue = createBoundedQueue({ running: 2, waiting: 20 });
