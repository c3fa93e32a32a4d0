// Appends to the audit log every change that an operator, a merchant or the service itself makes to keys, secrets, addresses and settings.
import type { Clock } from "../domain/clock.js";
import { type JsonObject, wellFormedJson } from "../domain/json.js";
import type { User } from "../domain/user.js";
import { currentContext } from "../outbound/call-context.js";
import type { Records } from "../storage/port.js";

/** Appends a record in the caller's unit of work; address and kind of the actor are those of the current call. */
export async function appendAudit(
  { clock }: { clock: Clock },
  records: Records,
  entry: {
    actor: string;
    actorKind?: string;
    action: string;
    merchantId?: string;
    subject?: string;
    detail?: JsonObject;
  },
): Promise<void> {
  const context = currentContext();
  // --actor is unverified; the operating system's user is verified.
  const calledBy = context?.systemUser !== undefined && entry.actor !== `command:${context.systemUser}`;
  await records.audit.append({
    at: clock.now(),
    actor: entry.actor,
    actorKind: context?.actorKind ?? entry.actorKind ?? (entry.actor.startsWith("command:") ? "command" : undefined),
    address: context?.address,
    action: entry.action,
    merchantId: entry.merchantId,
    subject: entry.subject,
    detail: wellFormedJson({ ...entry.detail, ...(calledBy && { systemUser: context.systemUser ?? "" }) }),
  });
}

/** The same for a change of a user, or an act of the user: the record belongs to the user's store, and to no store for an operator. */
export async function appendUserAudit(
  dependencies: { clock: Clock },
  records: Records,
  user: User,
  actor: string,
  action: string,
  detail?: JsonObject,
): Promise<void> {
  await appendAudit(dependencies, records, {
    actor,
    action,
    ...(user.merchantId !== undefined && { merchantId: user.merchantId }),
    subject: user.userId,
    ...(detail && { detail }),
  });
}
