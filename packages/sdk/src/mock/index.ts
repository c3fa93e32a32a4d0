// The public surface of the mock.
export type { PluginOrder } from "../../../server-kit/src/domain/plugin-order.js";
export type { StoreSettings, WebhookOff } from "../../../server-kit/src/domain/store.js";
export type { StoreInput } from "../../../server-kit/src/domain/store-settings.js";
export type { ApiKeyView, NewApiKeyInput } from "../../../server-kit/src/flows/manage-api-keys.js";
export type { PaymentView } from "../../../server-kit/src/flows/read-payment.js";
export type { WebhookHistory } from "../../../server-kit/src/flows/read-webhook-history.js";
export type { StoreView } from "../../../server-kit/src/flows/stores/change-store.js";
export type { NewStoreInput } from "../../../server-kit/src/flows/stores/create-store.js";
export { createMockService } from "./create-mock-service.js";
export { type Fault, type FaultDetails, faultNames, unknownStatus } from "./engine/faults.js";
export type { OperationName } from "./engine/find-operation.js";
export type { JournalCall } from "./engine/journal.js";
export { type MockOptions, type MockService, UnexpectedCallsError } from "./mock-service.js";
export { IllegalMoveError, type Move, type SessionNow } from "./moves.js";
export type { SleepReason } from "./sleep-set.js";
export type { ServedMock } from "./transports/http-server.js";
export type { MswHandlers } from "./transports/msw-handlers.js";
export type { Duration } from "./virtual-clock.js";
export type { MockDelivery } from "./webhooks/delivery-list.js";
export type {
  ReceivedWebhook,
  WebhookHeaders,
  WebhookReceiver,
  WebhookReply,
} from "./webhooks/received-webhook.js";
