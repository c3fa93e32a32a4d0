// Finding and erasing personal data of buyers (see storage/erasures.ts).
import type { Payment } from "../../domain/payment.js";

export interface PrivacyRecords {
  /** Payments that ended before this time and were not erased yet, oldest first. */
  listToErase(endedBefore: number, limit: number): Promise<string[]>;
  /**
   * Erases personal data of these payments, some hundreds at once. Webhooks that are still to be sent keep their body.
   * With `erasedAt` the payments count as erased; without it they are erased again after the retention time, for data that arrives later.
   */
  erase(paymentIds: readonly string[], erasedAt: number | undefined): Promise<void>;
  /** Marks an erased payment as not erased, and as changed at `now`: housekeeping erases it again after the retention time. */
  markNotErased(paymentId: string, now: number): Promise<void>;
  /**
   * Erases counterparty, remittance lines and reason of statement entries that were imported before this time and are
   * not unmatched, at most `limit`; returns how many.
   */
  eraseEntries(before: number, limit: number): Promise<number>;
  /** Payments with this e-mail address (case-insensitive), by id, after the given one. */
  listOfBuyer(
    buyer: { email: string; merchantId: string | undefined },
    page: { limit: number; after: string },
  ): Promise<Payment[]>;
}
