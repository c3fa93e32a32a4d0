// Records of events reported about a payment. The same event reported again is one row with a count.
import type { PaymentEvidence } from "../../domain/payment.js";

/** One report of an event. */
export type ReportedEvidence = Omit<PaymentEvidence, "count" | "lastAt">;

export interface EvidenceRecords {
  /**
   * Adds the event, or increments the count when the payment has one with the same event, session, statement entry, amount, currency and
   * reference: that row gets the new `detail`, and `wasAllowed` stays true once it was.
   */
  record(fact: ReportedEvidence): Promise<void>;
  /** In the order of their first report. */
  list(paymentId: string): Promise<PaymentEvidence[]>;
}
