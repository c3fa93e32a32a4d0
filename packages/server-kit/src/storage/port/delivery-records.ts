// Records of webhook deliveries. The delivery row is the outbox: it is written with the state change that it reports.
import type { Delivery, DeliveryAttempt, ListedDeliveryState } from "../../domain/delivery.js";

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

export interface DeliveriesByStateRequest {
  states: readonly ListedDeliveryState[];
  merchantId?: string | undefined;
  /** Created at or after, epoch milliseconds. */
  since?: number | undefined;
  /** Created before, epoch milliseconds. */
  until?: number | undefined;
  limit: number;
  /** Default: oldest first. */
  order?: "oldest" | "newest" | undefined;
  /** The last one of the previous page. */
  after?: { createdAt: number; deliveryId: string } | undefined;
}

/** State of a store's queue, to explain slow deliveries. */
export interface EndpointQueue {
  /** Unfinished; counted up to 1 000. */
  unfinishedCount: number;
  /** When the next one is due, possibly in the past. Undefined when none waits. */
  nextDueAt: number | undefined;
  /** Unfinished, with at least `atLeast` consecutive interrupted sends; counted up to 1 000. */
  interruptedCount: number;
}

export interface DeliveryRecords {
  insert(delivery: Delivery): Promise<void>;
  find(deliveryId: string): Promise<Delivery | undefined>;
  /** Deliveries of a payment, newest first, after the cursor (a delivery id). */
  listOfPayment(paymentId: string, page: { limit: number; after?: string | undefined }): Promise<Delivery[]>;
  /** Deliveries in these states, of all payments, by creation, then id. */
  listByState(request: DeliveriesByStateRequest): Promise<Delivery[]>;
  /** Of one store in any state, newest first (by creation, then id). */
  listOfStore(
    request: Omit<DeliveriesByStateRequest, "states" | "order" | "merchantId"> & { merchantId: string },
  ): Promise<Delivery[]>;
  readQueueOfStore(merchantId: string, interruptedAtLeast: number): Promise<EndpointQueue>;
  listAttempts(deliveryId: string): Promise<DeliveryAttempt[]>;
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
  /** Writes all mutable fields if the row still has the claim token `expectedToken` (undefined: unclaimed). False: it does not. */
  update(delivery: Delivery, expectedToken: string | undefined): Promise<boolean>;
  /**
   * Ends a claim with a result: writes state, counts and times, and removes the claim, if the row still has its token.
   * A manual send requested meanwhile is kept. False: the claim was lost.
   */
  settle(delivery: Delivery, token: string): Promise<boolean>;
  /** Whether the claim with this token is still held. */
  isClaimed(deliveryId: string, token: string): Promise<boolean>;
  /** Inserts an attempt, or completes the one with the same number. */
  recordAttempt(attempt: DeliveryAttempt): Promise<void>;
  /** Deletes an attempt that was claimed and not sent. */
  removeAttempt(deliveryId: string, attempt: number): Promise<void>;
  /** Cancels unfinished deliveries of a store, at most `limit`; returns how many. */
  cancelOfStore(merchantId: string, now: number, limit: number): Promise<number>;
  /** The earliest time after `now` at which a delivery becomes due or a lease expires. */
  nextDue(now: number): Promise<number | undefined>;
  /** Number of unfinished deliveries (queue depth), counted up to 100 000 to stay fast. */
  countUnfinished(): Promise<number>;
  /** As `countUnfinished`, by path, up to 10 000 in all. */
  countUnfinishedByPath(): Promise<Partial<Record<Delivery["path"], number>>>;
  /** Unfinished, with at least `atLeast` consecutive interrupted sends. */
  countInterrupted(atLeast: number): Promise<number>;
  /**
   * Deliveries of all stores by state, each counted to 10 000: that figure means "10 000 or more". States without any are omitted.
   */
  countByState(): Promise<Record<string, number>>;
  /** Number of deliveries of these payments by state; states without any are omitted. */
  countByStateOfPayments(paymentIds: readonly string[]): Promise<Record<string, number>>;
  /** When the oldest due delivery became due; without paused stores. */
  oldestDue(now: number): Promise<number | undefined>;
  /** As `oldestDue`, by path. Paths without due deliveries are omitted. */
  oldestDueByPath(now: number): Promise<Partial<Record<Delivery["path"], number>>>;
}
