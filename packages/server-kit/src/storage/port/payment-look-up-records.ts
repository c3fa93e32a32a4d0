// Finds payments by what a transfer names: a whole reference, an order, an amount. Live payments only, unless an environment is given: a
// bank statement is about real money, which never pays a test payment.
import type { Environment } from "../../domain/environment.js";
import type { Payment } from "../../domain/payment.js";

export interface PaymentLookUpRecords {
  /**
   * Live payments of the store whose remittance key ends with one of these (see `keyEnding`), whatever their state: for each ending at most
   * `limit`, in no particular order.
   */
  listByRemittanceEnding(query: { merchantId: string; endings: readonly string[]; limit: number }): Promise<Payment[]>;
  /**
   * Live payments of the store with exactly one of these remittance keys: for each key the `limit` newest. For stores whose references all
   * have the same ending.
   */
  listByRemittanceKey(query: { merchantId: string; keys: readonly string[]; limit: number }): Promise<Payment[]>;
  /** Live payments of the store whose end-to-end id has this key (see `referenceKey`); newest first. */
  listByEndToEndKey(query: { merchantId: string; key: string; limit: number }): Promise<Payment[]>;
  /**
   * Which payments of the store have one of these search terms, personal ones excepted: of their order, or of a reference that they have
   * or had; newest first, for each term at most `limit`, among the 3000 newest payments of all stores that have it.
   */
  listByReferenceTerms(query: {
    merchantId: string;
    environment: Environment;
    terms: readonly string[];
    limit: number;
  }): Promise<{ paymentId: string; term: string }[]>;
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
