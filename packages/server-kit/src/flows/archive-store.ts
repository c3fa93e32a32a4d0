// Frees the id of a deleted store for one that is created again: the store before goes on under an id that nobody can ask for, with its
// payments, webhooks, keys and people, so that nothing of it is taken for the new one's (spec/rules.md#store). Some hundreds
// of rows in each unit of work, so that others are let through; whoever was interrupted is followed by the next who wants the id.
import { randomText } from "../domain/api-key.js";
import type { RandomBytes } from "../domain/clock.js";
import type { Storage } from "../storage/port.js";

const sliceSize = 200;

/** The id under which the deleted store is kept from now on, or undefined when there is none with this id. */
export async function archiveDeletedStore(
  { storage, randomBytes }: { storage: Storage; randomBytes: RandomBytes },
  merchantId: string,
): Promise<string | undefined> {
  // Merchant ids never hold a tilde.
  const freshId = `${merchantId}~${randomText(8, randomBytes)}`;
  const archivedId = await storage.write((records) => records.stores.beginArchive(merchantId, freshId));
  if (archivedId === undefined) return undefined;
  for (let moved = 1; moved > 0; ) {
    moved = await storage.write((records) => records.stores.archiveSlice(merchantId, archivedId, sliceSize));
  }
  return archivedId;
}
