// Stores, API keys and panel users in memory.
import type { ApiKeyRecords, StoreRecords, UserRecords } from "../port/account-records.js";
import { keyFrom, UniqueError } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";

export function createStoreRecords(tables: MemoryTables): StoreRecords {
  const { stores } = tables;
  return {
    insertIfAbsent: async (store) => stores.insertIfAbsent(store),
    async find(merchantId) {
      const store = stores.find(merchantId);
      return store?.deletedAt === undefined ? store : undefined;
    },
    findEvenDeleted: async (merchantId) => stores.find(merchantId),
    async update(store) {
      stores.change(store.merchantId, store);
    },
    async archive(merchantId, archivedId) {
      const found = stores.find(merchantId);
      if (found?.deletedAt === undefined) return false;
      stores.insert({ ...found, merchantId: archivedId });
      giveOtherId(tables, merchantId, archivedId);
      return stores.remove(merchantId);
    },
    list: async ({ limit, after = "" }) =>
      stores.list((row) => row.deletedAt === undefined && row.merchantId > after, {
        order: byText((row) => row.merchantId),
        limit,
      }),
  };
}

/** Where a store's own rows are; rows that belong to a payment or a delivery go with it. */
function giveOtherId(tables: MemoryTables, merchantId: string, archivedId: string): void {
  const isOwn = (row: { merchantId?: string | undefined }) => row.merchantId === merchantId;
  const other = { merchantId: archivedId };
  for (const { paymentId, version } of tables.payments.list(isOwn)) {
    tables.payments.change(paymentId, { ...other, version: version + 1 });
  }
  for (const { id } of tables.apiKeys.list(isOwn)) tables.apiKeys.change(id, other);
  for (const { deliveryId } of tables.deliveries.list(isOwn)) tables.deliveries.change(deliveryId, other);
  for (const { mailId } of tables.mails.list(isOwn)) tables.mails.change(mailId, other);
  for (const { number } of tables.audit.list(isOwn)) tables.audit.change(String(number), other);
  for (const { userId } of tables.users.list(isOwn)) tables.users.change(userId, other);
  for (const row of tables.idempotency.list(isOwn)) {
    tables.idempotency.remove(keyFrom(row.merchantId, row.environment, row.route, row.key));
    tables.idempotency.put({ ...row, ...other });
  }
  for (const row of tables.orders.list(isOwn)) {
    tables.orders.remove(keyFrom(row.merchantId, row.orderKey));
    tables.orders.put({ ...row, ...other });
  }
}

export function createApiKeyRecords({ apiKeys, deprecations }: MemoryTables): ApiKeyRecords {
  const findByHash = async (hash: string) => apiKeys.first((row) => row.hash === hash);
  return {
    findByHash,
    async insert(key) {
      if ((await findByHash(key.hash)) !== undefined) throw new UniqueError("API key hash");
      apiKeys.insert(key);
    },
    find: async (id) => apiKeys.find(id),
    listOfStore: async (merchantId) =>
      apiKeys.list((row) => row.merchantId === merchantId, {
        order: (left, right) =>
          left.createdAt - right.createdAt || byText<{ id: string }>((row) => row.id)(left, right),
      }),
    async revoke(id, now) {
      const key = apiKeys.find(id);
      return key !== undefined && key.revokedAt === undefined && apiKeys.change(id, { revokedAt: now });
    },
    async touch(id, now) {
      apiKeys.change(id, { lastUsedAt: now });
    },
    async countDeprecation(keyId, deprecation) {
      const count = (deprecations.find(keyFrom(keyId, deprecation))?.count ?? 0) + 1;
      deprecations.put({ keyId, deprecation, count });
    },
    listDeprecations: async (id) =>
      deprecations
        .list((row) => row.keyId === id, { order: byText((row) => row.deprecation) })
        .map(({ deprecation, count }) => ({ deprecation, count })),
  };
}

export function createUserRecords({ users, userSessions }: MemoryTables): UserRecords {
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
    async insertSession(session) {
      userSessions.insert(session);
    },
    findSession: async (tokenHash) => userSessions.find(tokenHash),
    async touchSession(tokenHash, now) {
      userSessions.change(tokenHash, { lastSeenAt: now });
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
