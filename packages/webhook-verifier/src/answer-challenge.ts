// Responds to the panel's Integration Verification by echoing its challenge (spec/rules.md#servicewebhook_verification).
import type { WebhookEvent, WebhookVerificationEvent } from "./event/webhook-event.js";
import { verifyWebhook, type WebhookRequest } from "./verify-webhook.js";

/** The HTTP response, with the exact text of its body. */
export interface WebhookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The response to a verification request, or `undefined` when the authentic delivery is another event.
 *
 * @example
 * const response = await answerChallenge({ body, headers: request.headers, secret });
 * if (response) return new Response(response.body, response);
 * @throws WebhookVerificationError as `verifyWebhook`: nothing is echoed without a valid signature
 */
export async function answerChallenge(request: WebhookRequest): Promise<WebhookResponse | undefined> {
  const event = await verifyWebhook(request);
  return isVerification(event) ? challengeResponse(event) : undefined;
}

/** Whether a verified event asks for its challenge to be echoed. */
export function isVerification(event: WebhookEvent): event is WebhookVerificationEvent {
  return event.event === "service.webhook_verification";
}

/** The response to an event that is verified already. */
export function challengeResponse({ challenge }: WebhookVerificationEvent): WebhookResponse {
  return jsonResponse(200, { challenge, signatureValid: true });
}

/** JSON that no browser interprets as a page, whatever the sender's values are. */
export function jsonResponse(status: number, value: unknown): WebhookResponse {
  return {
    status,
    headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
    body: JSON.stringify(value).replace(/</g, "\\u003c"),
  };
}
