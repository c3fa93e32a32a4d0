// API keys in SQLite.
import type { ApiKeyRecords } from "../port/api-key-records.js";
import { apiKeysTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createApiKeyRecords(database: Database): ApiKeyRecords {
  const keys = createTableAccess(database, apiKeysTable);
  const select = `SELECT ${keys.columns} FROM api_keys`;
  return {
    async insert(key) {
      keys.insert(key);
    },
    findByHash: async (hash) => keys.first(`${select} WHERE hash = @hash`, { hash }),
    find: async (id) => keys.first(`${select} WHERE id = @id`, { id }),
    listOfStore: async (merchantId) =>
      keys.all(`${select} WHERE merchant_id = @merchantId ORDER BY created_at, id`, { merchantId }),
    async revoke(id, now) {
      return (
        database.prepare("UPDATE api_keys SET revoked_at = @now WHERE id = @id AND revoked_at IS NULL").run({ id, now })
          .changes === 1
      );
    },
    async touch(id, now) {
      database.prepare("UPDATE api_keys SET last_used_at = @now WHERE id = @id").run({ id, now });
    },
    async countDeprecation(id, deprecation) {
      database
        .prepare(
          `INSERT INTO api_key_deprecations (key_id, deprecation, count) VALUES (@id, @deprecation, 1)
           ON CONFLICT (key_id, deprecation) DO UPDATE SET count = count + 1`,
        )
        .run({ id, deprecation });
    },
    async listDeprecations(id) {
      // The two named columns are selected.
      return database
        .prepare("SELECT deprecation, count FROM api_key_deprecations WHERE key_id = @id ORDER BY deprecation")
        .all({ id }) as { deprecation: string; count: number }[];
    },
  };
}
