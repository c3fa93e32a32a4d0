// Webhook secrets of a store, and the two steps of rotation: announce (shown once), then switch.
import { randomText } from "../../domain/random-text.js";
import { Refusal } from "../../domain/refusal.js";
import { webhookSecretPurpose } from "../../domain/seal-purposes.js";
import type { Store } from "../../domain/store.js";
import type { AlsoIn } from "../also-in.js";
import { changeStore, type StoreDependencies } from "./change-store.js";

/** A new secret, and its sealed form. */
export function newWebhookSecret(
  { vault, randomBytes }: Pick<StoreDependencies, "vault" | "randomBytes">,
  merchantId: string,
) {
  const secret = `whs_${randomText(43, randomBytes)}`;
  return { secret, sealed: vault.seal(secret, webhookSecretPurpose(merchantId)) };
}

/**
 * Announces the next webhook secret: shown once, used for signing after the switch. A second announcement replaces the first.
 * @param alsoIn runs first in the unit of work that announces it; what it throws leaves the secrets as they were.
 */
export async function announceWebhookSecret(
  dependencies: StoreDependencies,
  merchantId: string,
  actor: string,
  alsoIn?: AlsoIn<[stored: Store]>,
): Promise<{ webhookSecret: string }> {
  const { secret, sealed } = newWebhookSecret(dependencies, merchantId);
  await changeStore(dependencies, merchantId, actor, "webhook_secret.announced", async (store, records) => {
    await alsoIn?.(records, store);
    return { store: { ...store, sealedNextWebhookSecret: sealed } };
  });
  return { webhookSecret: secret };
}

/**
 * Signs deliveries with the announced secret from now on.
 * @param alsoIn as for `announceWebhookSecret`
 * @throws Refusal VALIDATION_ERROR when none is announced.
 */
export async function switchWebhookSecret(
  dependencies: StoreDependencies,
  merchantId: string,
  actor: string,
  alsoIn?: AlsoIn<[stored: Store]>,
): Promise<void> {
  await changeStore(dependencies, merchantId, actor, "webhook_secret.switched", async (store, records) => {
    await alsoIn?.(records, store);
    const next = store.sealedNextWebhookSecret;
    if (next === undefined) {
      throw new Refusal("VALIDATION_ERROR", { message: "No webhook secret is announced: announce one first." });
    }
    return { store: { ...store, sealedWebhookSecret: next, sealedNextWebhookSecret: undefined } };
  });
}
