// What an initialize call decides by, in one look: on a database behind a network each look is a round trip.
import type { IdempotencyRecord, IdempotencyScope } from "../../domain/idempotency.js";
import type { Payment, ReuseSlot } from "../../domain/payment.js";
import type { Store } from "../../domain/store.js";

export interface InitializeFacts {
  /** What the call's Idempotency-Key was used for before; undefined without a key. */
  stored: IdempotencyRecord | undefined;
  /** As `payments.findPending` of the slot. */
  pending: Payment | undefined;
  /** As `payments.findNewestOpen` of the order, leaving out `pending`. */
  newestOpen: Payment | undefined;
  /** As `stores.find`. */
  store: Store | undefined;
  /** False: nobody listens to the store's test payments at `now`. True where asking costs as much as taking a number. */
  mayBeListenedTo: boolean;
}

export interface InitializeRecords {
  find(call: { slot: ReuseSlot; idempotency: IdempotencyScope | undefined; now: number }): Promise<InitializeFacts>;
}
