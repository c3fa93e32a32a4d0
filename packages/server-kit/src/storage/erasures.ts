// The statements that erase the personal data of buyers, in SQLite and PostgreSQL.
import { endedStates } from "../domain/payment-state.js";

export interface PrivacyDialect {
  /** The column is one of the bound ids. */
  isOneOfIds(column: string): string;
  /** Search terms derived from a name or an e-mail address. */
  isPersonal: string;
  emptyBytes: string;
  /** The audit detail without the free-text reason, as text. */
  detailWithoutReason: string;
}

export interface Erasure {
  table: string;
  /** The new value of each column; undefined: the rows are deleted. */
  set: Readonly<Record<string, string>> | undefined;
  /** Columns of rows that are deleted. */
  columns?: readonly string[];
  where: string;
}

/** Written as in the index payments_to_erase: SQLite uses a partial index only for a condition of the same form. */
function hasEnded(column: string): string {
  return `(${endedStates.map((state) => `${column} = '${state}'`).join(" OR ")})`;
}

/** Personal data of a payment's buyer in the order of erasure: rows that are found through other tables come first. */
export function erasuresOf({
  isOneOfIds,
  isPersonal,
  emptyBytes,
  detailWithoutReason,
}: PrivacyDialect): readonly Erasure[] {
  const ofPayment = isOneOfIds("payment_id");
  return [
    {
      table: "delivery_attempts",
      set: { response_excerpt: "NULL", response_headers: "NULL" },
      where: `delivery_id IN (SELECT delivery_id FROM deliveries WHERE ${ofPayment}) AND response_excerpt IS NOT NULL`,
    },
    // A delivery that is still to be sent keeps its body.
    {
      table: "deliveries",
      set: { body: emptyBytes },
      where: `${ofPayment} AND due_at IS NULL AND claim_token IS NULL`,
    },
    {
      table: "statement_entries",
      set: { sealed_counterparty: "NULL", remittance_lines: "'[]'", reason: "NULL" },
      where: `entry_id IN (SELECT entry_id FROM statement_assignments WHERE ${ofPayment})`,
    },
    {
      table: "orders",
      set: undefined,
      columns: ["content"],
      where: `(merchant_id, order_key) IN (SELECT merchant_id, order_id FROM payments WHERE ${ofPayment})
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.merchant_id = orders.merchant_id
          AND p.environment IN ('test', 'live') AND p.order_id = orders.order_key AND NOT ${hasEnded("p.state")})`,
    },
    { table: "audit", set: { detail: detailWithoutReason }, where: isOneOfIds("subject") },
    { table: "payment_search_terms", set: undefined, columns: ["term"], where: `${isPersonal} AND ${ofPayment}` },
    { table: "payment_attempts", set: { sealed_request: "NULL", redirect_url: "NULL" }, where: ofPayment },
    { table: "payment_history", set: { reason: "NULL" }, where: ofPayment },
    { table: "payment_evidence", set: { detail: "NULL" }, where: ofPayment },
    { table: "receipts", set: { reason: "''" }, where: ofPayment },
    {
      table: "payment_alerts",
      set: { detail: "''", resolution: "CASE WHEN resolution IS NOT NULL THEN '' END" },
      where: ofPayment,
    },
    {
      table: "payments",
      set: {
        customer_email: "NULL",
        customer_name: "NULL",
        return_url: "NULL",
        metadata: "NULL",
        description: "NULL",
        items: "NULL",
      },
      where: ofPayment,
    },
  ];
}

export function erasureSql({ table, set, where }: Erasure): string {
  if (set === undefined) return `DELETE FROM ${table} WHERE ${where}`;
  const assignments = Object.entries(set).map(([column, value]) => `${column} = ${value}`);
  return `UPDATE ${table} SET ${assignments.join(", ")} WHERE ${where}`;
}

/** Payments that ended before @endedBefore and were not erased yet, oldest first: the condition of the index payments_to_erase. */
export const paymentsToEraseSql = `SELECT payment_id FROM payments
  WHERE erased_at IS NULL AND ${hasEnded("state")} AND updated_at < @endedBefore ORDER BY updated_at LIMIT @limit`;

export const markNotErasedSql =
  // A payment that settled with its last change has no time of its own for that.
  `UPDATE payments SET erased_at = NULL, updated_at = @now,
     settled_at = CASE WHEN state = 'settled' THEN coalesce(settled_at, updated_at) ELSE settled_at END
   WHERE payment_id = @paymentId AND erased_at IS NOT NULL`;

/** Of decided statement entries: exactly the conditions of the indexes statement_entries_personal and statement_entries_reasons. */
const personalEntryConditions = [
  "sealed_counterparty IS NOT NULL OR remittance_lines <> '[]'",
  "reason IS NOT NULL AND sealed_counterparty IS NULL AND remittance_lines = '[]'",
];

/** Entries without a payment, or of an unfinished one. */
export const eraseEntriesSql = `UPDATE statement_entries SET sealed_counterparty = NULL, remittance_lines = '[]', reason = NULL
  WHERE entry_id IN (SELECT entry_id FROM (${personalEntryConditions
    .map(
      (condition) => `SELECT entry_id FROM (SELECT entry_id FROM statement_entries
        WHERE state <> 'unmatched' AND (${condition}) AND created_at < @before ORDER BY created_at LIMIT @limit) AS found`,
    )
    .join(" UNION ALL ")}) AS entries LIMIT @limit)`;
