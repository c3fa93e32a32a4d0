// Switches the webhooks of one store off and on, with a reason; payments continue meanwhile.
import { Refusal } from "../../domain/refusal.js";
import { changeStore, type StoreDependencies, type StoreView } from "./change-store.js";

/**
 * Sends nothing to the webhook URL until it is switched on again: deliveries are created and wait, and keep their attempts. Payments continue.
 * @throws Refusal VALIDATION_ERROR without a reason or a webhook URL.
 */
export async function switchWebhookOff(
  dependencies: StoreDependencies,
  merchantId: string,
  { reason, actor }: { reason: string; actor: string },
): Promise<StoreView> {
  if (typeof reason !== "string" || reason.trim() === "" || reason.length > maxReasonLength) {
    throw validationError("reason", "required", `is required, at most ${maxReasonLength} characters`);
  }
  return changeStore(dependencies, merchantId, actor, "webhook.switched_off", (store) => {
    if (store.webhookUrl === undefined) {
      throw validationError("webhookUrl", "required", "is not set: there is nothing to switch off");
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

const maxReasonLength = 300;

function validationError(path: string, rule: string, message: string): Refusal {
  return new Refusal("VALIDATION_ERROR", { details: [{ path, rule, message }] });
}
