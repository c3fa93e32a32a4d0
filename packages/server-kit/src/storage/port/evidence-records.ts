// Records of what was said about a payment. The same fact told again is one row with a count.
import type { PaymentEvidence } from "../../domain/payment.js";

/** A fact as it is told once. */
export type ToldEvidence = Omit<PaymentEvidence, "count" | "lastAt">;

export interface EvidenceRecords {
  /**
   * Adds the fact, or counts it once more when the payment has one of the same event, session, statement entry, amount, currency and
   * reference: that one takes the new `detail`, and stays allowed once it was.
   */
  record(fact: ToldEvidence): Promise<void>;
  /** In the order in which they were first told. */
  list(paymentId: string): Promise<PaymentEvidence[]>;
}
