// @payment-sessions/sdk: typed client of the Payment Sessions service for a merchant's backend.
export type {
  Body as WebhookBody,
  HeaderSource as WebhookHeaders,
  Secret as WebhookSecret,
  Secrets as WebhookSecrets,
  TransactionStatusChangedEvent,
  VerificationErrorCode,
  WebhookEvent,
  WebhookResponse,
  WebhookVerificationEvent,
} from "../../webhook-verifier/src/index.js";
export { isWebhookVerificationError, WebhookVerificationError } from "../../webhook-verifier/src/index.js";
export type { Environment } from "./api-key.js";
export type * from "./api-types.js";
export type { CallOptions } from "./call-options.js";
export { PaymentSessions } from "./client.js";
export type { AppInfo, PaymentSessionsOptions } from "./configuration.js";
export {
  AbortedError,
  type AnyPaymentSessionsError,
  type Attempt,
  type ClientErrorCode,
  ConnectionError,
  type ErrorDetail,
  type ErrorKind,
  InvalidResponseError,
  isPaymentSessionsError,
  type Outcome,
  PaymentSessionsError,
  ServiceError,
  TimeoutError,
  UsageError,
  WaitDeadlineError,
} from "./errors.js";
export type { paths } from "./generated/api.js";
export type * from "./generated/enums.js";
export { checkoutFlowStatuses, transactionStatuses } from "./generated/enums.js";
export type { HeaderFields } from "./header-fields.js";
export type { PaymentSessionsHooks, RequestInfo, ResponseInfo, RetryInfo } from "./hooks.js";
export type { Logger, LogLevel } from "./logging.js";
export { toAmountCents, toAmountText } from "./money.js";
export type { WaitOptions, WatchOptions } from "./operations/watching.js";
export type { WebhookDelivery } from "./operations/webhooks.js";
export type { CallResult, PaymentCall, SafeResult } from "./payment-call.js";
export {
  isCheckoutFlowStatus,
  isTransactionStatus,
  matchCheckoutFlowStatus,
  matchTransactionStatus,
  type StatusCases,
} from "./statuses.js";
export type { Clock, SleepReason } from "./transport/timekeeper.js";
export type { RequestMethod } from "./typed-request.js";
export { version } from "./version.js";
