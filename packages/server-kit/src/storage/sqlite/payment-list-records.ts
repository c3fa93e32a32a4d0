// Lists, counts and sums of payments in SQLite.
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
const sumSettledSql = `SELECT currency, count(*) AS count, sum(amount_cents) AS amountCents FROM payments INDEXED BY payments_settled
  WHERE merchant_id = @merchantId AND environment = @environment AND state = 'settled'
    AND coalesce(settled_at, updated_at) >= @from AND coalesce(settled_at, updated_at) < @until GROUP BY currency`;

const dialect = {
  // Without the hint, SQLite may read all payments of the store to find a few.
  indexedBy: (index: string) => `INDEXED BY ${index}`,
  joinPayments: "CROSS JOIN payments ON payments.payment_id = payment_attention.payment_id",
  isOneOfIds: "payment_id IN (SELECT value FROM json_each(@ids))",
};

export function createPaymentListRecords(database: Database, { isCommon, findIds }: TermReads): PaymentListRecords {
  const payments = createTableAccess(database, paymentsTable);

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
  const listFound = createPaymentSearch({ isCommon, findIds, listPlain, listSearched });

  return {
    async list({ search, ...filter }) {
      return search === undefined || search.trim() === "" ? listPlain(filter) : listFound({ ...filter, search });
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
  };
}
