// One-time password links in memory.
import type { UserLinkRecords } from "../port/user-link-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createUserLinkRecords({ userLinks, users }: MemoryTables): UserLinkRecords {
  return {
    async insert(link) {
      userLinks.insert(link);
    },
    find: async (tokenHash) => userLinks.find(tokenHash),
    async removeOfUser(userId) {
      for (const { tokenHash } of userLinks.list((row) => row.userId === userId)) userLinks.remove(tokenHash);
    },
    async listInvitations(merchantId) {
      const ids = new Set(users.list((row) => row.merchantId === merchantId).map(({ userId }) => userId));
      return userLinks.list((row) => row.purpose === "invitation" && ids.has(row.userId));
    },
    findInvitation: async (userId) => userLinks.first((row) => row.purpose === "invitation" && row.userId === userId),
    async removeExpired(now) {
      const expired = userLinks.list((row) => row.purpose !== "invitation" && row.expiresAt <= now);
      for (const { tokenHash } of expired) userLinks.remove(tokenHash);
      return expired.length;
    },
  };
}
