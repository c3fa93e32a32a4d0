// The audit log in memory.
import type { AuditRecords } from "../port/audit-records.js";
import { append, type MemoryTables } from "./memory-tables.js";

export function createAuditRecords({ audit }: MemoryTables): AuditRecords {
  return {
    append: async (record) => append(audit, record),
    list: async ({ merchantId, subject, actor, action, since, limit, before, beforeId = 0 }) =>
      audit
        .list(
          (row) =>
            (merchantId === undefined || row.merchantId === merchantId) &&
            (subject === undefined || row.subject === subject) &&
            (actor === undefined || row.actor === actor) &&
            (action === undefined || row.action === action) &&
            (since === undefined || row.at >= since) &&
            (before === undefined || row.at < before || (row.at === before && row.number < beforeId)),
          { order: (left, right) => right.at - left.at || right.number - left.number, limit },
        )
        .map(({ number, ...record }) => ({ ...record, id: number })),
  };
}
