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
   * Gives a deleted store and all that was ever its own (keys, payments, webhooks, mails, orders, used idempotency keys, users, audit)
   * another id, so that its own is free. Payments count it as a write: their version grows. False when no deleted store has the id.
   */
  archive(merchantId: string, archivedId: string): Promise<boolean>;
  list(page: { limit: number; after?: string | undefined }): Promise<Store[]>;
}
