// API keys in PostgreSQL.
import type { ApiKeyRecords } from "../port/api-key-records.js";
import { apiKeysTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createApiKeyRecords(database: Database): ApiKeyRecords {
  const keys = createTableAccess(database, apiKeysTable);
  const select = `SELECT ${keys.columns} FROM api_keys`;
  return {
    async insert(key) {
      await keys.insert(key);
    },
    findByHash: async (hash) => await keys.first(`${select} WHERE hash = @hash`, { hash }),
    find: async (id) => await keys.first(`${select} WHERE id = @id`, { id }),
    listOfStore: async (merchantId) =>
      await keys.all(`${select} WHERE merchant_id = @merchantId ORDER BY created_at, id`, { merchantId }),
    async revoke(id, now) {
      return (
        (await database.run("UPDATE api_keys SET revoked_at = @now WHERE id = @id AND revoked_at IS NULL", {
          id,
          now,
        })) === 1
      );
    },
    async touch(id, now) {
      await database.run("UPDATE api_keys SET last_used_at = @now WHERE id = @id", { id, now });
    },
    async countDeprecation(id, deprecation) {
      await database.run(
        `INSERT INTO api_key_deprecations (key_id, deprecation, count) VALUES (@id, @deprecation, 1)
           ON CONFLICT (key_id, deprecation) DO UPDATE SET count = api_key_deprecations.count + 1`,
        { id, deprecation },
      );
    },
    async listDeprecations(id) {
      // The two named columns are selected.
      return (await database.all(
        "SELECT deprecation, count FROM api_key_deprecations WHERE key_id = @id ORDER BY deprecation",
        { id },
      )) as { deprecation: string; count: number }[];
    },
  };
}
