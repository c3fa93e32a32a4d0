// One record of the audit log: who changed what.
import type { JsonObject } from "./json.js";

export interface AuditRecord {
  at: number;
  actor: string;
  /**
   * `user` of the panel, `host_user` signed in by the host app, unknown `visitor`, `command` of the command line, `service` itself; undefined for
   * calls by the host.
   */
  actorKind: string | undefined;
  /** Network address that the change came from; undefined for calls by the host and commands. */
  address: string | undefined;
  action: string;
  merchantId: string | undefined;
  subject: string | undefined;
  /** What changed; never a secret. */
  detail: JsonObject;
}
