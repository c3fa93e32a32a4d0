// Advice for callers about each error code, for the reference; the SDK reports the same with `retryable` and `outcome`.
import type { errorTable } from "../../domain/generated/error-table.js";

const fixRequest = "Fix the request; sending it again as it is gives the same error.";
const laterSame = "Send the same request again after Retry-After, with the same Idempotency-Key.";
const soonSame = "Send the same request again after a few seconds, with the same Idempotency-Key.";
const verification =
  "Ask the operator of the service to complete the owner's verification. Your code does not need to change.";

export const errorAdvice: Readonly<Record<keyof typeof errorTable, string>> = {
  VALIDATION_ERROR: "Read details: each entry names the field, the rule and what would be right. Fix the request.",
  INVALID_JSON: "Send one JSON object, encoded in UTF-8. A body that was encoded twice is the usual cause.",
  INVALID_ORDER_KEY: "Send the order key of the plugin as it is, without a prefix or spaces.",
  IDEMPOTENCY_KEY_INVALID: "Use a UUID, or letters and digits of your order.",
  API_KEY_MISSING: "Send the header Authorization: Bearer and your key. Some proxies remove it.",
  API_KEY_INVALID: "Check for a truncated or revoked key; generate a new one in the panel under Integration.",
  API_KEY_MERCHANT_MISMATCH:
    "Use the key of the store that merchantId names, or send the merchantId of the key's own store.",
  SESSION_REQUIRED: "Sign in to the panel again, or use an API key.",
  CALLBACK_NOT_AUTHENTIC: "Only a provider gets this. Check the secret that its callbacks are signed with.",
  KYC_USER_ASSOCIATION_MISSING: verification,
  KYC_SUBMISSION_MISSING: verification,
  KYC_USER_MISMATCH: verification,
  KYC_NOT_APPROVED: "Wait for the approval; the panel shows its state.",
  SHOP_NOT_VERIFIED:
    "Ask the operator of the service to verify the store, or to resume it when currentStatus is disabled.",
  PAYMENT_METHOD_UNAVAILABLE: "Leave paymentMethod out, or switch the method on in the panel.",
  TEST_MODE_NOT_ALLOWED:
    "Use a test key. If you already do, this service does not serve test payments: ask its operator.",
  LIVE_MODE_NOT_ALLOWED:
    "Use a live key for live payments and a test key for sandbox routes. If you already do, this service does not serve live payments: ask its operator.",
  SCOPE_MISSING: "Ask the operator of the service for a key with the scope that the message names.",
  STORE_NOT_APPROVED: "The store is disabled or not approved yet: ask the operator of the service.",
  CSRF_FAILED: "Reload the page and send the form again.",
  MERCHANT_NOT_FOUND: "Copy merchantId from the panel, and use a key of the same service.",
  PAYMENT_NOT_FOUND: "Check paymentId and that the key belongs to its store and mode.",
  ORDER_NOT_FOUND: "Check the order key and shopId; the plugin must have sent the order before.",
  STORE_NOT_FOUND: "Copy shopId from the panel.",
  ROUTE_NOT_FOUND: "Check the path and the prefix of the base URL.",
  METHOD_NOT_ALLOWED: "Use a method of the Allow header.",
  NOT_ACCEPTABLE: "Send Accept: application/json, or leave the header out.",
  BODY_TOO_LARGE: "Shorten metadata and items.",
  UNSUPPORTED_MEDIA_TYPE: "Send Content-Type: application/json.",
  IDEMPOTENCY_IN_PROGRESS: laterSame,
  NOT_REDELIVERABLE:
    "The delivery's body was erased, or its store is deleted, disabled, without a webhook URL, or has its webhooks switched off; the message says which.",
  IDEMPOTENCY_KEY_REUSED: "Use a new key for another order; use the same body for the same key.",
  RATE_LIMITED:
    "Wait for Retry-After seconds, then send the same request. Poll the status less often: webhooks report every change.",
  INTERNAL_ERROR:
    "Send the same request again, with the same Idempotency-Key. Give requestId to support if the error persists.",
  PROVIDER_UNAVAILABLE: soonSame,
  PROVIDER_TIMEOUT: soonSame,
  CALLBACK_NOT_PROCESSED: "Only a provider gets this, and sends its callback again after Retry-After.",
  UNHEALTHY: "Nothing to fix on your side: try again later.",
  SHUTTING_DOWN: laterSame,
};

export const generalAdvice = `${fixRequest} This applies to 400 to 422 except 409; requests rejected with 409, 429 or 5xx may be sent again.`;
