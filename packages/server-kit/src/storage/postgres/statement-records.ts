// Bank statements in PostgreSQL.
import type { JsonObject } from "../../domain/json.js";
import type { StatementRecords } from "../port/statement-records.js";
import { statementsTable } from "../statement-tables.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";
import { createStatementEntryRecords } from "./statement-entry-records.js";
import { createTableAccess } from "./table-access.js";

export function createStatementRecords(database: Database): StatementRecords {
  const statements = createTableAccess(database, statementsTable);

  return {
    ...createStatementEntryRecords(database),
    async insert(statement) {
      await statements.insert(statement);
    },
    async update(statement) {
      await statements.update(statement, "statement_id");
    },
    find: async (merchantId, statementId) =>
      await statements.first(
        `SELECT ${statements.columns} FROM statements WHERE statement_id = @statementId AND merchant_id = @merchantId`,
        { statementId, merchantId },
      ),
    list: async ({ merchantId, limit, before }) =>
      await statements.all(
        `SELECT ${statements.columns} FROM statements
         WHERE merchant_id = @merchantId ${before === undefined ? "" : "AND statement_id < @before"}
         ORDER BY statement_id DESC LIMIT @limit`,
        { merchantId, limit, ...(before === undefined ? {} : { before }) },
      ),
    async putColumnMap(merchantId, columnMap, now) {
      await database.run(
        `INSERT INTO statement_column_maps (merchant_id, column_map, updated_at) VALUES (@merchantId, @columnMap, @now)
           ON CONFLICT (merchant_id) DO UPDATE SET column_map = excluded.column_map, updated_at = excluded.updated_at`,
        { merchantId, columnMap: JSON.stringify(columnMap), now },
      );
    },
    async findColumnMap(merchantId) {
      const sql = "SELECT column_map FROM statement_column_maps WHERE merchant_id = @merchantId";
      const [columnMap] = await selectTexts(database, sql, { merchantId });
      // `putColumnMap` stored the JSON text of a JsonObject.
      return columnMap === undefined ? undefined : (JSON.parse(columnMap) as JsonObject);
    },
  };
}
