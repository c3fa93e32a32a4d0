// Lists, counts and sums of payments in PostgreSQL.
import { firstPaymentIdOf } from "../../domain/identifiers.js";
import type { Payment } from "../../domain/payment.js";
import type { SearchedPayment } from "../../domain/payment-search.js";
import {
  type PlainFilter,
  paymentListSql,
  paymentListValues,
  paymentSumSql,
  searchedColumns,
  searchedPayment,
} from "../payment-list.js";
import type { MoneySum, PaymentCount, PaymentListRecords } from "../port/payment-list-records.js";
import { createPaymentSearch, type TermReads } from "../search-payments.js";
import { paymentsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

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

export function createPaymentListRecords(database: Database, { isCommon, findIds }: TermReads): PaymentListRecords {
  const payments = createTableAccess(database, paymentsTable);

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
  const listFound = createPaymentSearch({ isCommon, findIds, listPlain, listSearched });

  return {
    async list({ search, ...filter }) {
      return search === undefined || search.trim() === "" ? listPlain(filter) : listFound({ ...filter, search });
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
  };
}

/** The driver returns sums, which are numeric, as text. */
function moneySumOf({ currency, count, amountCents }: Record<string, unknown>): MoneySum {
  return { currency: String(currency), count: Number(count), amountCents: Number(amountCents) };
}
