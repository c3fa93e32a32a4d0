// Payments and their history in PostgreSQL.
import { firstPaymentIdOf } from "../../domain/identifiers.js";
import type { Payment } from "../../domain/payment.js";
import type { SearchedPayment } from "../../domain/payment-search.js";
import { idleStates, type PaymentState } from "../../domain/payment-state.js";
import {
  type PlainFilter,
  paymentListSql,
  paymentListValues,
  paymentSumSql,
  searchedColumns,
  searchedPayment,
} from "../payment-list.js";
import type { MoneySum, PaymentCount, PaymentRecords } from "../port/payment-records.js";
import { paymentHistoryTable, paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createPaymentSearchTerms } from "./payment-search-terms.js";
import { selectNumber, selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

/** Exactly the condition of the partial indexes: PostgreSQL must be able to prove it to use them. */
const isIdle = `state IN (${quoted(idleStates)})`;

// Each has its partial index: an order may have thousands of payments, and initialize reads at most one row with each of these. Store and
// environment are compared as expressions, so that no index by store applies: without statistics the planner might choose one of those.
const ofOrder = "order_id = @orderId AND merchant_id || '' = @merchantId AND environment || '' = @environment";
const ofSlot = `${ofOrder} AND amount_cents = @amountCents AND currency = @currency AND checkout_mode = @checkoutMode`;
export const holderOfSlot = `WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NULL LIMIT 1`;
export const newestSupersededOfSlot = `WHERE ${ofSlot} AND ${isIdle} AND superseded_by IS NOT NULL ORDER BY payment_id DESC LIMIT 1`;
export const newestOpenOfOrder = `WHERE ${ofOrder} AND ${isIdle} AND superseded_by IS NULL AND payment_id <> @except ORDER BY payment_id DESC LIMIT 1`;

/** Uses the index payments_settled: exactly its condition and expression. */
const sumSettledSql = `SELECT currency, count(*) AS count, sum(amount_cents) AS "amountCents" FROM payments
  WHERE merchant_id = @merchantId AND environment = @environment AND state = 'settled'
    AND coalesce(settled_at, updated_at) >= @from AND coalesce(settled_at, updated_at) < @until GROUP BY currency`;

const dialect = {
  indexedBy: () => "",
  joinPayments: "JOIN payments ON payments.payment_id = payment_attention.payment_id",
  isEachPieceLimited: true,
  isOneOfIds: "payment_id = ANY(@ids)",
};

export function createPaymentRecords(database: Database): PaymentRecords {
  const payments = createTableAccess(database, paymentsTable);
  const history = createTableAccess(database, paymentHistoryTable);

  async function listPlain(filter: PlainFilter): Promise<Payment[]> {
    const { ids } = filter;
    const sql = paymentListSql(filter, { columns: payments.columns, ...dialect });
    return sql === undefined
      ? []
      : payments.all(sql, { ...paymentListValues(filter), ...(ids === undefined ? {} : { ids }) });
  }
  async function listSearched(filter: PlainFilter): Promise<SearchedPayment[]> {
    const sql = paymentListSql(filter, { columns: searchedColumns, ...dialect });
    return sql === undefined ? [] : (await database.allRaw(sql, paymentListValues(filter))).map(searchedPayment);
  }
  const searchTerms = createPaymentSearchTerms(database, listPlain, listSearched);
  // The LIMIT makes it one look-up for each payment. The store is compared as an expression, as above: without statistics the planner
  // preferred an index by store.
  const findOfStoreSql = `SELECT ${payments.columns}
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (payment_id, merchant_id, place)
    LEFT JOIN LATERAL (SELECT * FROM payments
      WHERE payment_id = wanted.payment_id AND merchant_id || '' = wanted.merchant_id LIMIT 1) AS payments ON true
    ORDER BY place`;

  async function update(payment: Payment, expectedVersion: number): Promise<boolean> {
    return (await payments.update(payment, "payment_id", "version = @expectedVersion", { expectedVersion })) === 1;
  }

  return {
    async insert(payment) {
      await payments.insertLater(payment);
      await searchTerms.keep(payment);
    },
    find: async (paymentId) =>
      await payments.first(`SELECT ${payments.columns} FROM payments WHERE payment_id = @paymentId`, { paymentId }),
    findMany: async (paymentIds) => await listPlain({ ids: paymentIds, limit: paymentIds.length }),
    findOfStore: (merchantId, paymentId) => payments.firstTogether(findOfStoreSql, [paymentId, merchantId]),
    async findPending({ merchantId, environment, orderId, amountCents, currency, checkoutMode }) {
      const slot = { merchantId, environment, orderId, amountCents, currency, checkoutMode };
      return (
        (await payments.first(`SELECT ${payments.columns} FROM payments ${holderOfSlot}`, slot)) ??
        (await payments.first(`SELECT ${payments.columns} FROM payments ${newestSupersededOfSlot}`, slot))
      );
    },
    findNewestOpen: async ({ merchantId, environment, orderId }, except) =>
      await payments.first(`SELECT ${payments.columns} FROM payments ${newestOpenOfOrder}`, {
        merchantId,
        environment,
        orderId,
        except,
      }),
    listSettledOfOrder: async ({ merchantId, environment, orderId }, limit) =>
      await payments.all(
        `SELECT ${payments.columns} FROM payments
         WHERE ${ofOrder} AND state = 'settled'
         ORDER BY payment_id DESC LIMIT @limit`,
        { merchantId, environment, orderId, limit },
      ),
    update,
    async changeReferences(payment, expectedVersion) {
      if (!(await update(payment, expectedVersion))) return false;
      await searchTerms.keep(payment);
      return true;
    },
    async refresh(paymentId, fields, now) {
      await database.run(
        `UPDATE payments SET return_url = @returnUrl, customer_email = @customerEmail, customer_name = @customerName,
             metadata = @metadata, description = @description, items = @items, payment_method = @paymentMethod, requested_method = @requestedMethod, updated_at = @now,
             version = version + 1
           WHERE payment_id = @paymentId`,
        {
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
        },
      );
      await searchTerms.refresh(paymentId, fields);
    },
    async supersede(paymentId, by) {
      await database.run(
        "UPDATE payments SET superseded_by = @by, version = version + 1 WHERE payment_id = @paymentId",
        { paymentId, by: by ?? null },
      );
    },
    listExpired: async (now, limit) =>
      await selectTexts(
        database,
        `SELECT payment_id FROM payments WHERE expires_at <= @now AND ${isIdle} ORDER BY expires_at LIMIT @limit`,
        { now, limit },
      ),
    nextExpiry: async () => await selectNumber(database, `SELECT min(expires_at) FROM payments WHERE ${isIdle}`),
    async list({ search, ...filter }) {
      return search === undefined || search.trim() === "" ? listPlain(filter) : searchTerms.list({ ...filter, search });
    },
    async countCreated({ merchantId, environment, from, until }) {
      // The named columns are selected, and they hold what `insert` wrote.
      const rows = (await database.all(
        `SELECT payment_method AS "paymentMethod", requested_method IS NOT NULL AS "isRequested", state, count(*) AS count
           FROM payments
           WHERE merchant_id = @merchantId AND environment = @environment AND payment_id >= @first AND payment_id < @after
           GROUP BY 1, 2, 3`,
        { merchantId, environment, first: firstPaymentIdOf(from), after: firstPaymentIdOf(until) },
      )) as (Omit<PaymentCount, "count"> & { count: unknown })[];
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },
    async sumCreated(filter) {
      const sql = paymentSumSql(filter, dialect);
      return sql === undefined ? [] : (await database.all(sql, paymentListValues(filter))).map(moneySumOf);
    },
    sumSettled: async (span) => (await database.all(sumSettledSql, span)).map(moneySumOf),

    async appendHistory({ from, to, ...entry }) {
      await history.insertLater({ ...entry, fromState: from, toState: to });
    },
    async listHistory(paymentId) {
      return (
        await history.all(`SELECT ${history.columns} FROM payment_history WHERE payment_id = @paymentId ORDER BY id`, {
          paymentId,
        })
      ).map(({ fromState, toState, ...entry }) => ({ ...entry, from: fromState, to: toState }));
    },
  };
}

/** States are constants, never input. */
function quoted(states: readonly PaymentState[]): string {
  return states.map((state) => `'${state}'`).join(", ");
}

/** The driver returns sums, which are numeric, as text. */
function moneySumOf({ currency, count, amountCents }: Record<string, unknown>): MoneySum {
  return { currency: String(currency), count: Number(count), amountCents: Number(amountCents) };
}
