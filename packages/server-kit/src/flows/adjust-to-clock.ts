// Moves waiting times when the clock is set back, so that each remaining delay stays the same, also across a restart
// (docs/decisions/webhook-delivery.md). A clock that jumps forward requires no change: deliveries that become due are sent, within the
// limits. Rows move in slices, whatever their number.
import type { Clock, Logger } from "../domain/clock.js";
import { firstPollDelayMs } from "../domain/poll-schedule.js";
import type { WaitingRecords } from "../storage/port/waiting-records.js";
import type { Storage } from "../storage/port.js";

export interface ClockAdjusterDependencies {
  storage: Storage;
  clock: Clock;
  logger: Logger;
}

export interface ClockAdjuster {
  /** Call before reading due work. With `isThorough`, the database is checked even when the clock has not gone back. */
  adjust(how?: { isThorough?: boolean }): Promise<ClockAdjustment>;
}

export interface ClockAdjustment {
  /** The clock has gone back since the last call: times that the caller keeps in memory are stale. */
  hasGoneBack: boolean;
  /** Number of rows moved by this call; another instance may have moved others. */
  moved: number;
}

/** Smaller steps back are ignored (gradual correction of a clock); a delay grows by no more than this. */
const clockSkewToleranceMs = 2000;
/** Interval at which the latest time is stored when idle: a restart may lengthen a delay by as much. */
const markEveryMs = 5000;
/** Rows per unit of work, a few milliseconds. */
const sliceSize = 500;
const inStep: ClockAdjustment = { hasGoneBack: false, moved: 0 };

interface Decision {
  hasGoneBack: boolean;
  /** Above zero: moving rows back by this has begun. */
  backMs: number;
  moved: number;
  isAllBroughtBack: boolean;
  after: KnownTimes;
}

/** The latest time seen on this clock, and the latest known to be stored. */
interface KnownTimes {
  seen: number;
  stored: number;
}

export function createClockAdjuster({ storage, clock, logger }: ClockAdjusterDependencies): ClockAdjuster {
  /** Undefined before the first call. */
  let known: KnownTimes | undefined;

  async function compare(): Promise<ClockAdjustment> {
    let moved = 0;
    let decision = await decide({ storage, clock }, known);
    while (decision === "is moving") {
      moved += await finishMove({ storage, clock });
      decision = await decide({ storage, clock }, known);
    }
    const { after, backMs, hasGoneBack } = decision;
    moved += decision.moved;
    if (backMs > 0) moved += await finishMove({ storage, clock });
    if (!decision.isAllBroughtBack) moved += await bringBackRest({ storage, clock });
    // Only after everything has moved: after a failure the next call detects the step again.
    known = after;
    if (backMs > 0)
      logger.warn({ backMs, moved }, "the clock was set back; scheduled times were adjusted by the same amount");
    return { hasGoneBack, moved };
  }

  return {
    async adjust({ isThorough = false } = {}) {
      const now = clock.now();
      if (!isThorough && known !== undefined && now >= known.seen && now - known.stored < markEveryMs) {
        known.seen = now;
        return inStep;
      }
      return compare();
    },
  };
}

type MoveDependencies = Pick<ClockAdjusterDependencies, "storage" | "clock">;

/** Decides whether rows have to be moved; a move in progress is finished first. */
function decide({ storage, clock }: MoveDependencies, before: KnownTimes | undefined): Promise<Decision | "is moving"> {
  return storage.write(async ({ waiting }) => {
    if (await waiting.isMoving()) return "is moving";
    // Read inside the unit of work, where instances are serialised: the second one finds the time that the first has stored.
    const now = clock.now();
    const stored = (await waiting.latestMoment()) ?? now;
    const hasOtherMoved = before !== undefined && stored < before.stored;
    const latest = hasOtherMoved ? stored : Math.max(stored, before?.seen ?? stored);
    // Another instance's clock may always be ahead: only an instance that starts, or whose own clock goes back, moves rows.
    const hasGoneBack = now < (before?.seen ?? latest) - clockSkewToleranceMs;
    const backMs = hasGoneBack && now < latest - clockSkewToleranceMs ? latest - now : 0;
    const moved =
      backMs > 0 ? await waiting.beginMove({ byMs: backMs, latest }) : await correctTimesAhead(waiting, now);
    const kept = backMs > 0 ? now : Math.max(now, stored);
    await waiting.keepLatestMoment(kept);
    const after = { seen: hasGoneBack ? now : Math.max(now, before?.seen ?? now), stored: kept };
    return { hasGoneBack, backMs, moved, isAllBroughtBack: backMs === 0 && moved < sliceSize, after };
  });
}

/** Each slice is a unit of work, so that other writes run in between; an interrupted move is continued by the next caller. */
async function finishMove({ storage, clock }: MoveDependencies): Promise<number> {
  for (let moved = 0; ; ) {
    const slice = await storage.write(({ waiting }) => waiting.moveSlice({ now: clock.now(), limit: sliceSize }));
    if (slice === undefined) return moved;
    moved += slice;
  }
}

async function bringBackRest({ storage, clock }: MoveDependencies): Promise<number> {
  for (let brought = 0; ; ) {
    const slice = await storage.write(({ waiting }) => correctTimesAhead(waiting, clock.now()));
    brought += slice;
    if (slice < sliceSize) return brought;
  }
}

function correctTimesAhead(waiting: WaitingRecords, now: number): Promise<number> {
  return waiting.correctTimesAhead({
    now,
    latest: now + clockSkewToleranceMs,
    firstPollDelayMs,
    limit: sliceSize,
  });
}
