// The verifier for every runtime: no dependencies, no Node import, no Buffer. The other entries are in entries/.
export { answerChallenge, type WebhookResponse } from "./answer-challenge.js";
export type * from "./event/webhook-event.js";
export type { Body, WholeBody } from "./request/body.js";
export type { HeaderSource } from "./request/headers.js";
export type { Secret, Secrets } from "./signature/secrets.js";
export {
  isWebhookVerificationError,
  type VerificationErrorCode,
  WebhookVerificationError,
} from "./verification-error.js";
export { verifySignature, verifyWebhook, type WebhookRequest } from "./verify-webhook.js";
