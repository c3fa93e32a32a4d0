// Which webhook deliveries are due, claimed or interrupted.
import type { Delivery } from "../../domain/delivery.js";

/** `first`: not failed so far, or requested by a person; `retry`: second and later attempts of the schedule. */
export type DeliveryLane = "first" | "retry";

export interface DueRequest {
  now: number;
  lane: DeliveryLane;
  /** Maximum number of deliveries. */
  limit: number;
  /** Maximum per store, unless `room` contains it. */
  perStore: number;
  /** Stores with a maximum other than `perStore`, possibly zero. */
  room: ReadonlyMap<string, number>;
  /** Cursor of the search over stores: `next` of the previous result. */
  after: string | undefined;
}

export interface DueDeliveries {
  deliveries: Delivery[];
  /** Set when stores that were not searched may have more. */
  next: string | undefined;
}

export interface DueDeliveryRecords {
  /**
   * Unclaimed due deliveries (schedule or manual send), oldest due first, of stores that are neither disabled nor deleted and have
   * a webhook URL. Must stay fast when one store has a million due deliveries.
   */
  listDue(request: DueRequest): Promise<DueDeliveries>;
  /**
   * Deliveries whose lease has expired at `now`: their send was interrupted. A lease beyond `latestLease` counts as expired too:
   * it was written by a clock that was ahead.
   */
  listLapsed(now: number, latestLease: number, limit: number): Promise<Delivery[]>;
  /** All claimed deliveries. */
  listClaimed(limit: number): Promise<Delivery[]>;
  /** The earliest time after `now` at which a delivery becomes due or a lease expires. */
  nextDue(now: number): Promise<number | undefined>;
  /** When the oldest due delivery became due; without paused stores. */
  oldestDue(now: number): Promise<number | undefined>;
  /** As `oldestDue`, by path. Paths without due deliveries are omitted. */
  oldestDueByPath(now: number): Promise<Partial<Record<Delivery["path"], number>>>;
}
