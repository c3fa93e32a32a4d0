// Who waits on the mock's clock, and when may its time move on by itself? Clients sleep here through their option `clock`: retries, polling
// and deadlines then take no real time.
import { clearTimeout, setImmediate, setTimeout } from "./platform-timers.js";

/** `pause`: nothing is in progress meanwhile. `deadline`: limits a call that is. `slow`: the mock holds a response back. */
export type SleepReason = "pause" | "deadline" | "slow";

export interface Sleepers {
  /** Resolves once `ms` of the mock's time have passed, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal, why?: SleepReason): Promise<void>;
  /** Epoch milliseconds on the mock's clock. */
  nextDue(): number | undefined;
  /** Wakes all sleepers that are due; returns how many. */
  wakeDue(): number;
  /** Wakes everybody, as when the mock is reset or stopped. */
  wakeAll(): void;
  /** Work of the mock during which time stands still: a call, a verb. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  /** A call that the mock holds back: only time or the caller ends it. */
  whileHeld<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when those that were woken have done what they can do at this moment. */
  settled(): Promise<void>;
}

export interface SleepersNeeds {
  now(): number;
  /** Lets time pass until this moment, with everything that falls due in it. */
  passTo(moment: number): Promise<void>;
  /** Sets the clock forward while webhooks are being sent: their receiver is the one that sleeps. */
  jumpTo(moment: number): void;
  isSending(): boolean;
  /** False: only `clock.advance` wakes sleepers. */
  isAutomatic: boolean;
}

interface Sleeper {
  dueAt: number;
  why: SleepReason;
  wake(): void;
}

/** Turns of the event loop without a change after which nothing more is expected from promises. */
const quietTurns = 20;
/** Real time that a receiver of webhooks gets for work of its own before its sleep is taken for the reason of the wait. */
const receiverPatienceMs = 25;
const longestTimerMs = 2_147_483_647;

export function createSleepers(needs: SleepersNeeds): Sleepers {
  const sleepers = new Set<Sleeper>();
  let busy = 0;
  let held = 0;
  /** Counts changes, so that a wait for quiet starts again after each. */
  let changes = 0;
  let isRunning = false;

  const nextDue = () => (sleepers.size === 0 ? undefined : Math.min(...[...sleepers].map(({ dueAt }) => dueAt)));
  const count = (why: SleepReason) => [...sleepers].filter((sleeper) => sleeper.why === why).length;
  /** A client's attempt that the mock does not hold back is in transit: over HTTP, or to another address. */
  const isStill = () => busy === 0 && count("deadline") <= held;
  const mayMove = () => needs.isAutomatic && isStill() && sleepers.size > count("slow");

  function changed(): void {
    changes += 1;
    if (isRunning || !mayMove()) return;
    isRunning = true;
    void moveOn().finally(() => {
      isRunning = false;
      // What changed in the last turn found the loop still running.
      if (mayMove()) changed();
    });
  }

  async function moveOn(): Promise<void> {
    while (mayMove()) {
      if (!(await isQuiet())) continue;
      const moment = nextDue();
      if (moment !== undefined && mayMove()) await needs.passTo(moment);
    }
  }

  /** The mock waits for the receiver of a webhook, and the receiver may be the one that sleeps: its time must pass all the same. */
  function watchReceiver(sleeper: Sleeper): void {
    setTimeout(() => {
      if (!sleepers.has(sleeper) || !needs.isSending()) return;
      const moment = nextDue();
      if (isStill() && moment !== undefined) {
        needs.jumpTo(moment);
        wakeDue();
      }
      watchReceiver(sleeper);
    }, receiverPatienceMs);
  }

  async function isQuiet(): Promise<boolean> {
    const before = changes;
    for (let turn = 0; turn < quietTurns; turn += 1) {
      await new Promise((resolve) => setImmediate(() => resolve(undefined)));
      if (changes !== before) return false;
    }
    return true;
  }

  function wakeDue(): number {
    const due = [...sleepers].filter(({ dueAt }) => dueAt <= needs.now()).sort((a, b) => a.dueAt - b.dueAt);
    for (const sleeper of due) sleeper.wake();
    return due.length;
  }

  async function counted<Result>(change: (by: 1 | -1) => void, work: () => Promise<Result>): Promise<Result> {
    change(1);
    changed();
    try {
      return await work();
    } finally {
      change(-1);
      changed();
    }
  }

  return {
    sleep(ms, signal, why = "pause") {
      if (!(ms >= 0)) return Promise.reject(new TypeError(`sleep takes milliseconds from 0; got ${String(ms)}.`));
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        // What is really in progress, here or at another address, ends in real time too: whichever comes first.
        const timer = why === "pause" ? undefined : setTimeout(wakeLate, Math.min(ms, longestTimerMs));
        const sleeper: Sleeper = { dueAt: needs.now() + ms, why, wake };
        function wakeLate() {
          needs.jumpTo(sleeper.dueAt);
          wake();
        }
        function wake() {
          clearTimeout(timer);
          signal?.removeEventListener("abort", wake);
          sleepers.delete(sleeper);
          resolve();
          changed();
        }
        signal?.addEventListener("abort", wake, { once: true });
        sleepers.add(sleeper);
        if (why === "pause" && needs.isSending()) watchReceiver(sleeper);
        changed();
      });
    },
    nextDue,
    wakeDue,
    wakeAll() {
      for (const sleeper of [...sleepers]) sleeper.wake();
    },
    during: (work) => counted((by) => (busy += by), work),
    whileHeld(work) {
      // Taken out of the calls that are being worked on, for as long as it lasts.
      return counted((by) => {
        held += by;
        busy -= by;
      }, work);
    },
    async settled() {
      for (let isDone = false; !isDone; ) isDone = (await isQuiet()) && isStill();
    },
  };
}
