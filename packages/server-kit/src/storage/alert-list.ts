// SQL for lists of alerts, for both databases.
import type { AlertFilter } from "./port/alert-records.js";

/** Newest first. Values are bound by name, see `alertListValues`. */
export function alertListSql(columns: string, { merchantId, environment, isOpen, before }: AlertFilter): string {
  const conditions = [
    merchantId !== undefined && "merchant_id = @merchantId",
    environment !== undefined && "environment = @environment",
    isOpen !== undefined && `resolved_at IS ${isOpen ? "NULL" : "NOT NULL"}`,
    before !== undefined && "alert_id < @before",
  ].filter((condition) => condition !== false);
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  return `SELECT ${columns} FROM payment_alerts ${where} ORDER BY alert_id DESC LIMIT @limit`;
}

export function alertListValues({
  merchantId,
  environment,
  before,
  limit,
}: AlertFilter): Record<string, string | number> {
  return {
    limit,
    ...(merchantId !== undefined && { merchantId }),
    ...(environment !== undefined && { environment }),
    ...(before !== undefined && { before }),
  };
}
