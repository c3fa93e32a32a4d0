// Every named set of words of the contract.
// Generated from spec/openapi.yaml and spec/errors.yaml by `pnpm generate`. Do not edit.

/**
 * A method as a request may name it. bank_transfer, manual_transfer, manual_pay and manual are one method, bank_transfer.
 * - `qr_pay`: the buyer scans a QR code with a banking app; EUR only
 * - `open_bank_transfer`: the buyer approves a transfer at their own bank; the only method of direct sessions
 * - `card_processing`: the buyer pays on the card page of a provider; no card number passes through the service
 * - `bank_transfer`: the buyer makes a transfer by hand, with the bank details that the checkout page shows
 * - `manual_transfer`: another name of bank_transfer
 * - `manual_pay`: another name of bank_transfer
 * - `manual`: another name of bank_transfer
 */
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

/**
 * A method after its aliases are resolved
 * - `qr_pay`: the buyer scans a QR code with a banking app; EUR only
 * - `open_bank_transfer`: the buyer approves a transfer at their own bank
 * - `card_processing`: the buyer pays on the card page of a provider
 * - `bank_transfer`: the buyer makes a transfer by hand
 */
export const paymentMethods = [
  "qr_pay",
  "open_bank_transfer",
  "card_processing",
  "bank_transfer"
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * foxpay_checkout is the hosted page; direct_provider is the bank's page and needs paymentMethod open_bank_transfer
 * - `foxpay_checkout`: send the buyer to the hosted page at paymentUrl; the default
 * - `direct_provider`: send the buyer straight to the bank's page at redirectUrl; needs paymentMethod open_bank_transfer and customerCountry
 */
export const checkoutModes = [
  "foxpay_checkout",
  "direct_provider"
] as const;
export type CheckoutMode = (typeof checkoutModes)[number];

/**
 * Status in webhooks and in the initialization response. paid means the same as completed. The set may grow.
 * - `pending`: created, waits for the buyer; expires after 30 days
 * - `processing`: the buyer has started, confirmation is under way; keep the order open
 * - `completed`: paid, final; fulfil the order
 * - `paid`: the same as completed, for stores that asked for this word; final
 * - `failed`: refused for good, final; a new session is needed to try again
 * - `cancelled`: cancelled by the buyer or the merchant, final
 * - `expired`: the buyer did not pay within 30 days; money that arrives within 180 days more still completes it
 */
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

/**
 * Status on the status route, for display
 * - `pending`: the buyer has not begun
 * - `scanning`: a QR code is shown
 * - `transferring`: the buyer is at the bank, or has the instructions for a transfer
 * - `confirming`: the buyer is done; the bank has not confirmed yet
 * - `completed`: paid
 * - `failed`: refused, cancelled or expired; the webhook has the status
 */
export const checkoutFlowStatuses = [
  "pending",
  "scanning",
  "transferring",
  "confirming",
  "completed",
  "failed"
] as const;
export type CheckoutFlowStatus = (typeof checkoutFlowStatuses)[number];

/**
 * Origin of the remittance reference
 * - `merchant`: the request named it
 * - `generated`: the service made it
 */
export const remittanceInfoSources = [
  "merchant",
  "generated"
] as const;
export type RemittanceInfoSource = (typeof remittanceInfoSources)[number];

/**
 * Environment of the payment
 * - `test`: made with a test key; no money moves
 * - `production`: made with a live key
 */
export const paymentModes = [
  "test",
  "production"
] as const;
export type PaymentMode = (typeof paymentModes)[number];

/**
 * Events of a test payment
 * - `buyer_started`: the buyer goes to the bank; the status becomes processing
 * - `provider_accepted`: the bank takes the payment order; not yet paid
 * - `provider_success`: the bank reports success; paid where the store trusts the word of the provider, otherwise the money must arrive first
 * - `provider_rejected`: the bank refuses; hosted buyers may try again, direct sessions fail
 * - `provider_cancelled`: the buyer cancels at the bank
 * - `provider_session_expired`: the session at the bank runs out
 * - `provider_unknown`: the outcome is unknown to the provider; nothing is decided
 * - `provider_indeterminate`: the provider reports that the outcome is open; nothing is decided
 * - `settlement_confirmed`: the whole amount, or amountCents of it, arrives on the account
 * - `settlement_partial`: a part of the amount arrives; not paid, the operator gets an alert
 */
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

/**
 * Types of events
 * - `transaction.status_changed`: a payment changed its status
 * - `service.webhook_verification`: a challenge that tests the endpoint, sent from the panel
 */
export const webhookEventTypes = [
  "transaction.status_changed",
  "service.webhook_verification"
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/**
 * Which retry schedule the webhooks follow.
 * - `queue`: 12 attempts in about 7 days
 * - `legacy`: 3 attempts within minutes, without X-Service-Attempt
 */
export const deliveryPaths = [
  "queue",
  "legacy"
] as const;
export type DeliveryPath = (typeof deliveryPaths)[number];

/**
 * Why a delivery exists. redelivery is a new delivery that a person created from an older one.
 * - `transition`: a payment changed its status
 * - `redelivery`: made by hand from an older delivery
 */
export const deliveryTriggers = [
  "transition",
  "redelivery"
] as const;
export type DeliveryTrigger = (typeof deliveryTriggers)[number];

/**
 * pending waits for its next send, sending is in flight, exhausted has used all attempts, dead was rejected finally, parked was interrupted until its schedule was over and waits for an operator, cancelled belonged to a deleted store
 * - `pending`: waits for its next attempt
 * - `sending`: an attempt is under way
 * - `delivered`: the response was 2xx
 * - `exhausted`: no attempt is left; it can be sent again by hand
 * - `dead`: the response was 400, 401, 403, 404 or 410, so there is no further automatic attempt
 * - `parked`: cut off until its schedule was over; waits for an operator
 * - `cancelled`: its store was deleted
 */
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

/**
 * How one send ended; started means that it is in flight, interrupted that the sending process ended
 * - `started`: under way
 * - `success`: the response was 2xx
 * - `http_1xx`: only a 1xx response
 * - `http_3xx`: the response was a redirect, which is not followed
 * - `http_4xx`: the response was 4xx
 * - `http_5xx`: the response was 5xx
 * - `timeout`: no complete response in time
 * - `network`: no connection, or it was cut off
 * - `tls`: the certificate or the handshake failed
 * - `blocked_address`: the host has an address that is not public
 * - `invalid_response`: the response was not HTTP
 * - `invalid_url`: the address cannot be used
 * - `internal`: the service itself failed
 * - `interrupted`: the sending process ended
 */
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

/**
 * Verdict of the health route
 * - `healthy`: every check passed
 * - `unhealthy`: a check failed
 */
export const healthStates = [
  "healthy",
  "unhealthy"
] as const;
export type HealthState = (typeof healthStates)[number];

/**
 * Result of the database check
 * - `up`: responds
 * - `down`: does not respond
 * - `migrations_pending`: responds, but its schema is older than the service
 */
export const databaseStates = [
  "up",
  "down",
  "migrations_pending"
] as const;
export type DatabaseState = (typeof databaseStates)[number];

/**
 * Whether the instance accepts requests
 * - `up`: takes requests
 * - `stopping`: finishes what it has and takes no more
 * - `no_background_work`: for 15 minutes nothing has sent webhooks, ended payments or asked banks here
 */
export const applicationStates = [
  "up",
  "stopping",
  "no_background_work"
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/**
 * Whether this instance sends webhooks, expires payments and polls banks
 * - `running`: by itself
 * - `on_demand`: when its host calls it
 * - `not_started`: neither: the service was mounted and not started
 */
export const backgroundStates = [
  "running",
  "on_demand",
  "not_started"
] as const;
export type BackgroundState = (typeof backgroundStates)[number];

/**
 * How a client's version relates to this service
 * - `current`: nothing to do
 * - `outdated`: works; move to recommendedVersion
 * - `unsupported`: calls may fail; move to minimumVersion or later
 * - `ahead`: newer than this service
 */
export const versionVerdicts = [
  "current",
  "outdated",
  "unsupported",
  "ahead"
] as const;
export type VersionVerdict = (typeof versionVerdicts)[number];

/**
 * Every error code. Codes are only added, never renamed.
 * - `VALIDATION_ERROR`: A field, parameter or combination of fields breaks a rule; partial sender data; a key that appears twice in a JSON object (rule DUPLICATE_JSON_KEY).
 * - `INVALID_JSON`: The body is empty, is not JSON, is not an object, has a byte order mark or is not valid UTF-8.
 * - `INVALID_ORDER_KEY`: The path of the order look-up does not contain a well-formed order key.
 * - `IDEMPOTENCY_KEY_INVALID`: The header is empty, too long, sent twice with different values, or contains other characters.
 * - `API_KEY_MISSING`: The Authorization header is absent or malformed.
 * - `API_KEY_INVALID`: The key is unknown, revoked or expired.
 * - `API_KEY_MERCHANT_MISMATCH`: merchantId or shopId names an existing store that is not the key's.
 * - `SESSION_REQUIRED`: A route that takes a panel user's session gets a token that has the form of one but is not valid.
 * - `KYC_USER_ASSOCIATION_MISSING`: No person with a KYC record is associated with the store.
 * - `KYC_SUBMISSION_MISSING`: The store's owner has not submitted a KYC form.
 * - `KYC_USER_MISMATCH`: The KYC record belongs to another person than the store's owner.
 * - `KYC_NOT_APPROVED`: The KYC form is pending or was rejected; currentStatus has the state.
 * - `SHOP_NOT_VERIFIED`: The store's verification is pending or was rejected.
 * - `PAYMENT_METHOD_UNAVAILABLE`: The method is off for the store, is test-only and the key is live, or a direct session has no open-banking provider.
 * - `TEST_MODE_NOT_ALLOWED`: Test mode is requested and either this deployment does not serve it or the key is a live key of the same store.
 * - `LIVE_MODE_NOT_ALLOWED`: Live mode is requested and either this deployment does not serve it or the key is a test key of the same store; or a live key calls the simulator.
 * - `SCOPE_MISSING`: The key has scopes and none of them covers the operation.
 * - `STORE_NOT_APPROVED`: An order is looked up for a store that may not take payments.
 * - `CSRF_FAILED`: A panel form arrives without its CSRF token.
 * - `MERCHANT_NOT_FOUND`: No store has the given merchantId or shopId.
 * - `PAYMENT_NOT_FOUND`: The key's store has no such payment, or paymentId and orderId do not name the same one.
 * - `ORDER_NOT_FOUND`: The order key is unknown or belongs to another shop; both get the same response.
 * - `STORE_NOT_FOUND`: An order is looked up for a shopId that no store has.
 * - `ROUTE_NOT_FOUND`: The path is below the base path and no route has it.
 * - `METHOD_NOT_ALLOWED`: The path exists and the method does not.
 * - `NOT_ACCEPTABLE`: The Accept header excludes JSON.
 * - `BODY_TOO_LARGE`: The body, announced or received, is over the limit.
 * - `UNSUPPORTED_MEDIA_TYPE`: Another content type or charset, or an encoded body.
 * - `IDEMPOTENCY_IN_PROGRESS`: The first request with the same Idempotency-Key has not ended.
 * - `NOT_REDELIVERABLE`: A redelivery is asked for while the store is deleted, disabled or has no webhook URL.
 * - `IDEMPOTENCY_KEY_REUSED`: The same key arrives with another body.
 * - `RATE_LIMITED`: The caller is over the limit of the route, or over the limit of failed API keys.
 * - `INTERNAL_ERROR`: Anything that is not a refusal.
 * - `PROVIDER_UNAVAILABLE`: The open-banking provider refuses, fails or cannot be reached.
 * - `PROVIDER_TIMEOUT`: The open-banking provider has not responded after 15 seconds.
 * - `UNHEALTHY`: The database does not respond or migrations are pending.
 * - `SHUTTING_DOWN`: The instance drains before it stops.
 */
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
