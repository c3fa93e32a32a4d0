// Records of arrivals: money for a payment, each arrival once.
import type { PaymentArrival } from "../../domain/payment.js";

export interface ArrivalRecords {
  /** @throws when the payment already has an arrival of this statement entry. */
  insert(arrival: PaymentArrival): Promise<void>;
  /** Writes all fields. */
  update(arrival: PaymentArrival): Promise<void>;
  /** Oldest first. */
  list(paymentId: string): Promise<PaymentArrival[]>;
}
