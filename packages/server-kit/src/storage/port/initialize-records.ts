// The facts of an initialize call in one read: on a database behind a network each read is a round trip.
import type { IdempotencyRecord, IdempotencyScope } from "../../domain/idempotency.js";
import type { Payment, ReuseSlot } from "../../domain/payment.js";
import type { Store } from "../../domain/store.js";

export interface InitializeFacts {
  /** The earlier use of the call's Idempotency-Key; undefined without one. */
  stored: IdempotencyRecord | undefined;
  /** As `payments.findPending` of the slot. */
  pending: Payment | undefined;
  /** As `payments.findNewestOpen` of the order, without `pending`. */
  newestOpen: Payment | undefined;
  /** As `stores.find`. */
  store: Store | undefined;
  /** False: the store's test payments have no listeners at `now`. Always true where the check costs as much as taking a number. */
  mayBeListenedTo: boolean;
}

export interface InitializeRecords {
  find(call: { slot: ReuseSlot; idempotency: IdempotencyScope | undefined; now: number }): Promise<InitializeFacts>;
}
