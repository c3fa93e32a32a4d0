// Pending sleeps on the mock's clock. Clients sleep here through their option `clock`, so that retries, polling and deadlines take no
// real time.
import { type AutoAdvance, createAutoAdvance } from "./auto-advance.js";
import { clearTimeout, setTimeout } from "./platform-timers.js";
import { createSleepSet, type PendingSleep, type SleepReason, type SleepSet } from "./sleep-set.js";

export interface PendingSleeps {
  /** Resolves once `ms` of the mock's time have passed, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal, reason?: SleepReason): Promise<void>;
  /** Epoch milliseconds on the mock's clock. */
  nextDue(): number | undefined;
  /** Ends all sleeps that are due; returns how many. */
  wakeDue(): number;
  /** Ends all sleeps, as when the mock is reset or stopped. */
  wakeAll(): void;
  /** Work of the mock during which the clock does not advance automatically: a call, a verb. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** A call whose response the mock delays: only time or the caller ends it. */
  whileHeld<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when the callers whose sleep has ended have nothing more to do at this time. */
  settled(): Promise<void>;
}

export interface PendingSleepsDependencies {
  now(): number;
  /** Advances the clock to this time and does everything that becomes due on the way. */
  advanceTo(time: number): Promise<void>;
  /** Sets the clock forward while webhooks are being sent: their receiver is the one that sleeps. */
  jumpTo(time: number): void;
  isSending(): boolean;
  /** False: only `clock.advance` ends sleeps. */
  isAutomatic: boolean;
}

/** Real time that a webhook receiver has for work of its own before the clock is set forward to the end of its sleep. */
const receiverGraceMs = 25;
const longestTimerMs = 2_147_483_647;

export function createPendingSleeps(dependencies: PendingSleepsDependencies): PendingSleeps {
  const sleeps = createSleepSet(dependencies.now);
  const progress = createAutoAdvance({ ...dependencies, sleeps });
  return {
    sleep(ms, signal, reason = "pause") {
      if (!(ms >= 0)) return Promise.reject(new TypeError(`sleep takes milliseconds from 0; got ${String(ms)}.`));
      if (signal?.aborted) return Promise.resolve();
      return startSleep({ ...dependencies, sleeps, progress }, { ms, signal, reason });
    },
    nextDue: sleeps.nextDue,
    wakeDue: sleeps.wakeDue,
    wakeAll: sleeps.wakeAll,
    during: progress.during,
    whileHeld: progress.whileHeld,
    settled: progress.settled,
  };
}

type StartDependencies = Pick<PendingSleepsDependencies, "now" | "jumpTo" | "isSending"> & {
  sleeps: SleepSet;
  progress: Pick<AutoAdvance, "changed" | "isIdle">;
};

function startSleep(
  dependencies: StartDependencies,
  { ms, signal, reason }: { ms: number; signal: AbortSignal | undefined; reason: SleepReason },
): Promise<void> {
  const { now, jumpTo, sleeps, progress } = dependencies;
  return new Promise((resolve) => {
    // A call that is really in progress, here or at another address, also ends in real time: whichever comes first.
    const timer = reason === "pause" ? undefined : setTimeout(wakeInRealTime, Math.min(ms, longestTimerMs));
    const pending: PendingSleep = { dueAt: now() + ms, reason, wake };
    function wakeInRealTime() {
      jumpTo(pending.dueAt);
      wake();
    }
    function wake() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      sleeps.remove(pending);
      resolve();
      progress.changed();
    }
    signal?.addEventListener("abort", wake, { once: true });
    sleeps.add(pending);
    if (reason === "pause" && dependencies.isSending()) advanceForReceiver(dependencies, pending);
    progress.changed();
  });
}

/** While the mock waits for a webhook receiver that sleeps on this clock, nothing else would end that sleep. */
function advanceForReceiver(dependencies: StartDependencies, pending: PendingSleep): void {
  const { sleeps, progress } = dependencies;
  setTimeout(() => {
    if (!sleeps.has(pending) || !dependencies.isSending()) return;
    const time = sleeps.nextDue();
    if (progress.isIdle() && time !== undefined) {
      dependencies.jumpTo(time);
      sleeps.wakeDue();
    }
    advanceForReceiver(dependencies, pending);
  }, receiverGraceMs);
}
