// Who listens to the webhooks of a store's test payments, and what they are told. Test payments only: a live key does not get here.
import type { DeliveryPath } from "../../domain/store.js";

export interface ListenedEvent {
  merchantId: string;
  /** Counts up within the store, without gaps that could be filled later: who has read to a number has missed nothing before it. */
  number: number;
  deliveryId: string;
  event: string;
  body: Uint8Array;
  path: DeliveryPath;
  createdAt: number;
}

export interface ListenerRecords {
  /** Somebody listens until then, or for longer; returns the number of the store's last event, 0 before the first. */
  open(merchantId: string, until: number): Promise<number>;
  /** The number of the store's next event, taken in this unit of work; undefined when nobody listens at `now`. */
  takeNumber(merchantId: string, now: number): Promise<number | undefined>;
  insert(event: ListenedEvent): Promise<void>;
  /** Events after the number `after`, created at `since` or later, in their order. */
  list(merchantId: string, page: { after: number; since: number; limit: number }): Promise<ListenedEvent[]>;
  /** Removes events created before, and at most `limit`; returns how many. */
  removeOlder(before: number, limit: number): Promise<number>;
}
