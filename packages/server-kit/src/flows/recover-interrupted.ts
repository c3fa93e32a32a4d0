// Releases deliveries whose send was interrupted: the lease expired, or its process has ended. They are due again immediately and keep
// their position in the schedule; after `quarantineAfter` in a row they are quarantined, and an alert is raised
// (docs/decisions/webhook-quarantine.md).
import type { Clock, Logger, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { interruptAttempt, interruptSend, isQuarantined } from "../domain/delivery-progress.js";
import { leaseMarginMs, maxTimeoutMs } from "../domain/delivery-schedule.js";
import type { Records, Storage } from "../storage/port.js";
import { raiseAlert } from "./raise-alert.js";

export interface RecoverDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  logger: Logger;
  /** Timeout of a send on the queue path, milliseconds. */
  timeoutMs: number;
  /** Whether this process still holds the claim: after a clock jump its send is not lost. */
  isHeld(token: string): boolean;
}

const batchSize = 200;
/** Claims read at a start; any further ones are recovered when their leases expire. */
const maxAbandoned = 1000;

/** Recovers every claim whose lease has expired; returns the number of recovered claims. */
export async function recoverLapsed(dependencies: RecoverDependencies): Promise<number> {
  const { storage, clock } = dependencies;
  return storage.write(async (records) => {
    const now = clock.now();
    const latestLease = now + Math.max(maxTimeoutMs, dependencies.timeoutMs) + leaseMarginMs;
    const lapsed = await records.deliveries.listLapsed(now, latestLease, batchSize);
    return recoverAll(dependencies, records, lapsed, now);
  });
}

/** At start: recovers claims of owners that no longer exist, without waiting for their leases; returns how many. */
export async function recoverAbandoned(
  dependencies: RecoverDependencies,
  isGone: (owner: string) => boolean,
): Promise<number> {
  const { storage, clock } = dependencies;
  return storage.write(async (records) => {
    const claimed = await records.deliveries.listClaimed(maxAbandoned);
    const abandoned = claimed.filter(({ claim }) => claim !== undefined && isGone(claim.owner));
    return recoverAll(dependencies, records, abandoned, clock.now());
  });
}

async function recoverAll(
  dependencies: RecoverDependencies,
  records: Records,
  deliveries: readonly Delivery[],
  now: number,
): Promise<number> {
  let count = 0;
  for (const delivery of deliveries) {
    const token = delivery.claim?.token;
    if (token === undefined || dependencies.isHeld(token)) continue;
    if (await recoverOne(dependencies, records, delivery, now)) count += 1;
  }
  return count;
}

async function recoverOne(
  { clock, randomBytes, logger }: RecoverDependencies,
  records: Records,
  delivery: Delivery,
  now: number,
): Promise<boolean> {
  const { deliveryId, paymentId, merchantId, attemptCount, claim } = delivery;
  const next = interruptSend(delivery, now);
  if (!(await records.deliveries.update(next, claim?.token))) return false;
  const attempts = await records.deliveries.listAttempts(deliveryId);
  const started = attempts.find((attempt) => attempt.attempt === attemptCount && attempt.outcome === "started");
  if (started !== undefined) {
    await records.deliveries.recordAttempt(interruptAttempt(started));
  }
  if (!isQuarantined(next)) {
    logger.warn(
      { deliveryId, paymentId, merchantId, attempt: attemptCount },
      "webhook send was interrupted; it is repeated",
    );
    return true;
  }
  const isParked = next.state === "parked";
  logger.error(
    { deliveryId, paymentId, merchantId, interruptedCount: next.interruptedCount, nextAttemptAt: next.nextAttemptAt },
    isParked
      ? "webhook delivery parked: every attempt was interrupted and none is left"
      : "webhook delivery quarantined after repeated interruptions; it is retried with increasing delays, while no other is being sent",
  );
  const payment = await records.payments.find(paymentId);
  if (payment === undefined) return true;
  await raiseAlert({ clock, randomBytes }, records, payment, {
    type: isParked ? "webhook_delivery_parked" : "webhook_delivery_quarantined",
    subject: deliveryId,
    detail: isParked
      ? `Delivery ${deliveryId} was interrupted ${next.interruptedCount} times in a row; resend it once the cause is fixed.`
      : `Delivery ${deliveryId} was interrupted ${next.interruptedCount} times in a row; ` +
        "no other delivery is sent at the same time until an attempt completes.",
    mayReopen: true,
  });
  return true;
}
