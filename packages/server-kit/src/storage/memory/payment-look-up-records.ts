// Payments by what a transfer names, in memory.
import type { Payment } from "../../domain/payment.js";
import { isAbsorbing } from "../../domain/payment-state.js";
import { keyEnding, referenceKey } from "../../domain/statements/reference-key.js";
import { compareText } from "../compare-text.js";
import type { PaymentLookUpRecords } from "../port/payment-look-up-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createPaymentLookUpRecords({ payments, referenceTerms }: MemoryTables): PaymentLookUpRecords {
  const list = (merchantId: string, limit: number, fits: (row: Readonly<Payment>) => boolean) =>
    payments.list((row) => row.merchantId === merchantId && row.environment === "live" && fits(row), {
      order: newestFirst,
      limit,
    });

  return {
    listByRemittanceEnding: async ({ merchantId, endings, limit }) =>
      endings.flatMap((ending) =>
        list(merchantId, limit, ({ remittanceInfo }) => keyEnding(referenceKey(remittanceInfo)) === ending),
      ),
    listByRemittanceKey: async ({ merchantId, keys, limit }) =>
      keys.flatMap((key) => list(merchantId, limit, ({ remittanceInfo }) => referenceKey(remittanceInfo) === key)),
    listByEndToEndKey: async ({ merchantId, key, limit }) =>
      list(merchantId, limit, ({ endToEndId }) => endToEndId !== undefined && referenceKey(endToEndId) === key),
    async listByReferenceTerms({ merchantId, environment, terms, limit }) {
      const wanted = new Set(terms);
      const termsOf = (paymentId: string) =>
        referenceTerms.find(paymentId)?.terms.filter((term) => wanted.has(term)) ?? [];
      const counts = new Map<string, number>();
      return payments
        .list((row) => row.merchantId === merchantId && row.environment === environment, { order: newestFirst })
        .flatMap(({ paymentId }) => termsOf(paymentId).map((term) => ({ paymentId, term })))
        .filter(({ term }) => {
          const count = (counts.get(term) ?? 0) + 1;
          counts.set(term, count);
          return count <= limit;
        });
    },
    listWaitingByAmount: async ({ merchantId, currency, amountCents, limit }) =>
      list(
        merchantId,
        limit,
        (row) => row.currency === currency && row.amountCents === amountCents && !isAbsorbing(row.state),
      ),
    listByOrder: async ({ merchantId, orderId, limit }) => list(merchantId, limit, (row) => row.orderId === orderId),
  };
}

function newestFirst(left: Readonly<Payment>, right: Readonly<Payment>): number {
  return compareText(right.paymentId, left.paymentId);
}
