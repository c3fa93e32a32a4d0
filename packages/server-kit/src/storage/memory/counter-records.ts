// Rate limits and one-time forms in memory.
import type { CounterRecords } from "../port/counter-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createCounterRecords({ counters }: MemoryTables): CounterRecords {
  return {
    async find(name) {
      const counter = counters.find(name);
      return counter && { value: counter.value, updatedAt: counter.updatedAt };
    },
    async put(name, value, updatedAt, expiresAt) {
      counters.put({ name, value, updatedAt, expiresAt });
    },
    async removeExpired(now, limit) {
      const expired = counters.list((row) => row.expiresAt <= now, { limit });
      for (const { name } of expired) counters.remove(name);
      return expired.length;
    },
  };
}
