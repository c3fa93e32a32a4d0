// Sends the verification challenge to a store's endpoint and checks the response, once, while the merchant waits
// (spec/rules.md#servicewebhook_verification).
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createId } from "../domain/identifiers.js";
import { Refusal } from "../domain/refusal.js";
import type { Vault } from "../domain/vault.js";
import {
  checkVerificationResponse,
  failedVerification,
  type IntegrationVerification,
} from "../domain/verification-response.js";
import { checkWebhookUrl, type WebhookUrlOptions } from "../domain/webhook-url.js";
import type { WebhookSender } from "../outbound/webhook-sender.js";
import type { Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import { openWebhookSecret, signBody } from "./deliver-webhook.js";
import { queueForListeners } from "./queue-for-listeners.js";

export const verificationEvent = "service.webhook_verification";
const verificationUserAgent = "PaymentSessions-Verification/1.0";

export interface VerifyIntegrationDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  vault: Vault;
  sender: WebhookSender;
  webhookUrlOptions: WebhookUrlOptions;
}

/** Shorter than a delivery's timeout, because a person waits for the result. */
const timeoutMs = 15_000;

/** Sends the challenge; `actor` is recorded in the audit log. @throws Refusal MERCHANT_NOT_FOUND for a store that does not exist. */
export async function verifyIntegration(
  dependencies: VerifyIntegrationDependencies,
  merchantId: string,
  actor = "host",
): Promise<IntegrationVerification> {
  const result = await sendChallenge(dependencies, merchantId);
  const { ok, reason } = result;
  await dependencies.storage.write((records) =>
    appendAudit(dependencies, records, { actor, action: "integration.verified", merchantId, detail: { ok, reason } }),
  );
  return result;
}

async function sendChallenge(
  { storage, clock, randomBytes, vault, sender, webhookUrlOptions }: VerifyIntegrationDependencies,
  merchantId: string,
): Promise<IntegrationVerification> {
  const store = await storage.read((records) => records.stores.find(merchantId));
  if (store === undefined) throw new Refusal("MERCHANT_NOT_FOUND");
  const challenge = createId("ch", randomBytes);
  const body = encodeChallenge(challenge, { merchantId, now: clock.now() });
  await queueChallengeForListeners({ storage, clock }, { merchantId, challenge, body });
  if (store.webhookUrl === undefined) return failedVerification("no_webhook_url", undefined);
  const checked = checkWebhookUrl(store.webhookUrl, webhookUrlOptions);
  // A non-public address has the same result as an unreachable one, so that the service's network is not revealed.
  if (!checked.ok && checked.rule !== "address") {
    return failedVerification("invalid_url", undefined, `The webhook URL ${checked.message}.`);
  }

  const outcome = await sender.send({
    url: store.webhookUrl,
    body,
    timeoutMs,
    headers: {
      ...headersOfChallenge(challenge),
      "X-Service-Signature": signBody(body, openWebhookSecret(vault, store)),
    },
  });
  return checkVerificationResponse(outcome, challenge);
}

/** The header fields of the challenge, without the signature. */
export function headersOfChallenge(challenge: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": verificationUserAgent,
    "X-Service-Event": verificationEvent,
    "X-Service-Verification-Challenge": challenge,
  };
}

function encodeChallenge(challenge: string, { merchantId, now }: { merchantId: string; now: number }): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({
      event: verificationEvent,
      challenge,
      timestamp: new Date(now).toISOString(),
      merchantId,
      shopId: merchantId,
      expectedAuthMode: "hmac_sha256",
    }),
  );
}

/**
 * There is no delivery, so the challenge is used as the delivery id. A listener's response is ignored: only the store's endpoint counts.
 */
function queueChallengeForListeners(
  { storage, clock }: Pick<VerifyIntegrationDependencies, "storage" | "clock">,
  { merchantId, challenge, body }: { merchantId: string; challenge: string; body: Uint8Array },
): Promise<void> {
  const now = clock.now();
  const event = { merchantId, deliveryId: challenge, event: verificationEvent, body, path: "queue" as const };
  return storage.write(async (records) =>
    queueForListeners(records, event, { number: await records.listeners.takeNumber(merchantId, now), now }),
  );
}
