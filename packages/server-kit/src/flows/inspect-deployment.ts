// What the database tells about the health of a deployment: for `payment-sessions doctor` and for hosts that watch the service.
import type { Clock } from "../domain/clock.js";
import { quarantineAfter } from "../domain/delivery-progress.js";
import type { Storage } from "../storage/port.js";
import { findProxyNote } from "./note-proxy.js";

export interface DeploymentFacts {
  /** Known migrations, in order, each with whether the database has it. */
  migrations: { name: string; isApplied: boolean }[];
  /** Since when the oldest due delivery waits, epoch milliseconds; undefined when none does. Paused stores do not count. */
  oldestDueDeliveryAt: number | undefined;
  /** Deliveries by state, of all stores, each counted to 10 000: that figure means "10 000 or more". */
  deliveryCounts: Record<string, number>;
  /** Deliveries whose sends were cut off again and again: sent alone, or parked once their schedule is over. */
  quarantinedDeliveryCount: number;
  /**
   * When a request with X-Forwarded-For came although `trustedProxyHops` is 0, epoch milliseconds; undefined when none did within a week.
   */
  ignoredForwardingAt: number | undefined;
  /** The service's own clock when it looked, epoch milliseconds. */
  now: number;
}

export async function inspectDeployment({
  storage,
  clock,
}: {
  storage: Storage;
  clock: Clock;
}): Promise<DeploymentFacts> {
  const now = clock.now();
  await storage.ping();
  const counted = await storage.read(async (records) => ({
    oldestDueDeliveryAt: await records.deliveries.oldestDue(now),
    deliveryCounts: await records.deliveries.countByState(),
    quarantinedDeliveryCount: await records.deliveries.countInterrupted(quarantineAfter),
  }));
  return {
    migrations: await storage.migrations(),
    ...counted,
    ignoredForwardingAt: await findProxyNote({ storage, clock }),
    now,
  };
}
