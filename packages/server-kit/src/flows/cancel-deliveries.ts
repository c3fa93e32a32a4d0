// Cancels the unfinished deliveries of a deleted store, some hundreds per unit of work. None of them is sent meanwhile, because the store
// is deleted. Housekeeping finishes an interrupted run.
import type { Clock } from "../domain/clock.js";
import type { Storage } from "../storage/port.js";

const sliceSize = 500;
const maxStores = 100;

/** Returns the number of cancelled deliveries. */
export async function cancelDeliveriesOf(
  { storage, clock }: { storage: Storage; clock: Clock },
  merchantId: string,
): Promise<number> {
  let total = 0;
  for (let count = sliceSize; count >= sliceSize; total += count) {
    count = await storage.write((records) => records.deliveries.cancelOfStore(merchantId, clock.now(), sliceSize));
  }
  return total;
}

/** Completes interrupted runs, for a bounded number of deleted stores; returns the number of cancelled deliveries. */
export async function cancelDeliveriesOfDeletedStores(dependencies: {
  storage: Storage;
  clock: Clock;
}): Promise<number> {
  const deleted = await dependencies.storage.read((records) => records.stores.listDeletedWithDeliveries(maxStores));
  let total = 0;
  for (const merchantId of deleted) total += await cancelDeliveriesOf(dependencies, merchantId);
  return total;
}
