// What time is it in the mock? The platform's or the tester's clock, moved forward by what was advanced. Nothing here waits: time that
// passes by `advance` takes no time.
import type { Clock } from "../../../server-kit/src/domain/clock.js";

/** `"30d"`, `"2h"`, `"15m"`, `"10s"`, `"250ms"`, or milliseconds. */
export type Duration = `${number}${"d" | "h" | "m" | "s" | "ms"}` | number;

export interface VirtualClock extends Clock {
  /** Stands still at this moment until `release`; never goes back. */
  holdAt(moment: number): void;
  /** Goes on from where it stands. */
  release(): void;
  /** Not before this moment from now on, whether it is held or not. */
  jumpTo(moment: number): void;
}

const unitsMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

export function createVirtualClock(base: Clock): VirtualClock {
  let aheadMs = 0;
  let heldAt: number | undefined;
  const now = () => heldAt ?? base.now() + aheadMs;
  return {
    now,
    holdAt(moment) {
      heldAt = Math.max(now(), moment);
    },
    release() {
      if (heldAt !== undefined) aheadMs = heldAt - base.now();
      heldAt = undefined;
    },
    jumpTo(moment) {
      if (heldAt === undefined) aheadMs += Math.max(0, moment - now());
      else heldAt = Math.max(heldAt, moment);
    },
  };
}

/** @throws TypeError for anything but a duration that goes forward. */
export function readDuration(duration: Duration): number {
  const [, figure, unit] = /^(\d+(?:\.\d+)?)(d|h|m|s|ms)$/.exec(String(duration)) ?? [];
  // Sound: the pattern lets only these units through.
  const ms = typeof duration === "number" ? duration : Number(figure) * unitsMs[unit as keyof typeof unitsMs];
  if (Number.isFinite(ms) && ms >= 0) return Math.round(ms);
  throw new TypeError(
    `Time goes forward by "30d", "2h", "15m", "10s", "250ms" or milliseconds; got ${JSON.stringify(duration)}.`,
  );
}
