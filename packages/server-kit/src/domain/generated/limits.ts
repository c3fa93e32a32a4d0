// The limits of the contract: sizes, times and counts.
// Generated from spec/openapi.yaml and spec/errors.yaml by `npm run generate`. Do not edit.

/** Limits by name; the unit is in the name. */
export const limits = {
  "bodyMaxBytes": 65536,
  "metadataMaxBytes": 16384,
  "metadataMaxDepth": 5,
  "idempotencyKeyTtlHours": 24,
  "idempotencyRetryAfterSeconds": 1,
  "pendingExpiryDays": 30,
  "latePaymentDays": 180,
  "hostedAttemptsMax": 10,
  "providerTimeoutMs": 15000,
  "webhookTimeoutMs": 30000,
  "webhookQueueAttemptsMax": 12,
  "webhookQueueDelaysSeconds": [
    30,
    120,
    600,
    1800,
    7200,
    21600,
    86400,
    86400,
    86400,
    129600,
    172800
  ],
  "webhookQueueJitterRatio": 0.2,
  "webhookLegacyTimeoutsMs": [
    30000,
    45000,
    60000
  ],
  "webhookLegacyDelaysSeconds": [
    2,
    4
  ],
  "webhookTerminalStatuses": [
    400,
    401,
    403,
    404,
    410
  ],
  "webhookResponseExcerptMaxBytes": 4096,
  "amountCentsMin": 1,
  "amountCentsMax": 99999999999,
  "orderIdMaxLength": 255,
  "merchantIdMaxLength": 128,
  "returnUrlMaxLength": 2048,
  "senderNameMaxLength": 70,
  "remittanceInfoMaxLength": 140,
  "endToEndIdMaxLength": 35,
  "idempotencyKeyMaxLength": 255
} as const;
