// What waits, in PostgreSQL: a clock that was set back moves all of it in a few statements.
import { digestWindowMs } from "../../domain/delivery-mail.js";
import { latestMomentName, type WaitingRecords } from "../port/waiting-records.js";
import type { Database } from "./database.js";

/** Returned as moved; each WHERE is the condition of a partial index. */
const movedSql = [
  `UPDATE deliveries SET next_attempt_at = next_attempt_at - @byMs, manual_send_at = manual_send_at - @byMs
   WHERE due_at IS NOT NULL`,
  `UPDATE deliveries SET next_attempt_at = next_attempt_at - @byMs, manual_send_at = manual_send_at - @byMs,
     claim_lease_until = claim_lease_until - @byMs
   WHERE claim_token IS NOT NULL`,
  "UPDATE payment_attempts SET next_poll_at = next_poll_at - @byMs WHERE next_poll_at IS NOT NULL",
  `UPDATE mails SET next_attempt_at = next_attempt_at - @byMs, claimed_until = claimed_until - @byMs
   WHERE next_attempt_at IS NOT NULL`,
];

/** Moved along; nobody counts them. Read as a whole: a clock is seldom set back. */
const alongSql = [
  "UPDATE payment_attempts SET lease_until = lease_until - @byMs WHERE status = 'opening'",
  "UPDATE idempotency_keys SET running_until = running_until - @byMs WHERE outcome IS NULL",
  "UPDATE counters SET updated_at = updated_at - @byMs, expires_at = expires_at - @byMs",
];

export function createWaitingRecords(database: Database): WaitingRecords {
  return {
    async latestMoment() {
      // Sound: one text column is selected, and keepLatestMoment wrote it.
      const row = (await database.first("SELECT value FROM settings WHERE name = @name", { name: latestMomentName })) as
        | { value: string }
        | undefined;
      return row && Number(row.value);
    },
    async keepLatestMoment(now) {
      await database.run(
        `INSERT INTO settings (name, value) VALUES (@name, @value)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        { name: latestMomentName, value: String(now) },
      );
    },
    async moveEarlier({ byMs, latest }) {
      let moved = 0;
      for (const sql of movedSql) moved += await database.run(sql, { byMs });
      for (const sql of alongSql) await database.run(sql, { byMs });
      await database.run("UPDATE mails SET sent_at = sent_at - @byMs WHERE sent_at > @since", {
        byMs,
        since: latest - digestWindowMs,
      });
      return moved;
    },
    async bringBack({ now, latest, firstPollDelayMs }) {
      const sends = await database.run(
        `UPDATE deliveries SET manual_send_at = CASE WHEN manual_send_at > @now THEN @now ELSE manual_send_at END,
             next_attempt_at = CASE WHEN attempt_count = 0 AND next_attempt_at > @now THEN @now ELSE next_attempt_at END
           WHERE NOT is_retry AND due_at > @latest AND (attempt_count = 0 OR manual_send_at IS NOT NULL)`,
        { now, latest },
      );
      const questions = await database.run(
        `UPDATE payment_attempts SET next_poll_at = @now::bigint + @firstPollDelayMs::bigint
           WHERE next_poll_at > @latest::bigint + @firstPollDelayMs::bigint AND poll_count = 0 AND created_at > @latest::bigint`,
        { now, latest, firstPollDelayMs },
      );
      return sends + questions;
    },
  };
}
