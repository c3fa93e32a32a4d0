// One record of the audit log: the actor and the change. Times are epoch milliseconds.
import type { JsonObject } from "./json.js";

export interface NewAuditRecord {
  at: number;
  actor: string;
  /**
   * `user` of the panel, `host_user` signed in by the host app, unknown `visitor`, `command` of the command line, `service` itself;
   * undefined for calls by the host.
   */
  actorKind: string | undefined;
  /** Network address of the caller; undefined for calls by the host and commands. */
  address: string | undefined;
  action: string;
  merchantId: string | undefined;
  subject: string | undefined;
  /** Facts about the change; never a secret. */
  detail: JsonObject;
}

export interface AuditRecord extends NewAuditRecord {
  /** Unique in its database. Of two records of one millisecond, the later one has the higher id. */
  id: number;
}
