// Records of listeners to a store's webhooks, and their events. Test payments only: live keys cannot listen.
import type { DeliveryPath } from "../../domain/store.js";

export interface ListenedEvent {
  merchantId: string;
  /** Increases within the store, without gaps that could be filled later: a reader that has read up to a number has missed nothing. */
  number: number;
  deliveryId: string;
  event: string;
  body: Uint8Array;
  path: DeliveryPath;
  createdAt: number;
}

export interface ListenerRecords {
  /** Records a listener until this time, or longer; returns the number of the store's last event, 0 before the first. */
  open(merchantId: string, until: number): Promise<number>;
  /** Takes the number of the store's next event in this unit of work; undefined when there is no listener at `now`. */
  takeNumber(merchantId: string, now: number): Promise<number | undefined>;
  insert(event: ListenedEvent): Promise<void>;
  /** Events after the number `after`, created at `since` or later, in order. */
  list(merchantId: string, page: { after: number; since: number; limit: number }): Promise<ListenedEvent[]>;
  /** Deletes events created before, at most `limit`; returns how many. */
  removeOlder(before: number, limit: number): Promise<number>;
}
