// Records of webhook deliveries. The delivery row is the outbox: it is written with the state change that it reports.
import type { Delivery, DeliveryAttempt } from "../../domain/delivery.js";

export interface DeliveryClaim {
  token: string;
  owner: string;
  leaseUntil: number;
}

export interface DeliveryRecords {
  insert(delivery: Delivery): Promise<void>;
  find(deliveryId: string): Promise<Delivery | undefined>;
  /** Deliveries of a payment, newest first, after the cursor (a delivery id). */
  listOfPayment(paymentId: string, page: { limit: number; after?: string | undefined }): Promise<Delivery[]>;
  listAttempts(deliveryId: string): Promise<DeliveryAttempt[]>;
  /**
   * Due deliveries (schedule or manual send), oldest due first, of stores that are neither disabled nor deleted, without those
   * of the stores named in `exceptMerchants` (their endpoints are at their cap).
   */
  listDue(now: number, limit: number, exceptMerchants: readonly string[]): Promise<Delivery[]>;
  /** Deliveries whose claim's lease has run out: their send was cut off. */
  listLapsed(now: number, limit: number): Promise<Delivery[]>;
  /** Writes all mutable fields if the claim token in the row is still `expectedToken` (undefined: unclaimed). False: it is not. */
  update(delivery: Delivery, expectedToken: string | undefined): Promise<boolean>;
  /** Inserts an attempt, or completes the one with the same number. */
  recordAttempt(attempt: DeliveryAttempt): Promise<void>;
  /** Cancels everything unfinished of a store; returns how many. */
  cancelOfStore(merchantId: string, now: number): Promise<number>;
  /** The earliest moment at which something is due or a lease runs out. */
  nextDue(): Promise<number | undefined>;
  /** Figures for metrics and overview. */
  countByState(merchantId?: string): Promise<Record<string, number>>;
  oldestDue(now: number): Promise<number | undefined>;
}
