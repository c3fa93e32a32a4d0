// Used Idempotency-Keys in memory.
import type { IdempotencyScope } from "../../domain/idempotency.js";
import type { IdempotencyRecords } from "../port/idempotency-records.js";
import { keyFrom } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

export function createIdempotencyRecords({ idempotency }: MemoryTables): IdempotencyRecords {
  const keyOf = ({ merchantId, environment, route, key }: IdempotencyScope) =>
    keyFrom(merchantId, environment, route, key);
  return {
    find: async (scope) => idempotency.find(keyOf(scope)),
    async put(record) {
      idempotency.put(record);
    },
    async removeRunning(scope, runningUntil) {
      const found = idempotency.find(keyOf(scope));
      if (found?.outcome === undefined && found?.runningUntil === runningUntil) idempotency.remove(keyOf(scope));
    },
    async removeExpired(now, limit) {
      const expired = idempotency.list((row) => row.expiresAt <= now, { limit });
      for (const record of expired) idempotency.remove(keyOf(record));
      return expired.length;
    },
  };
}
