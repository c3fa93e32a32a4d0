// Advances the mock's clock from one due time to the next, and does everything that is due at each, in order.
import { expirePayments } from "../../../server-kit/src/flows/expire-payments.js";
import { runHousekeeping } from "../../../server-kit/src/flows/housekeeping.js";
import type { ComposedService } from "./compose-service.js";
import type { PendingSleeps } from "./pending-sleeps.js";
import type { VirtualClock } from "./virtual-clock.js";
import type { DeliveryWork } from "./webhooks/delivery-work.js";

export interface AdvanceTimeDependencies {
  service: Pick<ComposedService, "dependencies">;
  clock: VirtualClock;
  deliveries: DeliveryWork;
  sleeps: Pick<PendingSleeps, "nextDue" | "wakeDue" | "settled">;
}

/** `until` in epoch milliseconds. When it is in the past, the clock stays and what is due is still done. */
export async function advanceTime(
  { service: { dependencies }, clock, deliveries, sleeps }: AdvanceTimeDependencies,
  until: number,
): Promise<void> {
  clock.holdAt(clock.now());
  try {
    await doDue();
    for (let next = await nextDue(); next !== undefined && next <= until; next = await nextDue()) {
      clock.holdAt(next);
      await doDue();
    }
    clock.holdAt(until);
    await deliveries.releaseHeld();
    await doDue();
    await runHousekeeping(dependencies);
  } finally {
    clock.release();
  }

  /** Works of the service that a mock cannot have are left out: mails need a mailer, and accounts wait only after a change in the panel. */
  async function doDue(): Promise<void> {
    let count: number;
    do {
      count = await expirePayments(dependencies);
      count += await dependencies.polling.pollDue();
      count += await deliveries.run();
      if (sleeps.wakeDue() > 0) {
        count += 1;
        await sleeps.settled();
      }
    } while (count > 0);
  }

  /** Overdue work that cannot be done, such as the deliveries of a disabled store, must not stop the clock. */
  async function nextDue(): Promise<number | undefined> {
    const now = clock.now();
    const times = await dependencies.storage.read(async (records) => [
      await records.deliveries.nextDue(now),
      await records.payments.nextExpiry(),
      await records.attempts.nextPoll(),
      sleeps.nextDue(),
    ]);
    const ahead = times.filter((time) => time !== undefined).filter((time) => time > now);
    return ahead.length === 0 ? undefined : Math.min(...ahead);
  }
}
