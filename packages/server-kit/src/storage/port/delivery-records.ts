// Records of webhook deliveries. The delivery row is the outbox: it is written with the state change that it reports.
import type { Delivery, DeliveryAttempt, ListedDeliveryState } from "../../domain/delivery.js";

/** `first`: never failed so far, or asked for by a person; `retry`: the schedule's second and later attempts. */
export type DeliveryLane = "first" | "retry";

export interface DueRequest {
  now: number;
  lane: DeliveryLane;
  /** How many deliveries at most. */
  limit: number;
  /** How many of one store at most, unless `room` names it. */
  perStore: number;
  /** Stores that may take another number than `perStore`, or none at all. */
  room: ReadonlyMap<string, number>;
  /** Where a search among many stores goes on: `next` of the answer before. */
  after: string | undefined;
}

export interface DueDeliveries {
  deliveries: Delivery[];
  /** Set when there may be more among stores that were not looked at yet. */
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
  /** The last one of the page before. */
  after?: { createdAt: number; deliveryId: string } | undefined;
}

/** How a store's deliveries stand, for whoever asks why they are slow. */
export interface EndpointQueue {
  /** Not ended; counted to 1 000. */
  unfinishedCount: number;
  /** When the next one may be sent; in the past while they wait for their turn. Undefined when none waits. */
  nextDueAt: number | undefined;
  /** Not ended, and with at least so many sends in a row cut off; counted to 1 000. */
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
   * a webhook URL. A store with a million due deliveries must not make this slow for the others.
   */
  listDue(request: DueRequest): Promise<DueDeliveries>;
  /**
   * Deliveries whose claim's lease has run out at `now`: their send was cut off. A lease beyond `latestLease` counts as run out too:
   * it was written by a clock that was ahead of ours.
   */
  listLapsed(now: number, latestLease: number, limit: number): Promise<Delivery[]>;
  /** Everything that is claimed, by whomever. */
  listClaimed(limit: number): Promise<Delivery[]>;
  /** Writes all mutable fields if the claim token in the row is still `expectedToken` (undefined: unclaimed). False: it is not. */
  update(delivery: Delivery, expectedToken: string | undefined): Promise<boolean>;
  /**
   * Ends a claim with a result: writes state, counts and times, and takes the claim away, if its token is still the one in the row.
   * A manual send that was asked for meanwhile stays. False: the claim was lost.
   */
  settle(delivery: Delivery, token: string): Promise<boolean>;
  /** Whether the claim with this token still stands. */
  isClaimed(deliveryId: string, token: string): Promise<boolean>;
  /** Inserts an attempt, or completes the one with the same number. */
  recordAttempt(attempt: DeliveryAttempt): Promise<void>;
  /** Takes back an attempt that was claimed and then not sent. */
  removeAttempt(deliveryId: string, attempt: number): Promise<void>;
  /** Cancels what is unfinished of a store, at most `limit`; returns how many. */
  cancelOfStore(merchantId: string, now: number, limit: number): Promise<number>;
  /** The earliest moment after `now` at which something more falls due or a lease runs out. */
  nextDue(now: number): Promise<number | undefined>;
  /** How many deliveries have not come to an end: the queue's depth. Counts to 100 000, so that a long queue does not make it slow. */
  countUnfinished(): Promise<number>;
  /** As `countUnfinished`, by path, and to 10 000 in all. */
  countUnfinishedByPath(): Promise<Partial<Record<Delivery["path"], number>>>;
  /** Not ended, and with at least so many sends in a row cut off. */
  countInterrupted(atLeast: number): Promise<number>;
  /**
   * Deliveries of all stores by state, each counted to 10 000: that figure means "10 000 or more". A state without any is left out.
   */
  countByState(): Promise<Record<string, number>>;
  /** How many deliveries of these payments are in each state; a state without any is left out. */
  countByStateOfPayments(paymentIds: readonly string[]): Promise<Record<string, number>>;
  /** Since when the oldest due delivery waits, of stores that are not paused. */
  oldestDue(now: number): Promise<number | undefined>;
  /** As `oldestDue`, by path: of each store's oldest due delivery. A path on which none waits is left out. */
  oldestDueByPath(now: number): Promise<Partial<Record<Delivery["path"], number>>>;
}
