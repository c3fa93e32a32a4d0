// Frees the id of a deleted store for one that is created again: the store before goes on under an id that nobody can ask for, with its
// payments, webhooks, keys and people, so that nothing of it is taken for the new one's (decisions: a store created again).
import { randomText } from "../domain/api-key.js";
import type { RandomBytes } from "../domain/clock.js";
import type { Records } from "../storage/port.js";

/** The id under which the deleted store is kept from now on, or undefined when there is none with this id. */
export async function archiveDeletedStore(
  { randomBytes }: { randomBytes: RandomBytes },
  records: Records,
  merchantId: string,
): Promise<string | undefined> {
  // Merchant ids never hold a tilde.
  const archivedId = `${merchantId}~${randomText(8, randomBytes)}`;
  return (await records.stores.archive(merchantId, archivedId)) ? archivedId : undefined;
}
