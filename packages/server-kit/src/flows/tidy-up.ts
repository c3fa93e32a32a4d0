// Removes what has served its time: expired idempotency keys, rate-limit counters, panel sessions, and buyers' personal data after the
// retention time; keeps the database's log file small.
import type { Clock } from "../domain/clock.js";
import type { Storage } from "../storage/port.js";
import { cancelDeliveriesOfDeletedStores } from "./cancel-deliveries.js";

export interface TidyDependencies {
  storage: Storage;
  clock: Clock;
  /** Personal data of payments that ended longer ago than this is erased. */
  retentionMs: number;
}

export const tidyEveryMs = 10 * 60 * 1000;
const batchSize = 500;
/** Mails to people about accounts are kept this long, sent or not. */
const accountMailsKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Returns how many rows were removed or erased. */
export async function tidyUp({ storage, clock, retentionMs }: TidyDependencies): Promise<number> {
  const now = clock.now();
  let total = 0;
  for (let count = batchSize; count >= batchSize; ) {
    count = await storage.write(async (records) => {
      const keys = await records.idempotency.removeExpired(now, batchSize);
      const counters = await records.counters.removeExpired(now, batchSize);
      const erased = await records.payments.eraseCustomerData(now - retentionMs, batchSize);
      return Math.max(keys, counters, erased);
    });
    total += count;
  }
  total += await storage.write((records) => records.users.removeExpiredSessions(now));
  total += await cancelDeliveriesOfDeletedStores({ storage, clock });
  total += await storage.write(async (records) => {
    const links = await records.userLinks.removeExpired(now);
    return links + (await records.accountMails.removeOlder(now - accountMailsKeptMs));
  });
  await storage.maintain();
  return total;
}
