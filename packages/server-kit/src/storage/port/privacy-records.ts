// Personal data of buyers: whose it is, and erasing it from every record of a payment (see `storage/personal-data`).
import type { Payment } from "../../domain/payment.js";

export interface PrivacyRecords {
  /** Payments that ended before the moment and were not erased yet, longest ago first. */
  listToErase(endedBefore: number, limit: number): Promise<string[]>;
  /**
   * Erases what is known of the buyers of these payments: some hundreds at once. Webhooks that are still to be sent keep their body.
   * With `erasedAt` the payments are done with; without it they are looked at again after the retention time, for what is told later.
   */
  erase(paymentIds: readonly string[], erasedAt: number | undefined): Promise<void>;
  /** Erases whom statement entries name that were imported before the moment and are decided; at most `limit`, returns how many. */
  eraseEntries(before: number, limit: number): Promise<number>;
  /** Payments with this e-mail address in any case, by id, after the given one. */
  listOfBuyer(
    buyer: { email: string; merchantId: string | undefined },
    page: { limit: number; after: string },
  ): Promise<Payment[]>;
}
