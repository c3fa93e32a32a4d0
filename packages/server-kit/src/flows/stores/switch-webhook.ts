// Switches the webhooks of one store off and on, with a reason; payments continue meanwhile.
import { invalidInput, requireNoViolations } from "../../domain/refusal.js";
import { findMissingText } from "../../domain/required-text.js";
import { changeStore, type StoreDependencies, type StoreView } from "./change-store.js";

const maxReasonLength = 300;

/**
 * Sends nothing to the webhook URL until it is switched on again: deliveries are created and wait, and keep their attempts. Payments
 * continue.
 * @throws Refusal VALIDATION_ERROR without a reason or a webhook URL.
 */
export async function switchWebhookOff(
  dependencies: StoreDependencies,
  merchantId: string,
  { reason, actor }: { reason: string; actor: string },
): Promise<StoreView> {
  requireNoViolations(findMissingText("reason", reason, "say why no webhooks are sent", maxReasonLength));
  return changeStore(dependencies, merchantId, actor, "webhook.switched_off", (store) => {
    if (store.webhookUrl === undefined) {
      const message = "is not set: there is nothing to switch off";
      throw invalidInput({ path: "webhookUrl", rule: "required", message });
    }
    const at = store.webhookOff?.at ?? dependencies.clock.now();
    return { store: { ...store, webhookOff: { reason: reason.trim(), at } }, detail: { reason: reason.trim() } };
  });
}

/** Resumes the deliveries: waiting ones are sent by their schedule, within the limits per endpoint. */
export async function switchWebhookOn(
  dependencies: StoreDependencies,
  merchantId: string,
  { actor }: { actor: string },
): Promise<StoreView> {
  return changeStore(dependencies, merchantId, actor, "webhook.switched_on", (store) => ({
    store: { ...store, webhookOff: undefined },
  }));
}
