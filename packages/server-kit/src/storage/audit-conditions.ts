// SQL conditions of the audit filter, for SQLite and PostgreSQL.
import type { AuditFilter } from "./port/audit-records.js";

export const auditConditions: readonly (readonly [name: Exclude<keyof AuditFilter, "limit">, sql: string])[] = [
  ["merchantId", "merchant_id = @merchantId"],
  ["subject", "subject = @subject"],
  ["actor", "actor = @actor"],
  ["action", "action = @action"],
  ["since", "at >= @since"],
  ["before", "at < @before"],
];
