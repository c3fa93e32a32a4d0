// Mails in SQLite.
import type { MailRecords } from "../port/mail-records.js";
import { mailsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createMailRecords(database: Database): MailRecords {
  const mails = createTableAccess(database, mailsTable);
  return {
    insert: async (mail) => mails.insertOr("ON CONFLICT (unique_key) DO NOTHING", mail) === 1,
    async update(mail) {
      mails.update(mail, "mail_id");
    },
    listDue: async (now, limit) =>
      mails.all(
        `SELECT ${mails.columns} FROM mails
         WHERE next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)
         ORDER BY next_attempt_at LIMIT @limit`,
        { now, limit },
      ),
    listDueOfStore: async (merchantId, now, limit) =>
      mails.all(
        `SELECT ${mails.columns} FROM mails
         WHERE merchant_id = @merchantId AND next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)
         ORDER BY next_attempt_at, created_at, mail_id LIMIT @limit`,
        { merchantId, now, limit },
      ),
    async messagesSince(merchantId, since) {
      // Aggregates without groups return one row; these two columns are selected.
      const row = database
        .prepare(
          `SELECT count(DISTINCT message_id) AS count, min(sent_at) AS firstAt FROM mails
           WHERE merchant_id = @merchantId AND sent_at > @since`,
        )
        .get({ merchantId, since }) as { count: number; firstAt: number | null };
      return { count: row.count, firstAt: row.firstAt ?? undefined };
    },
    async postponeOfStore(merchantId, now, until) {
      database
        .prepare(
          `UPDATE mails SET next_attempt_at = @until
           WHERE merchant_id = @merchantId AND next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)`,
        )
        .run({ merchantId, now, until });
    },
    cancelOfStore: async (merchantId) =>
      database
        .prepare(
          `UPDATE mails SET next_attempt_at = NULL, claimed_until = NULL
           WHERE merchant_id = @merchantId AND next_attempt_at IS NOT NULL`,
        )
        .run({ merchantId }).changes,
    nextDue: async () =>
      selectNumber(
        database,
        "SELECT min(max(next_attempt_at, coalesce(claimed_until, 0))) FROM mails WHERE next_attempt_at IS NOT NULL",
      ),
    countSince: async (merchantId, since) =>
      selectNumber(database, "SELECT count(*) FROM mails WHERE merchant_id = @merchantId AND created_at >= @since", {
        merchantId,
        since,
      }) ?? 0,
  };
}
