// One-time password links in SQLite.
import type { UserLinkRecords } from "../port/user-link-records.js";
import { userLinksTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createUserLinkRecords(database: Database): UserLinkRecords {
  const links = createTableAccess(database, userLinksTable);
  const select = `SELECT ${links.columns} FROM user_links`;
  return {
    async insert(link) {
      links.insert(link);
    },
    find: async (tokenHash) => links.first(`${select} WHERE token_hash = @tokenHash`, { tokenHash }),
    async removeOfUser(userId) {
      database.prepare("DELETE FROM user_links WHERE user_id = @userId").run({ userId });
    },
    removeExpired: async (now) =>
      database.prepare("DELETE FROM user_links WHERE expires_at <= @now").run({ now }).changes,
  };
}
