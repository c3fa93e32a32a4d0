// Keeps what waits in step with a clock that goes back: a wait goes on for as long as it had to, however the clock was set, also over a
// restart (docs/decisions/webhook-delivery.md). A clock that goes forward needs nothing: what is due then is sent, at the caps.
import type { Clock, Logger } from "../domain/clock.js";
import { firstQuestionDelayMs } from "../domain/question-plan.js";
import type { Storage } from "../storage/port.js";

export interface FollowClockDependencies {
  storage: Storage;
  clock: Clock;
  logger: Logger;
}

export interface ClockFollower {
  /** To be asked before due work is looked for. With `isThorough` the database is asked even when the clock looks right. */
  follow(how?: { isThorough?: boolean }): Promise<FollowedClock>;
}

export interface FollowedClock {
  /** The clock has gone back since the last look: moments that the caller remembers are of the clock before. */
  hasGoneBack: boolean;
  /** How many waiting rows got another time here; another instance may have been first. */
  moved: number;
}

/** Clocks tremble by less than this when they are kept in step by small corrections; such a step back costs a wait no more than this. */
const trembleMs = 2000;
/** The latest moment is written this often while nothing happens: a restart may lengthen a wait by as much. */
const markEveryMs = 5000;
const inStep: FollowedClock = { hasGoneBack: false, moved: 0 };

export function createClockFollower({ storage, clock, logger }: FollowClockDependencies): ClockFollower {
  /** The latest moment of our own clock, and the latest that we know to be stored. Undefined before the first look. */
  let known: { seen: number; stored: number } | undefined;

  async function compare(): Promise<FollowedClock> {
    const before = known;
    const { after, backMs, ...followed } = await storage.write(async ({ waiting }) => {
      // Read in here, where instances wait for each other: whoever comes second finds the moment that the first has stored.
      const now = clock.now();
      const stored = (await waiting.latestMoment()) ?? now;
      const hasSomebodyMoved = before !== undefined && stored < before.stored;
      const latest = hasSomebodyMoved ? stored : Math.max(stored, before?.seen ?? stored);
      // Another instance's clock may be ahead of ours all the time: only who starts, or sees its own clock go back, moves anything.
      const hasGoneBack = now < (before?.seen ?? latest) - trembleMs;
      const backMs = hasGoneBack && now < latest - trembleMs ? latest - now : 0;
      let moved = backMs > 0 ? await waiting.moveEarlier({ byMs: backMs, latest }) : 0;
      moved += await waiting.bringBack({ now, latest: now + trembleMs, firstPollDelayMs: firstQuestionDelayMs });
      const kept = backMs > 0 ? now : Math.max(now, stored);
      await waiting.keepLatestMoment(kept);
      return {
        hasGoneBack,
        moved,
        backMs,
        after: { seen: hasGoneBack ? now : Math.max(now, before?.seen ?? now), stored: kept },
      };
    });
    known = after;
    if (backMs > 0)
      logger.warn({ backMs, moved: followed.moved }, "the clock went back; what waits was moved along with it");
    return followed;
  }

  return {
    async follow({ isThorough = false } = {}) {
      const now = clock.now();
      if (!isThorough && known !== undefined && now >= known.seen && now - known.stored < markEveryMs) {
        known.seen = now;
        return inStep;
      }
      return compare();
    },
  };
}
