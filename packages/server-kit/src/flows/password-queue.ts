// A password check costs a third of a second of a core on purpose. Strangers may ask for many at once: few run at a time, few wait, and
// further ones are refused at once, so that who is inside gets an answer within seconds.
import { Refusal } from "../domain/refusal.js";

export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @throws Refusal RATE_LIMITED when as many wait as may. */
export function createBoundedQueue({ running, waiting }: { running: number; waiting: number }): BoundedQueue {
  let active = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (active >= running && queue.length >= waiting) {
      throw new Refusal("RATE_LIMITED", { message: "Too many sign-ins at once.", retryAfterSeconds: 2 });
    }
    // Whoever ends hands the place over, so that nobody who comes just then overtakes.
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

/** One for the process: its cores are what is short. */
export const inPasswordQueue = createBoundedQueue({ running: 2, waiting: 20 });
