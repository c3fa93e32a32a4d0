// Records of stores.
import type { Store } from "../../domain/store.js";

export interface StoreRecords {
  /** False when the merchant id is taken, also by a deleted store that was not archived. */
  insertIfAbsent(store: Store): Promise<boolean>;
  /** Not the deleted ones. */
  find(merchantId: string): Promise<Store | undefined>;
  /** Those of these ids that are there and not deleted, in any order. */
  findMany(merchantIds: readonly string[]): Promise<Store[]>;
  /** For what time and banks still do to the payments of a deleted store; no caller's id comes here. */
  findEvenDeleted(merchantId: string): Promise<Store | undefined>;
  update(store: Store): Promise<void>;
  /**
   * Begins to give a deleted store another id, so that its own is free; resolves with the id that it gets, which is the one of before when
   * that was begun already. Undefined when no deleted store has the id.
   */
  beginArchive(merchantId: string, archivedId: string): Promise<string | undefined>;
  /**
   * Moves some hundreds of the rows that are the store's own (keys, payments with their webhooks and alerts, mails, orders, statements,
   * used idempotency keys, users, audit) to the other id, at most `limit` of a kind; returns how many. Payments count it as a write:
   * their version grows. Zero when nothing was left: then the id is free.
   */
  archiveSlice(merchantId: string, archivedId: string, limit: number): Promise<number>;
  /** Deleted stores that still have deliveries under way, at most `limit`. */
  listDeletedWithDeliveries(limit: number): Promise<string[]>;
  /** Ids of the keys that webhook secrets, announced ones included, are sealed with, each once; not of deleted stores. */
  listSealingKeyIds(): Promise<string[]>;
  list(page: { limit: number; after?: string | undefined }): Promise<Store[]>;
}
