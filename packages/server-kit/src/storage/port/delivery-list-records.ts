// Lists and counts of webhook deliveries, for the panel, the API and metrics.
import type { Delivery, ListedDeliveryState } from "../../domain/delivery.js";

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

export interface DeliveryListRecords {
  /** Deliveries of a payment, newest first, after the cursor (a delivery id). */
  listOfPayment(paymentId: string, page: { limit: number; after?: string | undefined }): Promise<Delivery[]>;
  /** Deliveries in these states, of all payments, by creation, then id. */
  listByState(request: DeliveriesByStateRequest): Promise<Delivery[]>;
  /** Of one store in any state, newest first (by creation, then id). */
  listOfStore(
    request: Omit<DeliveriesByStateRequest, "states" | "order" | "merchantId"> & { merchantId: string },
  ): Promise<Delivery[]>;
  readQueueOfStore(merchantId: string, interruptedAtLeast: number): Promise<EndpointQueue>;
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
}
