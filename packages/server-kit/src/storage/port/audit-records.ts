// Records of who changed what.
import type { AuditRecord } from "../../domain/audit.js";

export interface AuditRecords {
  append(record: AuditRecord): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditRecord[]>;
}

export interface AuditFilter {
  merchantId?: string | undefined;
  subject?: string | undefined;
  /** Who, as the audit names them. */
  actor?: string | undefined;
  /** One word such as `api_key.issued`. */
  action?: string | undefined;
  /** From this moment on, epoch milliseconds. */
  since?: number | undefined;
  /** Before this moment. */
  before?: number | undefined;
  limit: number;
}
