// Mails in PostgreSQL.
import type { MailRecords } from "../port/mail-records.js";
import { mailsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createMailRecords(database: Database): MailRecords {
  const mails = createTableAccess(database, mailsTable);
  return {
    insert: async (mail) => (await mails.insertOr("ON CONFLICT (unique_key) DO NOTHING", mail)) === 1,
    async update(mail) {
      await mails.update(mail, "mail_id");
    },
    listDue: async (now, limit) =>
      await mails.all(
        `SELECT ${mails.columns} FROM mails
         WHERE next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)
         ORDER BY next_attempt_at LIMIT @limit`,
        { now, limit },
      ),
    listDueOfStore: async (merchantId, now, limit) =>
      await mails.all(
        `SELECT ${mails.columns} FROM mails
         WHERE merchant_id = @merchantId AND next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)
         ORDER BY next_attempt_at, created_at, mail_id LIMIT @limit`,
        { merchantId, now, limit },
      ),
    async messagesSince(merchantId, since) {
      // Aggregates without groups return one row; these two columns are selected.
      const row = (await database.first(
        `SELECT count(DISTINCT message_id) AS count, min(sent_at) AS "firstAt" FROM mails
           WHERE merchant_id = @merchantId AND sent_at > @since`,
        { merchantId, since },
      )) as { count: number; firstAt: number | null };
      return { count: row.count, firstAt: row.firstAt ?? undefined };
    },
    async postponeOfStore(merchantId, now, until) {
      await database.run(
        `UPDATE mails SET next_attempt_at = @until
           WHERE merchant_id = @merchantId AND next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)`,
        { merchantId, now, until },
      );
    },
    cancelOfStore: async (merchantId) =>
      await database.run(
        `UPDATE mails SET next_attempt_at = NULL, claimed_until = NULL
           WHERE merchant_id = @merchantId AND next_attempt_at IS NOT NULL`,
        { merchantId },
      ),
    nextDue: async () =>
      await selectNumber(
        database,
        "SELECT min(greatest(next_attempt_at, coalesce(claimed_until, 0))) FROM mails WHERE next_attempt_at IS NOT NULL",
      ),
    countSince: async (merchantId, since) =>
      (await selectNumber(
        database,
        "SELECT count(*) FROM mails WHERE merchant_id = @merchantId AND created_at >= @since",
        { merchantId, since },
      )) ?? 0,
  };
}
