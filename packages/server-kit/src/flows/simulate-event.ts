// Simulates a provider event on a test payment, for hosts and the command line (spec/rules.md#test-payments). Never on live payments.
import { invalidInput, Refusal } from "../domain/refusal.js";
import { appendAudit } from "./append-audit.js";
import type { ApplyEventDependencies, EventResult } from "./apply-event.js";
import { applySandboxEvent, type SandboxEvent, sandboxEvents } from "./apply-sandbox-event.js";

/**
 * Simulates the event; `actor` is recorded in the audit log.
 * @throws Refusal VALIDATION_ERROR for an unknown event; PAYMENT_NOT_FOUND; LIVE_MODE_NOT_ALLOWED for a live payment and any event.
 */
export async function simulateEvent(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  wanted: { event: SandboxEvent; amountCents?: number | undefined },
  actor = "host",
): Promise<Exclude<EventResult, { kind: "not_found" }>> {
  if (!sandboxEvents.includes(wanted.event)) {
    const message = `must be one of ${sandboxEvents.join(", ")}; got ${JSON.stringify(wanted.event)}`;
    throw invalidInput({ path: "event", rule: "enum", message });
  }
  const payment = await dependencies.storage.read((records) => records.payments.find(paymentId));
  if (payment === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
  if (payment.environment !== "test") {
    throw new Refusal("LIVE_MODE_NOT_ALLOWED", {
      message: "Events can only be simulated for test payments; this one is live.",
    });
  }
  const result = await applySandboxEvent(dependencies, paymentId, wanted);
  if (result.kind === "not_found") throw new Refusal("PAYMENT_NOT_FOUND");
  await dependencies.storage.write((records) =>
    appendAudit(dependencies, records, {
      actor,
      action: "payment.simulated",
      merchantId: payment.merchantId,
      subject: paymentId,
      detail: { event: wanted.event, isAccepted: result.kind !== "not_allowed" },
    }),
  );
  return result;
}
