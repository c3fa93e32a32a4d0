// The order in which waiting rows move when the clock was set back, for both databases. Each step ascends an index: a moved row
// is below the position reached, so that no slice finds it again.
import { idempotencyKeyTtlMs } from "../domain/idempotency.js";

export interface WaitingStep {
  table: string;
  key: string;
  /** The indexed time column of the step. */
  by: string;
  where: string;
  /** Other time columns of the same row. */
  columns: readonly string[];
  /** Whether its rows count as moved. */
  isCounted: boolean;
}

const sends = { table: "deliveries", key: "delivery_id", by: "due_at", columns: ["next_attempt_at", "manual_send_at"] };
const mails = { key: "mail_id", by: "next_attempt_at", columns: ["next_attempt_at", "claimed_until"] };

/** Positions are stored and used by triggers of the tables: append new steps at the end. */
export const waitingSteps: readonly WaitingStep[] = [
  { ...sends, where: "is_retry = FALSE", isCounted: true },
  { ...sends, where: "is_retry = TRUE", isCounted: true },
  {
    ...{ table: "payment_attempts", key: "attempt_id", by: "next_poll_at", where: "TRUE", columns: ["next_poll_at"] },
    isCounted: true,
  },
  { ...mails, table: "mails", where: "TRUE", isCounted: true },
  { ...mails, table: "account_mails", where: "TRUE", isCounted: true },
  // Mails of the last hour, for the hourly limit; the step begins an hour before the latest time.
  { table: "mails", key: "mail_id", by: "sent_at", where: "sent_at > @since", columns: ["sent_at"], isCounted: false },
];
// Rate-limit buckets come after the last step, by name: their own time shows which are of the earlier clock.

/** Rows of the step from the position reached, without those written by the current clock. */
export function findSliceSql({ table, key, by, where }: WaitingStep): string {
  return `SELECT ${key} AS id, ${by} AS at FROM ${table}
    WHERE ${where} AND ${by} IS NOT NULL AND ${by} >= @reached
      AND NOT EXISTS (SELECT 1 FROM waiting_move_skips s WHERE s.kind = '${table}' AND s.id = ${table}.${key})
    ORDER BY ${by} LIMIT @limit`;
}

export function moveSliceSql({ table, columns }: WaitingStep, keys: string): string {
  return `UPDATE ${table} SET ${columns.map((column) => `${column} = ${column} - @byMs`).join(", ")} WHERE ${keys}`;
}

/** Held claims, leases and calls when the move begins: only what is in progress. */
export const heldSql = [
  `UPDATE deliveries SET next_attempt_at = next_attempt_at - @byMs, manual_send_at = manual_send_at - @byMs,
     claim_lease_until = claim_lease_until - @byMs
   WHERE claim_token IS NOT NULL`,
  "UPDATE payment_attempts SET lease_until = lease_until - @byMs WHERE status = 'opening'",
] as const;
/** A call in progress has stored its key recently: `@keysSince` is when keys of such calls expire. */
export const runningCallsSql = `UPDATE idempotency_keys SET running_until = running_until - @byMs
   WHERE expires_at >= @keysSince AND outcome IS NULL`;

/** Calls store the expiry of their keys when they begin, and take at most a minute or two. */
const longestCallMs = 2 * 60 * 1000;
export const oldestRunningKey = (latest: number): number => latest + idempotencyKeyTtlMs - longestCallMs;

/** The lowest position of a step. */
export const lowestPosition = Number.MIN_SAFE_INTEGER;
