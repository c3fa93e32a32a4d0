// SQL of the rows that retention deletes, for both databases. Each selection is an index range by age. Values are
// bound by name: `before`, the time before which a row must have ended, and `limit`.
import { endedDeliveryStates } from "../domain/delivery.js";
import { endedStates } from "../domain/payment-state.js";
import type { RetentionKind } from "../domain/retention.js";

export interface RetentionRule {
  /** The keys of the rows to delete, oldest first. */
  keys: string;
  /** Deletes the rows of another table that belong to them; runs first. */
  removeDependent?: string;
  /** Deletes the rows themselves, or clears a field of them. */
  remove: string;
}

const ended = `state IN (${endedStates.map((state) => `'${state}'`).join(", ")})`;
/** The payment ended before that time too, and has no open alert. */
const isOver = (table: string) => `EXISTS (SELECT 1 FROM payments p
      WHERE p.payment_id = ${table}.payment_id AND p.${ended} AND p.updated_at < @before)
    AND NOT EXISTS (SELECT 1 FROM payment_attention a WHERE a.payment_id = ${table}.payment_id AND a.open_alerts > 0)`;

/** `dependent`: the table whose rows have the same key and are deleted with these. */
function rule(table: string, key: string, choice: string, dependent?: string): RetentionRule {
  const keys = `SELECT ${key} FROM ${table} WHERE ${choice} LIMIT @limit`;
  return {
    keys,
    ...(dependent === undefined ? {} : { removeDependent: `DELETE FROM ${dependent} WHERE ${key} IN (${keys})` }),
    remove: `DELETE FROM ${table} WHERE (${key}) IN (${keys})`,
  };
}

const excerpts = `SELECT delivery_id, attempt FROM delivery_attempts
  WHERE response_excerpt IS NOT NULL AND started_at < @before ORDER BY started_at LIMIT @limit`;

export const retentionRules: Record<RetentionKind, readonly RetentionRule[]> = {
  deliveryExcerpts: [
    {
      keys: excerpts,
      remove: `UPDATE delivery_attempts SET response_excerpt = NULL, response_headers = NULL WHERE (delivery_id, attempt) IN (${excerpts})`,
    },
  ],
  deliveries: endedDeliveryStates.map((state) =>
    rule(
      "deliveries",
      "delivery_id",
      `state = '${state}' AND finished_at < @before AND claim_token IS NULL AND manual_send_at IS NULL ORDER BY finished_at`,
      "delivery_attempts",
    ),
  ),
  evidence: [rule("payment_evidence", "id", `last_at < @before AND ${isOver("payment_evidence")} ORDER BY last_at`)],
  history: [rule("payment_history", "id", `at < @before AND ${isOver("payment_history")} ORDER BY at`)],
  alerts: [rule("payment_alerts", "id", "resolved_at < @before ORDER BY resolved_at")],
  audit: [rule("audit", "id", "at < @before ORDER BY at")],
  mails: [rule("mails", "mail_id", "created_at < @before AND next_attempt_at IS NULL ORDER BY created_at")],
  orders: [
    rule(
      "orders",
      "merchant_id, order_key",
      `updated_at < @before AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.merchant_id = orders.merchant_id
         AND p.environment IN ('test', 'live') AND p.order_id = orders.order_key AND NOT p.${ended}) ORDER BY updated_at`,
    ),
  ],
  statements: [
    rule(
      "statement_entries",
      "entry_id",
      // Returned money reduces the sum of its payment for as long as its arrivals are kept.
      `state <> 'unmatched' AND NOT (direction = 'debit' AND state IN ('matched', 'assigned'))
       AND created_at < @before ORDER BY created_at`,
      "statement_assignments",
    ),
    rule(
      "statements",
      "statement_id",
      `created_at < @before AND finished_at IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM statement_entries e WHERE e.statement_id = statements.statement_id) ORDER BY created_at`,
    ),
  ],
};

/** Counting further would read too many rows for a page or a metric. */
export const prunableCountedTo = 10_000;

export function countPrunableSql({ keys }: RetentionRule): string {
  return `SELECT count(*) AS count FROM (${keys.replace("@limit", String(prunableCountedTo))}) AS found`;
}
