// Lists alerts across payments, and marks one as handled.
import type { PaymentAlert } from "../domain/payment.js";
import { invalidInput, requireNoViolations } from "../domain/refusal.js";
import { findMissingText, maxTextLength } from "../domain/required-text.js";
import type { AlertFilter } from "../storage/port/alert-records.js";
import type { Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import type { RaiseAlertDependencies } from "./raise-alert.js";
import type { Decision } from "./resolve-manually.js";

/** An alert as operators see it. */
export type AlertView = Omit<PaymentAlert, "subject">;

export type AlertListFilter = Omit<AlertFilter, "limit"> & { limit?: number | undefined };

export function alertViewOf({ subject: _, ...view }: PaymentAlert): AlertView {
  return view;
}

/** Newest first. */
export async function listAlerts(
  { storage }: { storage: Storage },
  filter: AlertListFilter = {},
): Promise<AlertView[]> {
  const { limit = 50, ...rest } = filter;
  return (await storage.read((records) => records.alerts.list({ ...rest, limit }))).map(alertViewOf);
}

/**
 * Marks an alert as handled. Idempotent: the first resolution is kept.
 * @throws Refusal VALIDATION_ERROR for an unknown alert, or without a reason or an actor.
 */
export async function resolveAlert(
  dependencies: RaiseAlertDependencies & { storage: Storage },
  alertId: string,
  { reason, actor }: Decision,
  /** False for alerts that the actor may not see. */
  isVisible: (alert: PaymentAlert) => boolean = () => true,
): Promise<AlertView> {
  requireNoViolations([
    ...findMissingText("reason", reason, "describe briefly how it was handled", maxTextLength),
    ...findMissingText("actor", actor, "name who handled it", maxTextLength),
  ]);
  return dependencies.storage.write(async (records) => {
    const alert = await records.alerts.find(alertId);
    if (alert === undefined || !isVisible(alert)) {
      const message = `is not a known alert: ${JSON.stringify(alertId)}`;
      throw invalidInput({ path: "alertId", rule: "unknown", message });
    }
    if (alert.resolvedAt !== undefined) return alertViewOf(alert);
    const resolution = reason.trim();
    const resolved = { ...alert, resolvedAt: dependencies.clock.now(), resolvedBy: actor.trim(), resolution };
    await records.alerts.update(resolved);
    await records.privacy.markNotErased(alert.paymentId, dependencies.clock.now());
    await appendAudit(dependencies, records, {
      actor: actor.trim(),
      action: "alert.resolved",
      merchantId: alert.merchantId,
      subject: alert.paymentId,
      detail: { alertId, type: alert.type, reason: resolution },
    });
    return alertViewOf(resolved);
  });
}
