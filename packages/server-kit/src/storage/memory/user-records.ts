// Panel users and their sessions in memory.
import type { UserRecords } from "../port/user-records.js";
import { UniqueError } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";

export function createUserRecords({ users, userSessions, userSecondFactors, userLinks }: MemoryTables): UserRecords {
  const findByEmail = async (email: string) => users.first((row) => row.email === email);
  return {
    findByEmail,
    async insert(user) {
      if ((await findByEmail(user.email)) !== undefined) throw new UniqueError("e-mail");
      users.insert(user);
    },
    find: async (userId) => users.find(userId),
    list: async (merchantId) =>
      users.list((row) => merchantId === undefined || row.merchantId === merchantId, {
        order: byText((row) => row.email),
      }),
    async update(user) {
      users.change(user.userId, user);
    },
    async remove(userId) {
      for (const { tokenHash } of userSessions.list((row) => row.userId === userId)) userSessions.remove(tokenHash);
      for (const { tokenHash } of userLinks.list((row) => row.userId === userId)) userLinks.remove(tokenHash);
      userSecondFactors.remove(userId);
      users.remove(userId);
    },
    async insertSession(session) {
      userSessions.insert(session);
    },
    findSession: async (tokenHash) => userSessions.find(tokenHash),
    async touchSession(tokenHash, now) {
      userSessions.change(tokenHash, { lastSeenAt: now });
    },
    async confirmSession(tokenHash, now) {
      userSessions.change(tokenHash, { confirmedAt: now });
    },
    async removeSession(tokenHash) {
      userSessions.remove(tokenHash);
    },
    async removeSessionsOfUser(userId) {
      for (const { tokenHash } of userSessions.list((row) => row.userId === userId)) userSessions.remove(tokenHash);
    },
    async removeExpiredSessions(now) {
      const expired = userSessions.list((row) => row.expiresAt <= now);
      for (const { tokenHash } of expired) userSessions.remove(tokenHash);
      return expired.length;
    },
  };
}
