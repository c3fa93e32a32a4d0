// Pruning of old records, in PostgreSQL.
import type { RetentionRecords } from "../port/retention-records.js";
import { countPrunableSql, retentionRules } from "../retention-rules.js";
import type { Database } from "./database.js";
import { selectNumber } from "./selections.js";

export function createRetentionRecords(database: Database): RetentionRecords {
  return {
    async prune(kind, before, limit) {
      let removed = 0;
      for (const rule of retentionRules[kind]) {
        if (rule.removeDependent !== undefined) await database.run(rule.removeDependent, { before, limit });
        removed += await database.run(rule.remove, { before, limit });
      }
      return removed;
    },
    async countPrunable(kind, before) {
      let found = 0;
      for (const rule of retentionRules[kind]) {
        found += (await selectNumber(database, countPrunableSql(rule), { before })) ?? 0;
      }
      return found;
    },
  };
}
