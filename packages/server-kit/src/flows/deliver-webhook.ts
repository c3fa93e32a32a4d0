// Sends one claimed delivery: checks the store's current settings, signs the stored body with its current secret, and posts it
// (spec/rules.md#events, spec/rules.md#authentication, 7).
import { createHmac } from "node:crypto";
import type { Clock } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { outcomeWord, type SendOutcome } from "../domain/delivery-outcome.js";
import { webhookSecretPurpose } from "../domain/seal-purposes.js";
import { acceptsDeliveries, type Store } from "../domain/store.js";
import type { Vault } from "../domain/vault.js";
import { traceHeaders } from "../outbound/call-context.js";
import { inSpan, SpanKind } from "../outbound/tracing.js";
import type { WebhookSender } from "../outbound/webhook-sender.js";
import type { Storage } from "../storage/port.js";
import type { ClaimedDelivery } from "./claim-deliveries.js";
import { createSendReader } from "./read-for-send.js";

const deliveryUserAgent = "PaymentSessions-Webhooks/1.0";

export interface DeliverDependencies {
  storage: Storage;
  clock: Clock;
  vault: Vault;
  sender: WebhookSender;
}

/**
 * Creates the function that sends one claimed delivery. It returns the outcome, or undefined when nothing was sent: the store is
 * disabled, deleted, replaced or without a webhook URL, or too little of the lease is left.
 */
export function createDeliverer({
  storage,
  clock,
  vault,
  sender,
}: DeliverDependencies): (claimed: ClaimedDelivery) => Promise<SendOutcome | undefined> {
  const readForSend = createSendReader(storage);
  const openSecret = createSecretOpener(vault);

  return async ({ delivery, attempt, timeoutMs }) => {
    const { store, isClaimed } = await readForSend(delivery);
    if (store?.webhookUrl === undefined || !acceptsDeliveries(store)) return undefined;
    if (delivery.claim.leaseUntil - clock.now() < timeoutMs) return undefined;
    // It may be a different store: deleted since the claim, and created again under the same id. Timestamps cannot show that, because
    // clocks can be set back.
    if (!isClaimed) return undefined;
    let secret: string;
    try {
      secret = openSecret(store);
    } catch (error) {
      return { kind: "failed", reason: "internal", detail: String(error), durationMs: 0 };
    }
    const { webhookUrl: url } = store;
    return inSpan(spanOf(delivery, attempt.attempt), async (span) => {
      const outcome = await sender.send({
        url,
        body: delivery.body,
        timeoutMs,
        headers: {
          ...headersOfDelivery(delivery, attempt.attempt),
          "X-Service-Signature": signBody(delivery.body, secret),
          ...traceHeaders(),
        },
      });
      span?.setAttribute("payment_sessions.outcome", outcomeWord(outcome));
      if (outcome.kind === "responded") span?.setAttribute("http.response.status_code", outcome.httpStatus);
      return outcome;
    });
  };
}

/** The header fields of one send, without the signature. */
export function headersOfDelivery(
  { event, deliveryId, path }: Pick<Delivery, "event" | "deliveryId" | "path">,
  attempt: number,
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": deliveryUserAgent,
    "X-Service-Event": event,
    "X-Service-Delivery": deliveryId,
    ...(path === "queue" && { "X-Service-Attempt": String(attempt) }),
  };
}

function spanOf(
  { deliveryId, merchantId, paymentId, traceParent, traceState }: ClaimedDelivery["delivery"],
  attempt: number,
) {
  return {
    name: "payment_sessions.webhook",
    kind: SpanKind.PRODUCER,
    parent: traceParent,
    parentState: traceState,
    attributes: {
      "payment_sessions.delivery_id": deliveryId,
      "payment_sessions.merchant_id": merchantId,
      "payment_sessions.payment_id": paymentId,
      "payment_sessions.attempt": attempt,
    },
  };
}

const maxOpenSecrets = 1000;

/** Caches unsealed secrets by their sealed text; a rotated secret has a new sealed text. */
function createSecretOpener(vault: Vault): (store: Store) => string {
  const opened = new Map<string, string>();
  return (store) => {
    let secret = opened.get(store.sealedWebhookSecret);
    if (secret === undefined) {
      secret = openWebhookSecret(vault, store);
      if (opened.size >= maxOpenSecrets) opened.clear();
      opened.set(store.sealedWebhookSecret, secret);
    }
    return secret;
  };
}

/** @throws Error when the secret was sealed with a key that is no longer configured. */
export function openWebhookSecret(vault: Vault, store: Pick<Store, "merchantId" | "sealedWebhookSecret">): string {
  return vault.open(store.sealedWebhookSecret, webhookSecretPurpose(store.merchantId));
}

/** Value of X-Service-Signature: HMAC-SHA256 over the exact bytes. */
export function signBody(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** As `signBody` writes it, for people: a signature could be replayed. */
export const maskedSignature = "sha256=••••••••";
