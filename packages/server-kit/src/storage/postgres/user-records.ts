// Panel users and their sessions in PostgreSQL.
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
      await users.insert(user);
    },
    findByEmail: async (email) => await users.first(`${select} WHERE email = @email`, { email }),
    find: async (userId) => await users.first(`${select} WHERE user_id = @userId`, { userId }),
    async list(merchantId) {
      if (merchantId === undefined) return await users.all(`${select} ORDER BY email`, {});
      return await users.all(`${select} WHERE merchant_id = @merchantId ORDER BY email`, { merchantId });
    },
    async update(user) {
      await users.update(user, "user_id");
    },
    async remove(userId) {
      // Children first: their rows refer to the user.
      for (const table of ["user_sessions", "user_links", "user_second_factors", "users"]) {
        await database.run(`DELETE FROM ${table} WHERE user_id = @userId`, { userId });
      }
    },
    async insertSession(session) {
      await sessions.insert(session);
    },
    findSession: async (tokenHash) =>
      await sessions.first(`SELECT ${sessions.columns} FROM user_sessions WHERE token_hash = @tokenHash`, {
        tokenHash,
      }),
    async touchSession(tokenHash, now) {
      await database.run("UPDATE user_sessions SET last_seen_at = @now WHERE token_hash = @tokenHash", {
        tokenHash,
        now,
      });
    },
    async confirmSession(tokenHash, now) {
      await database.run("UPDATE user_sessions SET confirmed_at = @now WHERE token_hash = @tokenHash", {
        tokenHash,
        now,
      });
    },
    async removeSession(tokenHash) {
      await database.run("DELETE FROM user_sessions WHERE token_hash = @tokenHash", { tokenHash });
    },
    async removeSessionsOfUser(userId) {
      await database.run("DELETE FROM user_sessions WHERE user_id = @userId", { userId });
    },
    removeExpiredSessions: async (now) =>
      await database.run("DELETE FROM user_sessions WHERE expires_at <= @now", { now }),
  };
}
