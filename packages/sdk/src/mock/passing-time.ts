// Lets time pass in the mock: from one due moment to the next, each with everything that falls due in it, in order.
import { expirePayments } from "../../../server-kit/src/flows/expire-payments.js";
import { tidyUp } from "../../../server-kit/src/flows/tidy-up.js";
import type { ComposedService } from "./compose-service.js";
import type { Sleepers } from "./sleepers.js";
import type { VirtualClock } from "./virtual-clock.js";
import type { DeliveryWork } from "./webhooks/delivery-work.js";

export interface PassingTime {
  service: Pick<ComposedService, "dependencies">;
  clock: VirtualClock;
  deliveries: DeliveryWork;
  sleepers: Pick<Sleepers, "nextDue" | "wakeDue" | "settled">;
}

/** `until` is an epoch in milliseconds; nothing passes when it is over already, and what is due is done all the same. */
export async function passTime(
  { service: { dependencies }, clock, deliveries, sleepers }: PassingTime,
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
    await tidyUp(dependencies);
  } finally {
    clock.release();
  }

  async function doDue(): Promise<void> {
    let count: number;
    do {
      count = await expirePayments(dependencies);
      count += await dependencies.polling.pollDue();
      count += await deliveries.run();
      if (sleepers.wakeDue() > 0) {
        count += 1;
        await sleepers.settled();
      }
    } while (count > 0);
  }

  /** Work that is overdue and cannot be done, such as a paused store's deliveries, is no reason to stand still. */
  async function nextDue(): Promise<number | undefined> {
    const now = clock.now();
    const moments = await dependencies.storage.read(async (records) => [
      await records.deliveries.nextDue(now),
      await records.payments.nextExpiry(),
      await records.attempts.nextPoll(),
      sleepers.nextDue(),
    ]);
    const ahead = moments.filter((moment) => moment !== undefined).filter((moment) => moment > now);
    return ahead.length === 0 ? undefined : Math.min(...ahead);
  }
}
