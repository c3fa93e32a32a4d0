// One-time password links in SQLite.
import type { UserLinkRecords } from "../port/user-link-records.js";
import { userLinksTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createUserLinkRecords(database: Database): UserLinkRecords {
  const links = createTableAccess(database, userLinksTable);
  const select = `SELECT ${links.columns} FROM user_links`;
  const invitationsSql = `${select} WHERE purpose = 'invitation'
    AND user_id IN (SELECT user_id FROM users WHERE merchant_id IS @merchantId)`;
  const invitationSql = `${select} WHERE user_id = @userId AND purpose = 'invitation'`;
  const removeExpiredSql = "DELETE FROM user_links WHERE purpose <> 'invitation' AND expires_at <= @now";
  return {
    async insert(link) {
      links.insert(link);
    },
    find: async (tokenHash) => links.first(`${select} WHERE token_hash = @tokenHash`, { tokenHash }),
    async removeOfUser(userId) {
      database.prepare("DELETE FROM user_links WHERE user_id = @userId").run({ userId });
    },
    listInvitations: async (merchantId) => links.all(invitationsSql, { merchantId: merchantId ?? null }),
    findInvitation: async (userId) => links.first(invitationSql, { userId }),
    removeExpired: async (now) => database.prepare(removeExpiredSql).run({ now }).changes,
  };
}
