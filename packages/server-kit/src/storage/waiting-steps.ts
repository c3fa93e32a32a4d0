// In which order the waiting rows move when the clock was set back, for both databases. Each step goes through an index upwards: a moved row
// lies below what was reached, so that no slice finds it again.
import { limits } from "../domain/generated/limits.js";

export interface WaitingStep {
  table: string;
  key: string;
  /** The indexed moment by which the step goes upwards. */
  by: string;
  where: string;
  /** What moves with it. */
  columns: readonly string[];
  /** Whether its rows are counted as moved. */
  isCounted: boolean;
}

const sends = { table: "deliveries", key: "delivery_id", by: "due_at", columns: ["next_attempt_at", "manual_send_at"] };
const mails = { key: "mail_id", by: "next_attempt_at", columns: ["next_attempt_at", "claimed_until"] };

/** The positions are stored, and the triggers of the tables know them: a further step comes after these. */
export const waitingSteps: readonly WaitingStep[] = [
  { ...sends, where: "is_retry = FALSE", isCounted: true },
  { ...sends, where: "is_retry = TRUE", isCounted: true },
  {
    ...{ table: "payment_attempts", key: "attempt_id", by: "next_poll_at", where: "TRUE", columns: ["next_poll_at"] },
    isCounted: true,
  },
  { ...mails, table: "mails", where: "TRUE", isCounted: true },
  { ...mails, table: "account_mails", where: "TRUE", isCounted: true },
  // What counts into the hour's allowance of mails; the step begins an hour before the latest moment.
  { table: "mails", key: "mail_id", by: "sent_at", where: "sent_at > @since", columns: ["sent_at"], isCounted: false },
];
// Rate-limit buckets come after the last step, by name: which of them are of the clock before is seen from their own moment.

/** Rows of the step from what was reached on, apart from those that were written by the clock as it is now. */
export function findSliceSql({ table, key, by, where }: WaitingStep): string {
  return `SELECT ${key} AS id, ${by} AS at FROM ${table}
    WHERE ${where} AND ${by} IS NOT NULL AND ${by} >= @reached
      AND NOT EXISTS (SELECT 1 FROM waiting_move_skips s WHERE s.kind = '${table}' AND s.id = ${table}.${key})
    ORDER BY ${by} LIMIT @limit`;
}

export function moveSliceSql({ table, columns }: WaitingStep, keys: string): string {
  return `UPDATE ${table} SET ${columns.map((column) => `${column} = ${column} - @byMs`).join(", ")} WHERE ${keys}`;
}

/** What is held while the move begins: as much as is under way, and no more. */
export const heldSql = [
  `UPDATE deliveries SET next_attempt_at = next_attempt_at - @byMs, manual_send_at = manual_send_at - @byMs,
     claim_lease_until = claim_lease_until - @byMs
   WHERE claim_token IS NOT NULL`,
  "UPDATE payment_attempts SET lease_until = lease_until - @byMs WHERE status = 'opening'",
] as const;
/** A call that still runs has stored its key lately: `@keysSince` is when keys of such calls expire. */
export const runningCallsSql = `UPDATE idempotency_keys SET running_until = running_until - @byMs
   WHERE expires_at >= @keysSince AND outcome IS NULL`;

/** Calls store how long their keys count when they begin, and run for no more than a minute or two. */
const keysLifetimeMs = limits.idempotencyKeyTtlHours * 60 * 60 * 1000;
const longestCallMs = 2 * 60 * 1000;
export const oldestRunningKey = (latest: number): number => latest + keysLifetimeMs - longestCallMs;

/** Where a step begins. */
export const beginning = Number.MIN_SAFE_INTEGER;
