// Money that a person recorded, in memory.
import { isWithin } from "../../domain/amount-bound.js";
import { hasEnded } from "../../domain/payment-state.js";
import { compareText } from "../compare-text.js";
import type { ReceiptFilter, ReceiptRecords } from "../port/receipt-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createReceiptRecords({ receipts, payments }: MemoryTables): ReceiptRecords {
  const isPaid = (paymentId: string) => payments.find(paymentId)?.state === "settled";

  return {
    async insert(receipt) {
      receipts.insert(receipt);
    },
    list: async (filter) =>
      receipts
        .list((row) => fits(filter, row, isPaid), {
          order: (left, right) => compareText(right.receiptId, left.receiptId),
          limit: filter.limit,
        })
        .flatMap((receipt) => {
          const payment = payments.find(receipt.paymentId);
          return payment === undefined
            ? []
            : [{ receipt, payment: { orderId: payment.orderId, state: payment.state } }];
        }),
    listOfPayment: async (paymentId, limit) =>
      receipts.list((row) => row.paymentId === paymentId, {
        order: (left, right) => compareText(left.receiptId, right.receiptId),
        limit,
      }),
    listClaimed: async ({ merchantId, environment, limit }) =>
      payments.list(
        (row) =>
          row.merchantId === merchantId &&
          row.environment === environment &&
          !hasEnded(row.state) &&
          row.claimedPaidAt !== undefined,
        { order: (left, right) => compareText(left.paymentId, right.paymentId), limit },
      ),
  };
}

type Row = Parameters<ReceiptRecords["insert"]>[0];

function fits(filter: ReceiptFilter, row: Row, isPaid: (paymentId: string) => boolean): boolean {
  const { receivedFrom, receivedUntil, before, outcome } = filter;
  return (
    row.merchantId === filter.merchantId &&
    row.environment === filter.environment &&
    (outcome === undefined || row.outcome === outcome) &&
    (filter.isPaid === undefined || isPaid(row.paymentId) === filter.isPaid) &&
    isWithin(row, { min: filter.minAmount, max: filter.maxAmount }) &&
    (receivedFrom === undefined || row.receivedAt >= receivedFrom) &&
    (receivedUntil === undefined || row.receivedAt < receivedUntil) &&
    (before === undefined || row.receiptId < before)
  );
}
