// Leaves a trace of every change that an operator, a merchant or the service itself makes to keys, secrets, addresses and settings.
import type { Clock } from "../domain/clock.js";
import type { JsonObject } from "../domain/json.js";
import { currentContext } from "../outbound/call-context.js";
import type { Records } from "../storage/port.js";

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
  await records.audit.append({
    at: clock.now(),
    actor: entry.actor,
    actorKind:
      currentContext()?.actorKind ?? entry.actorKind ?? (entry.actor.startsWith("command:") ? "command" : undefined),
    address: currentContext()?.address,
    action: entry.action,
    merchantId: entry.merchantId,
    subject: entry.subject,
    detail: entry.detail ?? {},
  });
}
