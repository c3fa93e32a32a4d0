// Records of stores.
import type { Store } from "../../domain/store.js";

export interface StoreRecords {
  /** False when the merchant id is in use, including by a deleted store that was not archived. */
  insertIfAbsent(store: Store): Promise<boolean>;
  /** Without deleted stores. */
  find(merchantId: string): Promise<Store | undefined>;
  /** The existing, not deleted stores of these ids, in any order. */
  findMany(merchantIds: readonly string[]): Promise<Store[]>;
  /** For background work and provider events of a deleted store's payments; not for ids from callers. */
  findIncludingDeleted(merchantId: string): Promise<Store | undefined>;
  update(store: Store): Promise<void>;
  /**
   * Begins to give a deleted store another id, so that its own is free; resolves with the new id, or that of an earlier call when it was
   * already begun. Undefined when no deleted store has the id.
   */
  beginArchive(merchantId: string, archivedId: string): Promise<string | undefined>;
  /**
   * Moves some hundreds of the store's rows (keys, payments with their webhooks and alerts, mails, orders, statements,
   * used idempotency keys, users, audit) to the other id, at most `limit` of a kind; returns how many. The version of
   * payments grows. Zero when nothing is left: then the id is free.
   */
  archiveSlice(merchantId: string, archivedId: string, limit: number): Promise<number>;
  /** Deleted stores with unfinished deliveries, at most `limit`. */
  listDeletedWithDeliveries(limit: number): Promise<string[]>;
  /** The distinct ids of the encryption keys of webhook secrets, including announced ones; without deleted stores. */
  listSealingKeyIds(): Promise<string[]>;
  list(page: { limit: number; after?: string | undefined }): Promise<Store[]>;
}
