// Rate limits and one-time forms in PostgreSQL.
import type { CounterRecords } from "../port/counter-records.js";
import type { Database } from "./database.js";

export function createCounterRecords(database: Database): CounterRecords {
  return {
    async find(name) {
      const row = await database.first("SELECT value, updated_at FROM counters WHERE name = @name", { name });
      return row && { value: Number(row.value), updatedAt: Number(row.updated_at) };
    },
    async put(name, value, updatedAt, expiresAt) {
      await database.run(
        `INSERT INTO counters (name, value, updated_at, expires_at) VALUES (@name, @value, @updatedAt, @expiresAt)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
             expires_at = excluded.expires_at`,
        { name, value, updatedAt, expiresAt },
      );
    },
    removeExpired: async (now, limit) =>
      await database.run(
        "DELETE FROM counters WHERE name IN (SELECT name FROM counters WHERE expires_at <= @now LIMIT @limit)",
        { now, limit },
      ),
  };
}
