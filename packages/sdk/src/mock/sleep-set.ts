// The pending sleeps on the mock's clock.

/** `pause`: a delay between calls. `deadline`: the timeout of a call in flight. `slow`: a response that the mock delays. */
export type SleepReason = "pause" | "deadline" | "slow";

export interface PendingSleep {
  /** Epoch milliseconds on the mock's clock. */
  dueAt: number;
  reason: SleepReason;
  /** Ends the sleep and removes it from the set. */
  wake(): void;
}

export interface SleepSet {
  add(sleep: PendingSleep): void;
  remove(sleep: PendingSleep): void;
  has(sleep: PendingSleep): boolean;
  size(): number;
  count(reason: SleepReason): number;
  /** Epoch milliseconds on the mock's clock; undefined when none is pending. */
  nextDue(): number | undefined;
  /** Ends every sleep that is due, the earliest first; returns how many. */
  wakeDue(): number;
  wakeAll(): void;
}

export function createSleepSet(now: () => number): SleepSet {
  const sleeps = new Set<PendingSleep>();
  return {
    add: (sleep) => void sleeps.add(sleep),
    remove: (sleep) => void sleeps.delete(sleep),
    has: (sleep) => sleeps.has(sleep),
    size: () => sleeps.size,
    count: (reason) => [...sleeps].filter((sleep) => sleep.reason === reason).length,
    nextDue: () => (sleeps.size === 0 ? undefined : Math.min(...[...sleeps].map(({ dueAt }) => dueAt))),
    wakeDue() {
      const due = [...sleeps].filter(({ dueAt }) => dueAt <= now()).sort((a, b) => a.dueAt - b.dueAt);
      for (const sleep of due) sleep.wake();
      return due.length;
    },
    wakeAll() {
      for (const sleep of [...sleeps]) sleep.wake();
    },
  };
}
