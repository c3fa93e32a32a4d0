// The audit trail in PostgreSQL.
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
    async list({ merchantId, subject, limit, before }) {
      const conditions = [
        merchantId !== undefined && "merchant_id = @merchantId",
        subject !== undefined && "subject = @subject",
        before !== undefined && "at < @before",
      ].filter((condition) => condition !== false);
      return await audit.all(
        `SELECT ${audit.columns} FROM audit ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""}
         ORDER BY at DESC, id DESC LIMIT @limit`,
        {
          limit,
          ...(subject === undefined ? {} : { subject }),
          ...(merchantId === undefined ? {} : { merchantId }),
          ...(before === undefined ? {} : { before }),
        },
      );
    },
  };
}
