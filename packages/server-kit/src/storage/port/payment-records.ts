// Records of payments and their history.
import type { HistoryEntry, Payment, RefreshableFields, ReuseSlot } from "../../domain/payment.js";
import type { PaymentListRecords } from "./payment-list-records.js";

export interface PaymentRecords extends PaymentListRecords {
  /** @throws when the reuse slot is taken: the database keeps it unique while the payment is pending and not superseded. */
  insert(payment: Payment): Promise<void>;
  /** Internal use only (events by session, pages by token, operators): ids from callers must be checked before. */
  find(paymentId: string): Promise<Payment | undefined>;
  /** The existing ones of these ids, in any order; internal use, as `find`. */
  findMany(paymentIds: readonly string[]): Promise<Payment[]>;
  /** Look-up for a merchant: finds only payments of the store. The caller checks the environment. */
  findOfStore(merchantId: string, paymentId: string): Promise<Payment | undefined>;
  /** The pending payment in a reuse slot; a superseded one only when no other is there. */
  findPending(slot: ReuseSlot): Promise<Payment | undefined>;
  /** The newest pending payment of an order that is not superseded, other than the given one. */
  findNewestOpen(
    order: Pick<Payment, "merchantId" | "environment" | "orderId">,
    exceptPaymentId: string,
  ): Promise<Payment | undefined>;
  /** Settled payments of the same store, environment and order, newest first. */
  listSettledOfOrder(order: Pick<Payment, "merchantId" | "environment" | "orderId">, limit: number): Promise<Payment[]>;
  /**
   * Writes all fields that may change (storage/payment-fields.ts) if the version is still `expectedVersion`; false:
   * another writer was first.
   * @throws when it would bring the payment back into a reuse slot that another one holds, unless it is superseded.
   */
  update(payment: Payment, expectedVersion: number): Promise<boolean>;
  /** As `update`, for a payment with other references: a search finds it by these, and still by all that it had before. */
  changeReferences(payment: Payment, expectedVersion: number): Promise<boolean>;
  /** Counts as a write of its own: the version grows. */
  refresh(paymentId: string, fields: RefreshableFields, now: number): Promise<void>;
  /** `undefined` lifts the mark. Counts as a write of its own: the version grows. */
  supersede(paymentId: string, by: string | undefined): Promise<void>;
  /** Ids of idle payments with `expiresAt <= now`, oldest first. */
  listExpired(now: number, limit: number): Promise<string[]>;
  /** The earliest `expiresAt` among idle payments. */
  nextExpiry(): Promise<number | undefined>;

  appendHistory(entry: HistoryEntry): Promise<void>;
  listHistory(paymentId: string): Promise<HistoryEntry[]>;
}
