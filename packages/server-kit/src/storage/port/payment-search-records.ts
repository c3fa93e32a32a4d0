// Look-ups of payments by what a bank statement says. Live payments only: a statement is real money, and a test payment is never paid by it.
import type { Payment } from "../../domain/payment.js";

export interface PaymentSearchRecords {
  /**
   * Live payments of the store whose remittance key ends with one of these (see `keyEnding`), whatever their state; newest first.
   */
  listByRemittanceEnding(query: { merchantId: string; endings: readonly string[]; limit: number }): Promise<Payment[]>;
  /** Live payments of the store with exactly one of these remittance keys; for stores whose references all end alike. */
  listByRemittanceKey(query: { merchantId: string; keys: readonly string[]; limit: number }): Promise<Payment[]>;
  /** Live payments of the store whose end-to-end id has one of these keys (see `referenceKey`); newest first. */
  listByEndToEndKey(query: { merchantId: string; keys: readonly string[]; limit: number }): Promise<Payment[]>;
  /** Live payments of the store that are not over for good (open or expired) and of this amount; newest first. */
  listWaitingByAmount(query: {
    merchantId: string;
    currency: string;
    amountCents: number;
    limit: number;
  }): Promise<Payment[]>;
  /** Live payments of one order, whatever their state; newest first. */
  listByOrder(query: { merchantId: string; orderId: string; limit: number }): Promise<Payment[]>;
}
