// Payments and their history in SQLite.
import { firstPaymentIdOf } from "../../domain/identifiers.js";
import type { Payment } from "../../domain/payment.js";
import type { SearchedPayment } from "../../domain/payment-search.js";
import { idleStates, type PaymentState } from "../../domain/payment-state.js";
import { paymentFieldsThatChange } from "../payment-fields.js";
import {
  type PlainFilter,
  paymentListSql,
  paymentListValues,
  paymentSumSql,
  searchedColumns,
  searchedPayment,
} from "../payment-list.js";
import type { MoneySum, PaymentCount, PaymentRecords } from "../port/payment-records.js";
import { createFieldValues, snakeCase } from "../row-mapping.js";
import { paymentHistoryTable, paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createPaymentSearchTerms } from "./payment-search-terms.js";
import { selectNumber, selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** Exactly the condition of the partial indexes: SQLite uses them only for a condition of the same form. */
const isIdle = isOneOf(idleStates);

// Each statement names its index: an order may have thousands of payments, and initialize reads at most one row with each of these.
// Values by position: binding by name would double the cost.
const ofOrder = "merchant_id = ? AND environment = ? AND order_id = ?";
const ofSlot = `${ofOrder} AND amount_cents = ? AND currency = ? AND checkout_mode = ?`;
export const holderOfSlot = `INDEXED BY payments_reuse_slot WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NULL LIMIT 1`;
export const newestSupersededOfSlot = `INDEXED BY payments_superseded_in_slot
  WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NOT NULL ORDER BY payment_id DESC LIMIT 1`;
// Uses the index of the slots: at most one open payment of an order is not superseded, so hardly anything is sorted.
export const newestOpenOfOrder = `INDEXED BY payments_reuse_slot
  WHERE ${ofOrder} AND ${isIdle} AND superseded_by IS NULL AND payment_id <> ? ORDER BY payment_id DESC LIMIT 1`;
// Without the hint, SQLite reads all settled payments of the store in the order of their ids, to avoid sorting one or two rows.
export const settledOfOrder = `INDEXED BY payments_settled_of_order
  WHERE ${ofOrder} AND state = 'settled' ORDER BY payment_id DESC LIMIT ?`;

/** Uses the index payments_settled: exactly its condition and expression. */
const sumSettledSql = `SELECT currency, count(*) AS count, sum(amount_cents) AS amountCents FROM payments INDEXED BY payments_settled
  WHERE merchant_id = @merchantId AND environment = @environment AND state = 'settled'
    AND coalesce(settled_at, updated_at) >= @from AND coalesce(settled_at, updated_at) < @until GROUP BY currency`;

const often = paymentFieldsThatChange("often");
/** Written only when they change, at the opening of a provider session: two indexes contain long expressions of them. */
const seldom = paymentFieldsThatChange("seldom");
const hasSeldomChange = seldom.map((field) => `${snakeCase(field)} IS NOT ?`).join(" OR ");

const dialect = {
  // Without the hint, SQLite may read all payments of the store to find a few.
  indexedBy: (index: string) => `INDEXED BY ${index}`,
  joinPayments: "CROSS JOIN payments ON payments.payment_id = payment_attention.payment_id",
  isOneOfIds: "payment_id IN (SELECT value FROM json_each(@ids))",
};

export function createPaymentRecords(database: Database): PaymentRecords {
  const payments = createTableAccess(database, paymentsTable);
  const history = createTableAccess(database, paymentHistoryTable);
  // Built once: for a text built at each call, finding its prepared statement would cost more than running it.
  const updateOften = payments.updateOf(often, "payment_id = ? AND version = ?");
  const updateSeldom = payments.updateOf(seldom, `payment_id = ? AND (${hasSeldomChange})`);
  const seldomValues = createFieldValues(paymentsTable, seldom);
  const select = `SELECT ${payments.columns} FROM payments`;
  const findSql = `${select} WHERE payment_id = ?`;
  const findOfStoreSql = `${findSql} AND merchant_id = ?`;
  const holderSql = `${select} ${holderOfSlot}`;
  const supersededSql = `${select} ${newestSupersededOfSlot}`;
  const settledOfOrderSql = `${select} ${settledOfOrder}`;
  const newestOpenSql = `${select} ${newestOpenOfOrder}`;

  function listPlain(filter: PlainFilter): Payment[] {
    const { ids } = filter;
    const sql = paymentListSql(filter, { columns: payments.columns, ...dialect });
    if (sql === undefined) return [];
    return payments.all(sql, {
      ...paymentListValues(filter),
      ...(ids === undefined ? {} : { ids: JSON.stringify(ids) }),
    });
  }
  function listSearched(filter: PlainFilter): SearchedPayment[] {
    const sql = paymentListSql(filter, { columns: searchedColumns, ...dialect });
    if (sql === undefined) return [];
    // Rows come as arrays.
    return (database.prepareRaw(sql).all(paymentListValues(filter)) as unknown[][]).map(searchedPayment);
  }
  const searchTerms = createPaymentSearchTerms(database, listPlain, listSearched);

  function update(payment: Payment, expectedVersion: number): boolean {
    if (updateOften(payment, [payment.paymentId, expectedVersion]) === 0) return false;
    updateSeldom(payment, [payment.paymentId, ...seldomValues(payment)]);
    return true;
  }

  return {
    async insert(payment) {
      payments.insert(payment);
      searchTerms.keep(payment);
    },
    find: async (paymentId) => payments.first(findSql, [paymentId]),
    findMany: async (paymentIds) => listPlain({ ids: paymentIds, limit: paymentIds.length }),
    findOfStore: async (merchantId, paymentId) => payments.first(findOfStoreSql, [paymentId, merchantId]),
    async findPending({ merchantId, environment, orderId, amountCents, currency, checkoutMode }) {
      const slot = [merchantId, environment, orderId, amountCents, currency, checkoutMode];
      return payments.first(holderSql, slot) ?? payments.first(supersededSql, slot);
    },
    findNewestOpen: async ({ merchantId, environment, orderId }, except) =>
      payments.first(newestOpenSql, [merchantId, environment, orderId, except]),
    listSettledOfOrder: async ({ merchantId, environment, orderId }, limit) =>
      payments.all(settledOfOrderSql, [merchantId, environment, orderId, limit]),
    update: async (payment, expectedVersion) => update(payment, expectedVersion),
    async changeReferences(payment, expectedVersion) {
      if (!update(payment, expectedVersion)) return false;
      searchTerms.keep(payment);
      return true;
    },
    async refresh(paymentId, fields, now) {
      database
        .prepare(
          `UPDATE payments SET return_url = @returnUrl, customer_email = @customerEmail, customer_name = @customerName,
             metadata = @metadata, description = @description, items = @items, payment_method = @paymentMethod, requested_method = @requestedMethod, updated_at = @now,
             version = version + 1
           WHERE payment_id = @paymentId`,
        )
        .run({
          paymentId,
          returnUrl: fields.returnUrl ?? null,
          customerEmail: fields.customerEmail ?? null,
          customerName: fields.customerName ?? null,
          metadata: fields.metadata === undefined ? null : JSON.stringify(fields.metadata),
          description: fields.description ?? null,
          items: fields.items === undefined ? null : JSON.stringify(fields.items),
          paymentMethod: fields.paymentMethod,
          requestedMethod: fields.requestedMethod ?? null,
          now,
        });
      searchTerms.refresh(paymentId, fields);
    },
    async supersede(paymentId, by) {
      database
        .prepare("UPDATE payments SET superseded_by = @by, version = version + 1 WHERE payment_id = @paymentId")
        .run({ paymentId, by: by ?? null });
    },
    listExpired: async (now, limit) =>
      selectTexts(
        database,
        `SELECT payment_id FROM payments INDEXED BY payments_to_expire WHERE expires_at <= @now AND ${isIdle} ORDER BY expires_at LIMIT @limit`,
        { now, limit },
      ),
    nextExpiry: async () =>
      selectNumber(database, `SELECT min(expires_at) FROM payments INDEXED BY payments_to_expire WHERE ${isIdle}`),
    async list({ search, ...filter }) {
      return search === undefined || search.trim() === "" ? listPlain(filter) : searchTerms.list({ ...filter, search });
    },
    async countCreated({ merchantId, environment, from, until }) {
      // The named columns are selected, and they hold what `insert` wrote.
      const rows = database
        .prepare(
          `SELECT payment_method AS paymentMethod, requested_method IS NOT NULL AS isRequested, state, count(*) AS count
           FROM payments
           WHERE merchant_id = @merchantId AND environment = @environment AND payment_id >= @first AND payment_id < @after
           GROUP BY 1, 2, 3`,
        )
        .all({ merchantId, environment, first: firstPaymentIdOf(from), after: firstPaymentIdOf(until) }) as (Omit<
        PaymentCount,
        "isRequested"
      > & { isRequested: number })[];
      return rows.map((row) => ({ ...row, isRequested: row.isRequested === 1 }));
    },
    async sumCreated(filter) {
      const sql = paymentSumSql(filter, dialect);
      // The named columns are selected.
      return sql === undefined ? [] : (database.prepare(sql).all(paymentListValues(filter)) as MoneySum[]);
    },
    async sumSettled(span) {
      // The named columns are selected.
      return database.prepare(sumSettledSql).all(span) as MoneySum[];
    },

    async appendHistory({ from, to, ...entry }) {
      history.insert({ ...entry, fromState: from, toState: to });
    },
    async listHistory(paymentId) {
      return history
        .all(`SELECT ${history.columns} FROM payment_history WHERE payment_id = @paymentId ORDER BY id`, { paymentId })
        .map(({ fromState, toState, ...entry }) => ({ ...entry, from: fromState, to: toState }));
    },
  };
}

/** States are constants, never input. Not IN: SQLite would build a temporary table for its list at each write of a row. */
function isOneOf(states: readonly PaymentState[]): string {
  return `(${states.map((state) => `state = '${state}'`).join(" OR ")})`;
}
