// Payments and their history in memory.
import { isWithin } from "../../domain/amount-bound.js";
import { hasDeliveryFailed } from "../../domain/delivery.js";
import { firstPaymentIdOf } from "../../domain/identifiers.js";
import { type Payment, paidAt, type ReuseSlot } from "../../domain/payment.js";
import { fitsTerm, matchesSearch, readSearch, referenceTermsOf } from "../../domain/payment-search.js";
import { isIdle } from "../../domain/payment-state.js";
import { compareText } from "../compare-text.js";
import { comparePayments, isByAmount } from "../payment-order.js";
import type { MoneySum, PaymentCount, PaymentFilter, PaymentRecords } from "../port/payment-records.js";
import { keyFrom, UniqueError } from "./memory-table.js";
import { append, type MemoryTables, withoutNumber } from "./memory-tables.js";
import { byFigure } from "./orders-of-rows.js";

export function createPaymentRecords({
  payments,
  referenceTerms,
  history,
  alerts,
  deliveries,
}: MemoryTables): PaymentRecords {
  /** At most one payment is pending in a slot; a superseded one has left it. */
  function requireFreeSlot(payment: Payment): void {
    if (!holdsSlot(payment)) return;
    const holder = payments.first(
      (row) => row.paymentId !== payment.paymentId && holdsSlot(row) && isSameSlot(row, payment),
    );
    if (holder !== undefined) throw new UniqueError("reuse slot");
  }

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
        .list((row) => isIdle(row.state) && row.expiresAt <= now, { order: byFigure((row) => row.expiresAt), limit })
        .map(({ paymentId }) => paymentId),
    nextExpiry: async () => payments.least((row) => (isIdle(row.state) ? row.expiresAt : undefined)),
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
  const isUndecided = row.requestedMethod === undefined && (row.state === "created" || row.state === "opened");
  return (
    (method === undefined || (isUndecided ? "undecided" : row.paymentMethod) === method) &&
    (currency === undefined || row.currency === currency) &&
    isWithin(row, { min: minAmount, max: maxAmount })
  );
}
