// Records of money that came for a payment, each arrival once.
import type { PaymentArrival } from "../../domain/payment.js";

export interface ArrivalRecords {
  /** @throws when the payment has an arrival of this statement entry already. */
  insert(arrival: PaymentArrival): Promise<void>;
  /** Writes all fields. */
  update(arrival: PaymentArrival): Promise<void>;
  /** In the order in which they were recorded. */
  list(paymentId: string): Promise<PaymentArrival[]>;
}
