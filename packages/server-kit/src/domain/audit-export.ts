// The audit log as text for other programs: CSV that is safe to open in a spreadsheet, and NDJSON.
import type { AuditRecord } from "./audit.js";
import { csvCell } from "./csv-cell.js";

export const auditFormats = ["csv", "ndjson"] as const;
export type AuditFormat = (typeof auditFormats)[number];

const columns = ["at", "actor", "actor_kind", "address", "action", "merchant_id", "subject", "detail"] as const;

export function auditHead(format: AuditFormat): string {
  return format === "csv" ? `${columns.join(",")}\r\n` : "";
}

/** One line including its line end. Times are ISO 8601 in UTC, `detail` is JSON. */
export function auditLine(format: AuditFormat, record: AuditRecord): string {
  const { actor, action, subject = "", address = "" } = record;
  const at = new Date(record.at).toISOString();
  if (format === "ndjson") {
    // The id is a cursor of this database.
    const { id: _, ...exported } = record;
    return `${JSON.stringify({ ...exported, at })}\n`;
  }
  const detail = JSON.stringify(record.detail);
  const cells = [at, actor, record.actorKind ?? "", address, action, record.merchantId ?? "", subject, detail];
  return `${cells.map(csvCell).join(",")}\r\n`;
}
