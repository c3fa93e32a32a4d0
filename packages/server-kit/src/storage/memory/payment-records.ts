// Payments and their history in memory.
import type { Payment, ReuseSlot } from "../../domain/payment.js";
import { referenceTermsOf } from "../../domain/payment-search.js";
import { isIdle } from "../../domain/payment-state.js";
import { compareText } from "../compare-text.js";
import type { PaymentRecords } from "../port/payment-records.js";
import { UniqueError } from "./memory-table.js";
import { append, type MemoryTables, withoutNumber } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";
import { createPaymentListRecords } from "./payment-list-records.js";

export function createPaymentRecords(tables: MemoryTables): PaymentRecords {
  const { payments, referenceTerms, history } = tables;

  /** At most one payment is pending in a slot; a superseded one has left it. */
  function requireFreeSlot(payment: Payment): void {
    if (!holdsSlot(payment)) return;
    const holder = payments.first(
      (row) => row.paymentId !== payment.paymentId && holdsSlot(row) && isSameSlot(row, payment),
    );
    if (holder !== undefined) throw new UniqueError("reuse slot");
  }

  function keepReferences(payment: Payment): void {
    const { paymentId } = payment;
    const { terms = [] } = referenceTerms.find(paymentId) ?? {};
    referenceTerms.put({ paymentId, terms: [...new Set([...terms, ...referenceTermsOf(payment)])] });
  }

  function update(payment: Payment, expectedVersion: number): boolean {
    if (payments.find(payment.paymentId)?.version !== expectedVersion) return false;
    requireFreeSlot(payment);
    return payments.change(payment.paymentId, payment);
  }

  return {
    ...createPaymentListRecords(tables),
    async insert(payment) {
      requireFreeSlot(payment);
      payments.insert(payment);
      keepReferences(payment);
    },
    find: async (paymentId) => payments.find(paymentId),
    findMany: async (paymentIds) =>
      paymentIds.map((paymentId) => payments.find(paymentId)).filter((payment) => payment !== undefined),
    async findOfStore(merchantId, paymentId) {
      const payment = payments.find(paymentId);
      return payment?.merchantId === merchantId ? payment : undefined;
    },
    findPending: async (slot) =>
      payments.first(
        (row) => isIdle(row.state) && isSameSlot(row, slot),
        (left, right) =>
          Number(left.supersededBy !== undefined) - Number(right.supersededBy !== undefined) ||
          newestFirst(left, right),
      ),
    findNewestOpen: async ({ merchantId, environment, orderId }, exceptPaymentId) =>
      payments.first(
        (row) =>
          row.merchantId === merchantId &&
          row.environment === environment &&
          row.orderId === orderId &&
          row.paymentId !== exceptPaymentId &&
          holdsSlot(row),
        newestFirst,
      ),
    listSettledOfOrder: async ({ merchantId, environment, orderId }, limit) =>
      payments.list(
        (row) =>
          row.merchantId === merchantId &&
          row.environment === environment &&
          row.orderId === orderId &&
          row.state === "settled",
        { order: newestFirst, limit },
      ),
    update: async (payment, expectedVersion) => update(payment, expectedVersion),
    async changeReferences(payment, expectedVersion) {
      if (!update(payment, expectedVersion)) return false;
      keepReferences(payment);
      return true;
    },
    async refresh(paymentId, fields, now) {
      const { returnUrl, customerEmail, customerName, metadata, description, items, paymentMethod, requestedMethod } =
        fields;
      payments.change(paymentId, {
        ...{ returnUrl, customerEmail, customerName, metadata, description, items, paymentMethod, requestedMethod },
        updatedAt: now,
        version: (payments.find(paymentId)?.version ?? 0) + 1,
      });
    },
    async supersede(paymentId, by) {
      payments.change(paymentId, { supersededBy: by, version: (payments.find(paymentId)?.version ?? 0) + 1 });
    },
    listExpired: async (now, limit) =>
      payments
        .list((row) => isIdle(row.state) && row.expiresAt <= now, { order: byNumber((row) => row.expiresAt), limit })
        .map(({ paymentId }) => paymentId),
    nextExpiry: async () => payments.least((row) => (isIdle(row.state) ? row.expiresAt : undefined)),

    appendHistory: async (entry) => append(history, entry),
    listHistory: async (paymentId) => history.list((row) => row.paymentId === paymentId).map(withoutNumber),
  };
}

function holdsSlot({ state, supersededBy }: Readonly<Payment>): boolean {
  return isIdle(state) && supersededBy === undefined;
}

const slotFields = ["merchantId", "environment", "orderId", "amountCents", "currency", "checkoutMode"] as const;

function isSameSlot(left: ReuseSlot, right: ReuseSlot): boolean {
  return slotFields.every((field) => left[field] === right[field]);
}

function newestFirst(left: Readonly<Payment>, right: Readonly<Payment>): number {
  return compareText(right.paymentId, left.paymentId);
}
