// Every named set of words of the contract.
// Generated from spec/openapi.yaml and spec/errors.yaml by `pnpm generate`. Do not edit.

/** A method as a request may name it. bank_transfer, manual_transfer, manual_pay and manual are one method, bank_transfer. */
export const paymentMethodInputs = [
  "qr_pay",
  "open_bank_transfer",
  "card_processing",
  "bank_transfer",
  "manual_transfer",
  "manual_pay",
  "manual"
] as const;
export type PaymentMethodInput = (typeof paymentMethodInputs)[number];

/** A method after its aliases are resolved */
export const paymentMethods = [
  "qr_pay",
  "open_bank_transfer",
  "card_processing",
  "bank_transfer"
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** foxpay_checkout is the hosted page; direct_provider goes straight to the bank and needs paymentMethod open_bank_transfer */
export const checkoutModes = [
  "foxpay_checkout",
  "direct_provider"
] as const;
export type CheckoutMode = (typeof checkoutModes)[number];

/** Status in webhooks and in the initialization answer. paid means the same as completed. The set may grow. */
export const transactionStatuses = [
  "pending",
  "processing",
  "completed",
  "paid",
  "failed",
  "cancelled",
  "expired"
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Status on the status route, for display */
export const checkoutFlowStatuses = [
  "pending",
  "scanning",
  "transferring",
  "confirming",
  "completed",
  "failed"
] as const;
export type CheckoutFlowStatus = (typeof checkoutFlowStatuses)[number];

/** Who made the remittance reference */
export const remittanceInfoSources = [
  "merchant",
  "generated"
] as const;
export type RemittanceInfoSource = (typeof remittanceInfoSources)[number];

/** Environment of the payment */
export const paymentModes = [
  "test",
  "production"
] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** What can happen to a test payment */
export const sandboxEvents = [
  "buyer_started",
  "provider_accepted",
  "provider_success",
  "provider_rejected",
  "provider_cancelled",
  "provider_session_expired",
  "provider_unknown",
  "provider_indeterminate",
  "settlement_confirmed",
  "settlement_partial"
] as const;
export type SandboxEvent = (typeof sandboxEvents)[number];

/** Types of events */
export const webhookEventTypes = [
  "transaction.status_changed",
  "service.webhook_verification"
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** queue has 12 attempts in about 7 days, legacy has 3 within minutes */
export const deliveryPaths = [
  "queue",
  "legacy"
] as const;
export type DeliveryPath = (typeof deliveryPaths)[number];

/** Why a delivery exists. redelivery is a new delivery made by hand from an older one. */
export const deliveryTriggers = [
  "transition",
  "redelivery"
] as const;
export type DeliveryTrigger = (typeof deliveryTriggers)[number];

/** pending waits for its next send, sending is under way, exhausted ran out of attempts, dead was refused for good, parked was cut off until its schedule was over and waits for an operator, cancelled lost its store */
export const deliveryStates = [
  "pending",
  "sending",
  "delivered",
  "exhausted",
  "dead",
  "parked",
  "cancelled"
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How one send ended; started means that it is under way, interrupted that the sender died */
export const attemptOutcomes = [
  "started",
  "success",
  "http_1xx",
  "http_3xx",
  "http_4xx",
  "http_5xx",
  "timeout",
  "network",
  "tls",
  "blocked_address",
  "invalid_response",
  "invalid_url",
  "internal",
  "interrupted"
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Verdict of the health route */
export const healthStates = [
  "healthy",
  "unhealthy"
] as const;
export type HealthState = (typeof healthStates)[number];

/** What the database check found */
export const databaseStates = [
  "up",
  "down",
  "migrations_pending"
] as const;
export type DatabaseState = (typeof databaseStates)[number];

/** Whether the instance takes work */
export const applicationStates = [
  "up",
  "stopping"
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** How a client's version relates to this service */
export const versionVerdicts = [
  "current",
  "outdated",
  "unsupported",
  "ahead"
] as const;
export type VersionVerdict = (typeof versionVerdicts)[number];

/** Every error code. Codes are only added, never renamed. */
export const errorCodes = [
  "VALIDATION_ERROR",
  "INVALID_JSON",
  "INVALID_ORDER_KEY",
  "IDEMPOTENCY_KEY_INVALID",
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "API_KEY_MERCHANT_MISMATCH",
  "SESSION_REQUIRED",
  "KYC_USER_ASSOCIATION_MISSING",
  "KYC_SUBMISSION_MISSING",
  "KYC_USER_MISMATCH",
  "KYC_NOT_APPROVED",
  "SHOP_NOT_VERIFIED",
  "PAYMENT_METHOD_UNAVAILABLE",
  "TEST_MODE_NOT_ALLOWED",
  "LIVE_MODE_NOT_ALLOWED",
  "SCOPE_MISSING",
  "STORE_NOT_APPROVED",
  "CSRF_FAILED",
  "MERCHANT_NOT_FOUND",
  "PAYMENT_NOT_FOUND",
  "ORDER_NOT_FOUND",
  "STORE_NOT_FOUND",
  "ROUTE_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "NOT_ACCEPTABLE",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "IDEMPOTENCY_IN_PROGRESS",
  "NOT_REDELIVERABLE",
  "IDEMPOTENCY_KEY_REUSED",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_TIMEOUT",
  "UNHEALTHY",
  "SHUTTING_DOWN"
] as const;
export type ErrorCode = (typeof errorCodes)[number];
