// The public surface of the server kit.
export { createPaymentService, type PaymentService } from "./create-payment-service.js";
export type { Clock, Logger, Random } from "./domain/clock.js";
export type { Environment } from "./domain/environment.js";
export type { ProviderEvent } from "./domain/evidence.js";
export { Refusal } from "./domain/refusal.js";
export { paymentEvents, transitionGraph } from "./domain/transition-graph.js";
export type { OpenBankingProvider, ProviderSession, ProviderSessionRequest } from "./outbound/open-banking-provider.js";
export type { Mailer, OrderSource, PaymentServiceOptions, PluginOrder, WebhookOptions } from "./service-options.js";
export type { Storage } from "./storage/port.js";
export { type SqliteStorageOptions, sqliteStorage } from "./storage/sqlite/sqlite-storage.js";
