// Lists and exports the audit log, newest first.

import type { AuditRecord } from "../domain/audit.js";
import { type AuditFormat, auditFormats, auditHead, auditLine } from "../domain/audit-export.js";
import { invalidInput } from "../domain/refusal.js";
import type { AuditFilter } from "../storage/port/audit-records.js";
import type { Storage } from "../storage/port.js";

const pageSize = 500;

/** At most 1000 records per call. @throws Refusal VALIDATION_ERROR for an invalid limit. */
export async function listAudit(
  { storage }: { storage: Storage },
  filter: Partial<AuditFilter> = {},
): Promise<AuditRecord[]> {
  const { limit = 100 } = filter;
  if (!(Number.isSafeInteger(limit) && limit > 0 && limit <= 1000)) {
    throw invalidInput({ path: "limit", rule: "range", message: "must be a whole number from 1 to 1000" });
  }
  return storage.read((records) => records.audit.list({ ...filter, limit }));
}

/** All matching records as a stream of lines. @throws Refusal VALIDATION_ERROR for an unknown format. */
export function exportAudit(
  { storage }: { storage: Storage },
  format: AuditFormat,
  filter: Omit<Partial<AuditFilter>, "limit"> = {},
): AsyncGenerator<string> {
  if (!auditFormats.includes(format)) {
    throw invalidInput({ path: "format", rule: "enum", message: `must be one of ${auditFormats.join(", ")}` });
  }
  return lines();

  async function* lines(): AsyncGenerator<string> {
    yield auditHead(format);
    let { before } = filter;
    // Several records may share a millisecond: those at the end of the last page are read again and skipped.
    let shown = 0;
    for (;;) {
      const found = await storage.read((records) => records.audit.list({ ...filter, before, limit: shown + pageSize }));
      const page = found.slice(shown);
      for (const record of page) yield auditLine(format, record);
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      shown = (before === last.at + 1 ? shown : 0) + page.filter(({ at }) => at === last.at).length;
      before = last.at + 1;
    }
  }
}
