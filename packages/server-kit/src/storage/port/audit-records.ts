// Records of who changed what.
import type { AuditRecord } from "../../domain/audit.js";

export interface AuditRecords {
  append(record: AuditRecord): Promise<void>;
  /** Newest first. */
  list(filter: {
    merchantId?: string | undefined;
    subject?: string | undefined;
    limit: number;
    before?: number | undefined;
  }): Promise<AuditRecord[]>;
}
