// Used Idempotency-Keys in PostgreSQL.
import type { IdempotencyRecords } from "../port/idempotency-records.js";
import { idempotencyKeysTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createIdempotencyRecords(database: Database): IdempotencyRecords {
  const keys = createTableAccess(database, idempotencyKeysTable);
  const ofScope = "merchant_id = @merchantId AND environment = @environment AND route = @route AND key = @key";
  return {
    find: async ({ merchantId, environment, route, key }) =>
      await keys.first(`SELECT ${keys.columns} FROM idempotency_keys WHERE ${ofScope}`, {
        merchantId,
        environment,
        route,
        key,
      }),
    async put(record) {
      await keys.insertLater(
        record,
        `ON CONFLICT (merchant_id, environment, route, key) DO UPDATE SET body_hash = excluded.body_hash,
           outcome = excluded.outcome, running_until = excluded.running_until, expires_at = excluded.expires_at`,
      );
    },
    async removeRunning({ merchantId, environment, route, key }, runningUntil) {
      await database.run(
        `DELETE FROM idempotency_keys WHERE ${ofScope} AND outcome IS NULL AND running_until = @runningUntil`,
        { merchantId, environment, route, key, runningUntil },
      );
    },
    removeExpired: async (now, limit) =>
      await database.run(
        `DELETE FROM idempotency_keys WHERE (merchant_id, environment, route, key) IN
             (SELECT merchant_id, environment, route, key FROM idempotency_keys WHERE expires_at <= @now LIMIT @limit)`,
        { now, limit },
      ),
  };
}
