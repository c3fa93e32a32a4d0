// Records of webhook deliveries. The delivery row is the outbox: it is written with the state change that it reports.
import type { Delivery, DeliveryAttempt } from "../../domain/delivery.js";
import type { Claim } from "../../domain/delivery-progress.js";
import type { DeliveryListRecords } from "./delivery-list-records.js";
import type { DueDeliveryRecords } from "./due-delivery-records.js";

export interface DeliveryRecords extends DueDeliveryRecords, DeliveryListRecords {
  insert(delivery: Delivery): Promise<void>;
  find(deliveryId: string): Promise<Delivery | undefined>;
  listAttempts(deliveryId: string): Promise<DeliveryAttempt[]>;
  /** Writes all mutable fields if the row still has the claim token `expectedToken` (undefined: unclaimed). False: it does not. */
  update(delivery: Delivery, expectedToken: string | undefined): Promise<boolean>;
  /**
   * Ends a claim with a result: writes state, counts and times of the delivery after the send, and removes the claim, if the row still has
   * that of `claimed`. A manual send requested meanwhile is kept. False: the claim was lost.
   */
  settle(delivery: Delivery, claimed: Delivery & { claim: Claim }): Promise<boolean>;
  /** Whether the claim with this token is still held. */
  isClaimed(deliveryId: string, token: string): Promise<boolean>;
  /** Inserts an attempt, or completes the one with the same number. */
  recordAttempt(attempt: DeliveryAttempt): Promise<void>;
  /** Deletes an attempt that was claimed and not sent. */
  removeAttempt(deliveryId: string, attempt: number): Promise<void>;
  /** Cancels unfinished deliveries of a store, at most `limit`; returns how many. */
  cancelOfStore(merchantId: string, now: number, limit: number): Promise<number>;
}
