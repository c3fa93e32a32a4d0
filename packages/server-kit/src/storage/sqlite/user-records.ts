// Panel users and their sessions in SQLite.
import type { UserRecords } from "../port/user-records.js";
import { userSessionsTable, usersTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createUserRecords(database: Database): UserRecords {
  const users = createTableAccess(database, usersTable);
  const sessions = createTableAccess(database, userSessionsTable);
  const select = `SELECT ${users.columns} FROM users`;
  return {
    async insert(user) {
      users.insert(user);
    },
    findByEmail: async (email) => users.first(`${select} WHERE email = @email`, { email }),
    find: async (userId) => users.first(`${select} WHERE user_id = @userId`, { userId }),
    async list(merchantId) {
      if (merchantId === undefined) return users.all(`${select} ORDER BY email`, {});
      return users.all(`${select} WHERE merchant_id = @merchantId ORDER BY email`, { merchantId });
    },
    async update(user) {
      users.update(user, "user_id");
    },
    async remove(userId) {
      // Children first: their rows refer to the user.
      for (const table of ["user_sessions", "user_links", "user_second_factors", "users"]) {
        database.prepare(`DELETE FROM ${table} WHERE user_id = @userId`).run({ userId });
      }
    },
    async insertSession(session) {
      sessions.insert(session);
    },
    findSession: async (tokenHash) =>
      sessions.first(`SELECT ${sessions.columns} FROM user_sessions WHERE token_hash = @tokenHash`, { tokenHash }),
    async touchSession(tokenHash, now) {
      database
        .prepare("UPDATE user_sessions SET last_seen_at = @now WHERE token_hash = @tokenHash")
        .run({ tokenHash, now });
    },
    async confirmSession(tokenHash, now) {
      database
        .prepare("UPDATE user_sessions SET confirmed_at = @now WHERE token_hash = @tokenHash")
        .run({ tokenHash, now });
    },
    async removeSession(tokenHash) {
      database.prepare("DELETE FROM user_sessions WHERE token_hash = @tokenHash").run({ tokenHash });
    },
    async removeSessionsOfUser(userId) {
      database.prepare("DELETE FROM user_sessions WHERE user_id = @userId").run({ userId });
    },
    removeExpiredSessions: async (now) =>
      database.prepare("DELETE FROM user_sessions WHERE expires_at <= @now").run({ now }).changes,
  };
}
