// Bank statements in memory.
import { compareText } from "../compare-text.js";
import type { StatementRecords } from "../port/statement-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { createStatementEntryRecords } from "./statement-entry-records.js";

export function createStatementRecords(tables: MemoryTables): StatementRecords {
  const { statements, statementColumnMaps } = tables;

  return {
    ...createStatementEntryRecords(tables),
    insert: async (statement) => statements.insert(statement),
    async update(statement) {
      statements.change(statement.statementId, statement);
    },
    async find(merchantId, statementId) {
      const found = statements.find(statementId);
      return found?.merchantId === merchantId ? found : undefined;
    },
    list: async ({ merchantId, limit, before }) =>
      statements.list((row) => row.merchantId === merchantId && (before === undefined || row.statementId < before), {
        order: (left, right) => compareText(right.statementId, left.statementId),
        limit,
      }),
    async putColumnMap(merchantId, columnMap) {
      statementColumnMaps.put({ merchantId, columnMap });
    },
    findColumnMap: async (merchantId) => statementColumnMaps.find(merchantId)?.columnMap,
  };
}
