// Records of the audit log.
import type { AuditRecord } from "../../domain/audit.js";

export interface AuditRecords {
  append(record: AuditRecord): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditRecord[]>;
}

export interface AuditFilter {
  merchantId?: string | undefined;
  subject?: string | undefined;
  /** The actor's name. */
  actor?: string | undefined;
  /** One word such as `api_key.issued`. */
  action?: string | undefined;
  /** At or after, epoch milliseconds. */
  since?: number | undefined;
  /** Before, epoch milliseconds. */
  before?: number | undefined;
  limit: number;
}
