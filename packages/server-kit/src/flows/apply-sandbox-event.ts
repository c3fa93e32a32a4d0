// Sandbox events, and the provider event that each simulates. For test payments only; callers check that.
import type { ProviderEvent } from "../domain/evidence.js";
import {
  type ApplyEventDependencies,
  applyEvent,
  applyProviderEvent,
  beginAttempt,
  type EventResult,
} from "./apply-event.js";

export const sandboxEvents = [
  "buyer_started",
  "provider_accepted",
  "provider_success",
  "provider_rejected",
  "provider_cancelled",
  "provider_session_expired",
  "provider_unknown",
  "provider_indeterminate",
  "settlement_confirmed",
  "settlement_partial",
] as const;
export type SandboxEvent = (typeof sandboxEvents)[number];

const providerEvents: Record<Exclude<SandboxEvent, "buyer_started">, ProviderEvent["type"]> = {
  provider_accepted: "provider.accepted",
  provider_success: "provider.success",
  provider_rejected: "provider.rejected",
  provider_cancelled: "provider.cancelled",
  provider_session_expired: "provider.session_expired",
  provider_unknown: "provider.unknown",
  provider_indeterminate: "provider.indeterminate",
  settlement_confirmed: "settlement.confirmed",
  settlement_partial: "settlement.partial",
};

/** What arrives of an amount when a simulated settlement is partial: half of it. */
export function partOf(amountCents: number): number {
  return Math.max(1, Math.floor(amountCents / 2));
}

/** Applies a sandbox event to a payment; the caller has checked that it is a test payment. */
export async function applySandboxEvent(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  { event, amountCents }: { event: SandboxEvent; amountCents?: number | undefined },
): Promise<EventResult> {
  if (event !== "buyer_started") {
    return applyProviderEvent(dependencies, paymentId, { type: providerEvents[event], amountCents, detail: "sandbox" });
  }
  const payment = await dependencies.storage.read((records) => records.payments.find(paymentId));
  if (payment === undefined) return { kind: "not_found" };
  if (payment.checkoutMode === "direct_provider") {
    return applyProviderEvent(dependencies, paymentId, { type: "provider.authorising", detail: "sandbox" });
  }
  return applyEvent(dependencies, paymentId, (stored) => ({
    event: "provider.session_created",
    actor: "buyer",
    changes: beginAttempt(stored),
  }));
}
