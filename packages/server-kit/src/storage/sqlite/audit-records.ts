// The audit log in SQLite.

import { auditQuery } from "../audit-query.js";
import type { AuditRecords } from "../port/audit-records.js";
import { auditTable, listedAuditTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createAuditRecords(database: Database): AuditRecords {
  const audit = createTableAccess(database, auditTable);
  const listed = createTableAccess(database, listedAuditTable);
  return {
    async append(record) {
      audit.insert(record);
    },
    async list(filter) {
      const { sql, values } = auditQuery(listed.columns, filter);
      return listed.all(sql, values);
    },
  };
}
