// The mock's clock: the platform's or the test's clock, plus what was advanced. Advancing takes no real time.
import type { Clock } from "../../../server-kit/src/domain/clock.js";

/** `"30d"`, `"2h"`, `"15m"`, `"10s"`, `"250ms"`, or milliseconds. */
export type Duration = `${number}${"d" | "h" | "m" | "s" | "ms"}` | number;

export interface VirtualClock extends Clock {
  /** Stops at this time until `release`; never goes back. */
  holdAt(time: number): void;
  /** Continues from the time at which it was stopped. */
  release(): void;
  /** Goes forward to this time, stopped or not; never goes back. */
  jumpTo(time: number): void;
}

const unitsMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

export function createVirtualClock(base: Clock): VirtualClock {
  let aheadMs = 0;
  let heldAt: number | undefined;
  const now = () => heldAt ?? base.now() + aheadMs;
  return {
    now,
    holdAt(time) {
      heldAt = Math.max(now(), time);
    },
    release() {
      if (heldAt !== undefined) aheadMs = heldAt - base.now();
      heldAt = undefined;
    },
    jumpTo(time) {
      if (heldAt === undefined) aheadMs += Math.max(0, time - now());
      else heldAt = Math.max(heldAt, time);
    },
  };
}

/** In milliseconds. @throws TypeError for anything else, and for a negative duration */
export function readDuration(duration: Duration): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(d|h|m|s|ms)$/.exec(String(duration)) ?? [];
  // The pattern matches only these units; without a match the product is NaN, which is refused below.
  const ms = typeof duration === "number" ? duration : Number(number) * unitsMs[unit as keyof typeof unitsMs];
  if (Number.isFinite(ms) && ms >= 0) return Math.round(ms);
  throw new TypeError(
    `A duration is "30d", "2h", "15m", "10s", "250ms" or milliseconds from 0; got ${JSON.stringify(duration)}.`,
  );
}
