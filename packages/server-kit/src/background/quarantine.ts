// Schedules quarantined deliveries: each is sent while no other send is in flight, so that one that crashes the process interrupts no
// other. They take at most a tenth of the time, because all other deliveries wait meanwhile (docs/decisions/webhook-quarantine.md).
import type { Clock } from "../domain/clock.js";

export interface Quarantine {
  add(deliveryIds: readonly string[]): void;
  remove(deliveryId: string): void;
  /** `alone`: claim only this one now; `wait`: claim nothing until the sends in flight have ended; undefined: claim as usual. */
  next(sendingCount: number): { alone: string } | "wait" | undefined;
  started(token: string): void;
  ended(token: string): void;
}

/** Time for the other deliveries, as a multiple of the duration of a send alone including its wait for free slots. */
const restFactor = 9;
/** Upper bound of a pause: a longer one is caused by a clock change. */
const longestRestMs = 20 * 60_000;

export function createQuarantine({ clock }: { clock: Clock }): Quarantine {
  const waiting = new Set<string>();
  let sending: string | undefined;
  let since: number | undefined;
  let restUntil = Number.NEGATIVE_INFINITY;

  function isResting(): boolean {
    const leftMs = restUntil - clock.now();
    return leftMs > 0 && leftMs <= longestRestMs;
  }

  return {
    add(deliveryIds) {
      for (const deliveryId of deliveryIds) waiting.add(deliveryId);
    },
    remove: (deliveryId) => void waiting.delete(deliveryId),
    next(sendingCount) {
      if (sending !== undefined) return "wait";
      const [first] = waiting;
      if (first === undefined || isResting()) return undefined;
      since ??= clock.now();
      return sendingCount > 0 ? "wait" : { alone: first };
    },
    started(token) {
      sending = token;
    },
    ended(token) {
      if (token !== sending) return;
      const now = clock.now();
      restUntil = now + restFactor * Math.max(0, now - (since ?? now));
      sending = undefined;
      since = undefined;
    },
  };
}
