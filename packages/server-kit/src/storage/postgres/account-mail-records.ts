// Account mails in PostgreSQL.
import type { AccountMailRecords } from "../port/account-mail-records.js";
import { sealingKeyIdsSql } from "../sealing-key-ids.js";
import { accountMailsTable } from "../tables.js";
import type { Database } from "./database.js";
import { selectNumber, selectTexts } from "./selections.js";
import { createTableAccess } from "./table-access.js";

export function createAccountMailRecords(database: Database): AccountMailRecords {
  const mails = createTableAccess(database, accountMailsTable);
  const select = `SELECT ${mails.columns} FROM account_mails`;
  return {
    async insert(mail) {
      await mails.insert(mail);
    },
    async update(mail) {
      await mails.update(mail, "mail_id");
    },
    findDue: async (now) =>
      await mails.first(
        `${select} WHERE next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)
         ORDER BY next_attempt_at, mail_id LIMIT 1`,
        { now },
      ),
    nextDue: async () =>
      await selectNumber(
        database,
        "SELECT min(greatest(next_attempt_at, coalesce(claimed_until, 0))) FROM account_mails WHERE next_attempt_at IS NOT NULL",
      ),
    listSealed: async ({ after, limit }) =>
      await mails.all(`${select} WHERE sealed_text IS NOT NULL AND mail_id > @after ORDER BY mail_id LIMIT @limit`, {
        after,
        limit,
      }),
    listSealingKeyIds: async () => await selectTexts(database, sealingKeyIdsSql("account_mails", "sealed_text")),
    removeOlder: async (before) =>
      await database.run("DELETE FROM account_mails WHERE created_at < @before", {
        before,
      }),
  };
}
