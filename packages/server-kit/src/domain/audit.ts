// One line of the audit trail: who changed what.
import type { JsonObject } from "./json.js";

export interface AuditRecord {
  at: number;
  actor: string;
  /** `user` of the panel, `host_user` whom the host app signed in, `visitor` who is not known, `command` by the command line, `service`; undefined for the host's verbs. */
  actorKind: string | undefined;
  /** Network address that the change came from; undefined for verbs and commands. */
  address: string | undefined;
  action: string;
  merchantId: string | undefined;
  subject: string | undefined;
  /** What changed; never a secret. */
  detail: JsonObject;
}
