// Housekeeping: deletes expired idempotency keys, rate-limit counters and panel sessions, erases buyers' personal data after the
// retention time, prunes old records, and keeps the database files small.
import type { Clock } from "../domain/clock.js";
import type { Retention } from "../domain/retention.js";
import type { Storage } from "../storage/port.js";
import { cancelDeliveriesOfDeletedStores } from "./cancel-deliveries.js";
import { listenedEventsKeptMs } from "./listen-to-webhooks.js";
import { eraseEnded } from "./privacy.js";
import { prune } from "./prune.js";

export interface HousekeepingDependencies {
  storage: Storage;
  clock: Clock;
  retention: Retention;
}

const batchSize = 500;
/** Retention of mails about panel accounts, sent or not. */
const accountMailsKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Returns the number of deleted or erased rows. */
export async function runHousekeeping({ storage, clock, retention }: HousekeepingDependencies): Promise<number> {
  const now = clock.now();
  let total = 0;
  for (let mayBeMore = true; mayBeMore; ) {
    const [keys, counters] = await storage.write(async (records) => [
      await records.idempotency.removeExpired(now, batchSize),
      await records.counters.removeExpired(now, batchSize),
    ]);
    total += keys + counters;
    mayBeMore = keys === batchSize || counters === batchSize;
  }
  total += await storage.write((records) => records.users.removeExpiredSessions(now));
  total += await storage.write((records) => records.listeners.removeOlder(now - listenedEventsKeptMs, batchSize));
  total += await cancelDeliveriesOfDeletedStores({ storage, clock });
  total += await storage.write(async (records) => {
    const links = await records.userLinks.removeExpired(now);
    return links + (await records.accountMails.removeOlder(now - accountMailsKeptMs));
  });
  if (retention.personalData !== undefined) total += await eraseEnded({ storage }, now - retention.personalData);
  const pruned = await prune({ storage, clock, retention });
  for (const count of Object.values(pruned)) total += count;
  await storage.maintain();
  return total;
}
