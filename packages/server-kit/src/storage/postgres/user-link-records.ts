// One-time password links in PostgreSQL.
import type { UserLinkRecords } from "../port/user-link-records.js";
import { userLinksTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createUserLinkRecords(database: Database): UserLinkRecords {
  const links = createTableAccess(database, userLinksTable);
  const select = `SELECT ${links.columns} FROM user_links`;
  const invitationsSql = `${select} WHERE purpose = 'invitation'
    AND user_id IN (SELECT user_id FROM users WHERE merchant_id IS NOT DISTINCT FROM @merchantId)`;
  const invitationSql = `${select} WHERE user_id = @userId AND purpose = 'invitation'`;
  const removeExpiredSql = "DELETE FROM user_links WHERE purpose <> 'invitation' AND expires_at <= @now";
  return {
    async insert(link) {
      await links.insert(link);
    },
    find: async (tokenHash) => await links.first(`${select} WHERE token_hash = @tokenHash`, { tokenHash }),
    async removeOfUser(userId) {
      await database.run("DELETE FROM user_links WHERE user_id = @userId", { userId });
    },
    listInvitations: async (merchantId) => await links.all(invitationsSql, { merchantId: merchantId ?? null }),
    findInvitation: async (userId) => await links.first(invitationSql, { userId }),
    removeExpired: async (now) => await database.run(removeExpiredSql, { now }),
  };
}
