// Keeps what waits in step with a clock that goes back: a wait goes on for as long as it had to, however the clock was set, also over a
// restart (docs/decisions/webhook-delivery.md). A clock that goes forward needs nothing: what is due then is sent, at the caps. However much
// waits, it moves in slices.
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
  /** To be asked before due work is looked for. With `isThorough` the database is asked even when the clock looks right. */
  adjust(how?: { isThorough?: boolean }): Promise<ClockAdjustment>;
}

export interface ClockAdjustment {
  /** The clock has gone back since the last look: moments that the caller remembers are of the clock before. */
  hasGoneBack: boolean;
  /** How many waiting rows got another time here; another instance may have been first. */
  moved: number;
}

/** A clock that is corrected in small steps goes back by less than this, and a wait grows by no more. */
const clockSkewToleranceMs = 2000;
/** The latest moment is written this often while nothing happens: a restart may lengthen a wait by as much. */
const markEveryMs = 5000;
/** Rows in one unit of work: some milliseconds. */
const sliceSize = 500;
const inStep: ClockAdjustment = { hasGoneBack: false, moved: 0 };

interface Decision {
  hasGoneBack: boolean;
  /** Greater than zero: a move by as much has begun. */
  backMs: number;
  moved: number;
  isAllBroughtBack: boolean;
  after: { seen: number; stored: number };
}

export function createClockAdjuster({ storage, clock, logger }: ClockAdjusterDependencies): ClockAdjuster {
  /** The latest moment of our own clock, and the latest that we know to be stored. Undefined before the first look. */
  let known: { seen: number; stored: number } | undefined;

  async function compare(): Promise<ClockAdjustment> {
    let moved = 0;
    let decision = await decide();
    while (decision === "is moving") {
      moved += await finishMove();
      decision = await decide();
    }
    const { after, backMs, hasGoneBack } = decision;
    moved += decision.moved;
    if (backMs > 0) moved += await finishMove();
    if (!decision.isAllBroughtBack) moved += await bringBackRest();
    // Not before everything has moved: whoever fails on the way sees again that the clock has gone back.
    known = after;
    if (backMs > 0) logger.warn({ backMs, moved }, "the clock went back; what waits was moved along with it");
    return { hasGoneBack, moved };
  }

  /** A move that is under way goes first. */
  function decide(): Promise<Decision | "is moving"> {
    const before = known;
    return storage.write(async ({ waiting }) => {
      if (await waiting.isMoving()) return "is moving";
      // Read in here, where instances wait for each other: whoever comes second finds the moment that the first has stored.
      const now = clock.now();
      const stored = (await waiting.latestMoment()) ?? now;
      const hasSomebodyMoved = before !== undefined && stored < before.stored;
      const latest = hasSomebodyMoved ? stored : Math.max(stored, before?.seen ?? stored);
      // Another instance's clock may be ahead of ours all the time: only who starts, or sees its own clock go back, moves anything.
      const hasGoneBack = now < (before?.seen ?? latest) - clockSkewToleranceMs;
      const backMs = hasGoneBack && now < latest - clockSkewToleranceMs ? latest - now : 0;
      const moved = backMs > 0 ? await waiting.beginMove({ byMs: backMs, latest }) : await bringBack(waiting, now);
      const kept = backMs > 0 ? now : Math.max(now, stored);
      await waiting.keepLatestMoment(kept);
      const after = { seen: hasGoneBack ? now : Math.max(now, before?.seen ?? now), stored: kept };
      return { hasGoneBack, backMs, moved, isAllBroughtBack: backMs === 0 && moved < sliceSize, after };
    });
  }

  /** Each slice is a unit of work: others get in between, and whoever is interrupted is followed by the next who looks. */
  async function finishMove(): Promise<number> {
    for (let moved = 0; ; ) {
      const slice = await storage.write(({ waiting }) => waiting.moveSlice({ now: clock.now(), limit: sliceSize }));
      if (slice === undefined) return moved;
      moved += slice;
    }
  }

  async function bringBackRest(): Promise<number> {
    for (let brought = 0; ; ) {
      const slice = await storage.write(({ waiting }) => bringBack(waiting, clock.now()));
      brought += slice;
      if (slice < sliceSize) return brought;
    }
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

function bringBack(waiting: WaitingRecords, now: number): Promise<number> {
  return waiting.bringBack({
    now,
    latest: now + clockSkewToleranceMs,
    firstPollDelayMs: firstPollDelayMs,
    limit: sliceSize,
  });
}
