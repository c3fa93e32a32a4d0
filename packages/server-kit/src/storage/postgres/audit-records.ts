// The audit log in PostgreSQL.

import { auditConditions } from "../audit-conditions.js";
import type { AuditRecords } from "../port/audit-records.js";
import { auditTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createAuditRecords(database: Database): AuditRecords {
  const audit = createTableAccess(database, auditTable);
  return {
    async append(record) {
      await audit.insert(record);
    },
    async list({ limit, ...filter }) {
      const conditions = auditConditions.filter(([name]) => filter[name] !== undefined);
      return await audit.all(
        `SELECT ${audit.columns} FROM audit ${conditions.length > 0 ? `WHERE ${conditions.map(([, sql]) => sql).join(" AND ")}` : ""}
         ORDER BY at DESC, id DESC LIMIT @limit`,
        { limit, ...Object.fromEntries(conditions.map(([name]) => [name, filter[name] ?? null])) },
      );
    },
  };
}
