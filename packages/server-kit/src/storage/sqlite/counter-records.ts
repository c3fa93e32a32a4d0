// Rate limits and one-time forms in SQLite.
import type { CounterRecords } from "../port/counter-records.js";
import type { Database } from "./database.js";

export function createCounterRecords(database: Database): CounterRecords {
  return {
    async find(name) {
      // The two named columns are selected.
      return database.prepare("SELECT value, updated_at AS updatedAt FROM counters WHERE name = @name").get({ name }) as
        | { value: number; updatedAt: number }
        | undefined;
    },
    async put(name, value, updatedAt, expiresAt) {
      database
        .prepare(
          `INSERT INTO counters (name, value, updated_at, expires_at) VALUES (@name, @value, @updatedAt, @expiresAt)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
             expires_at = excluded.expires_at`,
        )
        .run({ name, value, updatedAt, expiresAt });
    },
    removeExpired: async (now, limit) =>
      database
        .prepare("DELETE FROM counters WHERE name IN (SELECT name FROM counters WHERE expires_at <= @now LIMIT @limit)")
        .run({ now, limit }).changes,
  };
}
