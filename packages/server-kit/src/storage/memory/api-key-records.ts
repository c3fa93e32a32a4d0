// API keys in memory.
import type { ApiKeyRecords } from "../port/api-key-records.js";
import { keyFrom, UniqueError } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";
import { byText } from "./orders-of-rows.js";

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
