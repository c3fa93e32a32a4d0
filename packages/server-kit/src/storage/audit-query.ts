// The query of the audit log, for SQLite and PostgreSQL.
import type { AuditFilter } from "./port/audit-records.js";

const conditions: readonly (readonly [name: Exclude<keyof AuditFilter, "limit" | "beforeId">, sql: string])[] = [
  ["merchantId", "merchant_id = @merchantId"],
  ["subject", "subject = @subject"],
  ["actor", "actor = @actor"],
  ["action", "action = @action"],
  ["since", "at >= @since"],
  // `at <= @before` can use an index; not every index of the table ends with the id.
  ["before", "at <= @before AND (at < @before OR id < @beforeId)"],
];

export function auditQuery(
  columns: string,
  { limit, beforeId = 0, ...filter }: AuditFilter,
): { sql: string; values: Record<string, string | number> } {
  const values: Record<string, string | number> = { limit };
  const given = conditions.flatMap(([name, sql]) => {
    const value = filter[name];
    if (value === undefined) return [];
    values[name] = value;
    // Ids begin with 1, so 0 leaves out all records of that millisecond.
    if (name === "before") values.beforeId = beforeId;
    return [sql];
  });
  const where = given.length > 0 ? `WHERE ${given.join(" AND ")}` : "";
  return { sql: `SELECT ${columns} FROM audit ${where} ORDER BY at DESC, id DESC LIMIT @limit`, values };
}
