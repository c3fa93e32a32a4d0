// The health of a deployment according to its database: for `payment-sessions doctor` and for monitoring by hosts.
import type { Clock } from "../domain/clock.js";
import { quarantineAfter } from "../domain/delivery-progress.js";
import type { Storage } from "../storage/port.js";
import { findProxyNote } from "./note-proxy.js";

export interface DeploymentFacts {
  /** Known migrations in order, and whether each is applied. */
  migrations: { name: string; isApplied: boolean }[];
  /** When the oldest due delivery became due, epoch milliseconds; undefined when none is due. Paused stores are excluded. */
  oldestDueDeliveryAt: number | undefined;
  /** Deliveries by state, of all stores, each counted to 10 000: that figure means "10 000 or more". */
  deliveryCounts: Record<string, number>;
  /** Deliveries whose sends were interrupted repeatedly: sent alone, or parked once their schedule is over. */
  quarantinedDeliveryCount: number;
  /**
   * When a request with X-Forwarded-For was received although `trustedProxyHops` is 0, epoch milliseconds; undefined for none within a week.
   */
  ignoredForwardingAt: number | undefined;
  /** Started services that have not certainly ended, on a storage for one process such as a SQLite file; epoch milliseconds. */
  runningServices: { host: string; processId: number; startedAt: number }[];
  /** The service's clock at the time of the inspection, epoch milliseconds. */
  now: number;
}

/** Reads the facts about the deployment that the records contain. @throws Error of the storage when the database cannot be reached. */
export async function inspectDeployment({
  storage,
  clock,
}: {
  storage: Storage;
  clock: Clock;
}): Promise<Omit<DeploymentFacts, "runningServices">> {
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
