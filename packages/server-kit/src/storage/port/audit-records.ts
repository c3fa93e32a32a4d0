// Records of the audit log.
import type { AuditRecord, NewAuditRecord } from "../../domain/audit.js";

export interface AuditRecords {
  append(record: NewAuditRecord): Promise<void>;
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
  /**
   * With `before`: also records of exactly that time with a lower id. `at` and `id` of a page's last record are `before` and `beforeId` of
   * the next page, so that no record of a shared millisecond is left out or listed twice.
   */
  beforeId?: number | undefined;
  limit: number;
}
