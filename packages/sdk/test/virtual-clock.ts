// A clock that a test advances itself: nothing waits in real time.
import type { Clock } from "../src/index.js";

interface Timer {
  readonly dueAt: number;
  readonly ring: () => void;
}

export interface VirtualClock extends Required<Clock> {
  /** Advances the time; sleeps that become due end in their order. */
  advance(ms: number): Promise<void>;
  /** Waits until a sleep is due within `ms`, advances the time to it, and returns by how much. */
  advanceToNext(withinMs: number): Promise<number>;
  readonly pending: () => number;
}

export function createVirtualClock(startAt = Date.UTC(2027, 0, 1)): VirtualClock {
  let now = startAt;
  const timers = new Set<Timer>();
  const next = () => [...timers].sort((a, b) => a.dueAt - b.dueAt)[0];
  /** Lets pending I/O (the loopback server) and promises complete. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  return {
    now: () => now,
    pending: () => timers.size,
    sleep(ms, signal) {
      return new Promise((resolve) => {
        const timer: Timer = {
          dueAt: now + ms,
          ring: () => {
            timers.delete(timer);
            signal.removeEventListener("abort", timer.ring);
            resolve();
          },
        };
        timers.add(timer);
        signal.addEventListener("abort", timer.ring);
      });
    },
    async advance(ms) {
      const target = now + ms;
      await settle();
      for (let timer = next(); timer !== undefined && timer.dueAt <= target; timer = next()) {
        now = Math.max(now, timer.dueAt);
        timer.ring();
        await settle();
      }
      now = target;
      await settle();
    },
    async advanceToNext(withinMs) {
      for (let round = 0; round < 500; round += 1) {
        await settle();
        const timer = next();
        if (timer === undefined || timer.dueAt - now > withinMs) continue;
        const waited = timer.dueAt - now;
        now = timer.dueAt;
        timer.ring();
        await settle();
        return waited;
      }
      throw new Error(`Nothing sleeps that is due within ${withinMs} ms.`);
    },
  };
}
