// Lists, counts and sums of payments in memory.
import { isWithin } from "../../domain/amount-bound.js";
import { hasDeliveryFailed } from "../../domain/delivery.js";
import { firstPaymentIdOf } from "../../domain/identifiers.js";
import { type Payment, paidAt } from "../../domain/payment.js";
import { fitsTerm, matchesSearch, readSearch } from "../../domain/payment-search.js";
import { isBeforeChoice } from "../../domain/payment-state.js";
import { comparePayments, isByAmount } from "../payment-order.js";
import type { MoneySum, PaymentCount, PaymentFilter, PaymentListRecords } from "../port/payment-list-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

export function createPaymentListRecords({
  payments,
  referenceTerms,
  alerts,
  deliveries,
}: MemoryTables): PaymentListRecords {
  function needsAttention({ paymentId }: Readonly<Payment>): boolean {
    return (
      alerts.first((alert) => alert.paymentId === paymentId && alert.resolvedAt === undefined) !== undefined ||
      deliveries.first((delivery) => delivery.paymentId === paymentId && hasDeliveryFailed(delivery)) !== undefined
    );
  }

  function isFound(row: Readonly<Payment>, text: string | undefined): boolean {
    if (text === undefined || text.trim() === "") return true;
    const search = readSearch(text);
    const { terms = [] } = referenceTerms.find(row.paymentId) ?? {};
    return matchesSearch(row, search) || terms.some((term) => fitsTerm(term, search));
  }

  return {
    async list(filter) {
      const fits = (row: Readonly<Payment>) =>
        fitsFilter(row, filter) &&
        isFound(row, filter.search) &&
        (filter.needsAttention !== true || needsAttention(row));
      const isInPage = pageOf(filter, (paymentId) => payments.find(paymentId));
      return payments.list((row) => fits(row) && isInPage(row), {
        order: comparePayments(filter.order),
        limit: filter.limit,
      });
    },
    async countCreated({ merchantId, environment, from, until }) {
      const first = firstPaymentIdOf(from);
      const after = firstPaymentIdOf(until);
      const counts = new Map<string, PaymentCount>();
      for (const row of payments.rows()) {
        const isInSpan = row.paymentId >= first && row.paymentId < after;
        if (row.merchantId !== merchantId || row.environment !== environment || !isInSpan) continue;
        const { paymentMethod, state } = row;
        const isRequested = row.requestedMethod !== undefined;
        const key = keyFrom(paymentMethod, String(isRequested), state);
        const count = (counts.get(key)?.count ?? 0) + 1;
        counts.set(key, { paymentMethod, isRequested, state, count });
      }
      return [...counts.values()];
    },
    async sumCreated(filter) {
      const fits = (row: Readonly<Payment>) =>
        fitsFilter(row, filter) && (filter.needsAttention !== true || needsAttention(row));
      return sumOf([...payments.rows()].filter(fits));
    },
    async sumSettled({ merchantId, environment, from, until }) {
      const isInSpan = (row: Readonly<Payment>) => {
        const at = paidAt(row);
        return at !== undefined && at >= from && at < until;
      };
      const isOfStore = (row: Readonly<Payment>) => row.merchantId === merchantId && row.environment === environment;
      return sumOf([...payments.rows()].filter((row) => isOfStore(row) && isInSpan(row)));
    },
  };
}

/** Whether a payment follows the cursor of the previous page; an unknown cursor has no next page. */
function pageOf(
  { order, before, after }: PaymentFilter,
  find: (paymentId: string) => Readonly<Payment> | undefined,
): (row: Readonly<Payment>) => boolean {
  const ascending = comparePayments(isByAmount(order) ? "smallest" : "oldest");
  const bound = (paymentId: string) =>
    isByAmount(order) ? find(paymentId) : { paymentId, currency: "", amountCents: 0 };
  const isBehind = (paymentId: string | undefined, sign: 1 | -1) => {
    if (paymentId === undefined) return () => true;
    const last = bound(paymentId);
    return (row: Readonly<Payment>) => last !== undefined && ascending(row, last) * sign > 0;
  };
  const [isBelow, isAbove] = [isBehind(before, -1), isBehind(after, 1)];
  return (row) => isBelow(row) && isAbove(row);
}

function sumOf(rows: readonly Readonly<Payment>[]): MoneySum[] {
  const sums = new Map<string, MoneySum>();
  for (const { currency, amountCents } of rows) {
    const sum = sums.get(currency) ?? { currency, count: 0, amountCents: 0 };
    sums.set(currency, { currency, count: sum.count + 1, amountCents: sum.amountCents + amountCents });
  }
  return [...sums.values()];
}

function fitsFilter(row: Readonly<Payment>, filter: Omit<PaymentFilter, "limit">): boolean {
  const { merchantId, environment, states, createdFrom, createdUntil } = filter;
  return (
    (merchantId === undefined || row.merchantId === merchantId) &&
    (environment === undefined || row.environment === environment) &&
    (states === undefined || states.includes(row.state)) &&
    (createdFrom === undefined || row.paymentId >= firstPaymentIdOf(createdFrom)) &&
    (createdUntil === undefined || row.paymentId < firstPaymentIdOf(createdUntil)) &&
    hasDetails(row, filter)
  );
}

function hasDetails(row: Readonly<Payment>, filter: Omit<PaymentFilter, "limit">): boolean {
  const { method, currency, minAmount, maxAmount } = filter;
  const isUndecided = row.requestedMethod === undefined && isBeforeChoice(row.state);
  return (
    (method === undefined || (isUndecided ? "undecided" : row.paymentMethod) === method) &&
    (currency === undefined || row.currency === currency) &&
    isWithin(row, { min: minAmount, max: maxAmount })
  );
}
