// Records of receipts: money that a person recorded, without a bank's file; and the payments that wait for one.
import type { AmountBound } from "../../domain/amount-bound.js";
import type { Environment } from "../../domain/environment.js";
import type { Payment } from "../../domain/payment.js";
import type { RecordedReceipt } from "../../domain/receipt.js";

export interface ReceiptFilter {
  merchantId: string;
  environment: Environment;
  outcome?: RecordedReceipt["outcome"] | undefined;
  /** Whether the payment is paid now. */
  isPaid?: boolean | undefined;
  /** Bounds of the receipt's own amount. */
  minAmount?: AmountBound | undefined;
  maxAmount?: AmountBound | undefined;
  /** When the money arrived, epoch milliseconds; `until` is excluded. */
  receivedFrom?: number | undefined;
  receivedUntil?: number | undefined;
  /** The last receipt id of the previous page. */
  before?: string | undefined;
  limit: number;
}

export interface ReceiptRecords {
  insert(receipt: RecordedReceipt): Promise<void>;
  /** Newest first, each with its payment. */
  list(filter: ReceiptFilter): Promise<{ receipt: RecordedReceipt; payment: Pick<Payment, "orderId" | "state"> }[]>;
  /** Receipts of one payment, oldest first. */
  listOfPayment(paymentId: string, limit: number): Promise<RecordedReceipt[]>;
  /** Payments whose buyer reports the transfer as made and that still wait for the money, oldest first. */
  listClaimed(filter: { merchantId: string; environment: Environment; limit: number }): Promise<Payment[]>;
}
