// Verifies webhooks with the verifier package. Adapters for frameworks and deduplication are in @payment-sessions/webhook-verifier.
import {
  answerChallenge,
  type Secrets,
  verifyWebhook,
  type WebhookEvent,
  type WebhookRequest,
  type WebhookResponse,
} from "../../../webhook-verifier/src/index.js";
import { refusal } from "../errors.js";

/** A delivery to verify; `secret` defaults to the client's `webhookSecret`. */
export type WebhookDelivery = Omit<WebhookRequest, "secret"> & { readonly secret?: Secrets | undefined };

export class Webhooks {
  readonly #secret: Secrets | undefined;

  constructor(secret: Secrets | undefined) {
    this.#secret = secret;
  }

  /**
   * Verifies the signature of a delivery over its raw bytes and returns the typed event. Sends nothing.
   * @throws {WebhookVerificationError} with a stable `code` @throws {UsageError} `INVALID_OPTION` without a secret
   * @example
   * const event = await payments.webhooks.verify({ body: await request.arrayBuffer(), headers: request.headers });
   * if (event.event === "transaction.status_changed") await orders.update(event.order_id, event.status);
   */
  async verify(delivery: WebhookDelivery): Promise<WebhookEvent> {
    return verifyWebhook(this.#withSecret(delivery));
  }

  /**
   * The response to the panel's test of the endpoint (`service.webhook_verification`); `undefined` for every other event.
   * @throws {WebhookVerificationError} as `verify` @throws {UsageError} `INVALID_OPTION` without a secret
   * @example const response = await payments.webhooks.answerChallenge({ body, headers });
   */
  async answerChallenge(delivery: WebhookDelivery): Promise<WebhookResponse | undefined> {
    return answerChallenge(this.#withSecret(delivery));
  }

  #withSecret(delivery: WebhookDelivery): WebhookRequest {
    // Read by name, because a copy lacks the inherited getters of a request of Node or of fetch. `undefined` is reported as missing fields.
    const { body, headers, maxBodyBytes, headerPrefix, secret: own }: WebhookDelivery = Object(delivery);
    const secret = own ?? this.#secret;
    if (secret !== undefined) return { body, headers, maxBodyBytes, headerPrefix, secret };
    throw refusal(
      "INVALID_OPTION",
      "webhookSecret is missing: pass it to the client, or secret with the delivery, or set PAYMENT_SESSIONS_WEBHOOK_SECRET.",
    );
  }
}
