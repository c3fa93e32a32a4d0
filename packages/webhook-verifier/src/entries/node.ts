// Synchronous verification for Node, Bun and Deno, with node:crypto.
import { createHmac } from "node:crypto";
import type { WebhookEvent } from "../event/webhook-event.js";
import { readContent, type WholeBody } from "../request/body.js";
import { digestAll } from "../signature/hmac.js";
import { readSecrets, type Secrets } from "../signature/secrets.js";
import { isSigned, prepareVerification, type WebhookRequest } from "../verify-webhook.js";

export type * from "../event/webhook-event.js";
export type { WholeBody } from "../request/body.js";
export type { HeaderSource } from "../request/headers.js";
export type { Secret, Secrets } from "../signature/secrets.js";
export type { WebhookRequest } from "../verify-webhook.js";

/**
 * Synchronous `verifySignature`, for a whole body.
 *
 * @example
 * const isAuthentic = verifySignatureSync(rawBody, request.headers["x-service-signature"], secret);
 * @throws WebhookVerificationError for a configuration error only: `secret_invalid`, `body_missing`, `body_already_parsed`,
 *   `wrong_argument`
 */
export function verifySignatureSync(
  body: WholeBody,
  header: string | readonly string[] | null | undefined,
  secretOrSecrets: Secrets,
): boolean {
  const secrets = readSecrets(secretOrSecrets);
  return isSigned(header, digestAll(secrets, readContent(body), createHmac));
}

/**
 * Synchronous `verifyWebhook`, for a whole body.
 *
 * @example
 * const event = verifyWebhookSync({ body: rawBody, headers: request.headers, secret });
 * @throws WebhookVerificationError with a stable `code`
 */
export function verifyWebhookSync(request: WebhookRequest<WholeBody>): WebhookEvent {
  const { secrets, verify } = prepareVerification(request);
  const content = readContent(request.body);
  return verify(digestAll(secrets, content, createHmac), content);
}
