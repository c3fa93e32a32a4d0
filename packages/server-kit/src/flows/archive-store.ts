// Frees the id of a deleted store for reuse: the deleted store receives an id that no request can contain, with its payments, webhooks,
// keys and users, so that none of them is attributed to the new store (spec/rules.md#store). Some hundreds of rows per unit of work, so
// that other writers run in between; an interrupted run is resumed by the next call with the same id.
import type { RandomBytes } from "../domain/clock.js";
import { randomText } from "../domain/random-text.js";
import type { Storage } from "../storage/port.js";

const sliceSize = 200;
const suffixLength = 8;

/** The new id of the deleted store, or undefined when no deleted store has this id. */
export async function archiveDeletedStore(
  { storage, randomBytes }: { storage: Storage; randomBytes: RandomBytes },
  merchantId: string,
): Promise<string | undefined> {
  // A valid merchant id never contains a tilde.
  const freshId = `${merchantId}~${randomText(suffixLength, randomBytes)}`;
  const archivedId = await storage.write((records) => records.stores.beginArchive(merchantId, freshId));
  if (archivedId === undefined) return undefined;
  for (let moved = 1; moved > 0; ) {
    moved = await storage.write((records) => records.stores.archiveSlice(merchantId, archivedId, sliceSize));
  }
  return archivedId;
}
