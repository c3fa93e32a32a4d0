// One line of the audit trail: who changed what.
import type { JsonObject } from "./json.js";

export interface AuditRecord {
  at: number;
  actor: string;
  action: string;
  merchantId: string | undefined;
  subject: string | undefined;
  /** What changed; never a secret. */
  detail: JsonObject;
}
