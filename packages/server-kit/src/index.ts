// The public surface of the server kit.
export type { HostMeter } from "./background/metrics.js";
export { createPaymentService, type PaymentService } from "./create-payment-service.js";
export type { Clock, Logger, Random } from "./domain/clock.js";
export type { Environment } from "./domain/environment.js";
export type { ProviderEvent } from "./domain/evidence.js";
export type { PluginOrder } from "./domain/plugin-order.js";
export { Refusal } from "./domain/refusal.js";
export { paymentEvents, transitionGraph } from "./domain/transition-graph.js";
export type { NewUserInput, UserView } from "./flows/manage-users.js";
export type { CheckoutTheme } from "./http/checkout/theme.js";
export type { HostVisitor, PanelOptions } from "./http/panel/panel-dependencies.js";
export { type Mailer, type MailMessage, smtpMailer } from "./outbound/mailer.js";
export type { OpenBankingProvider, ProviderSession, ProviderSessionRequest } from "./outbound/open-banking-provider.js";
export type { OrderSource } from "./outbound/order-source.js";
export { type WooCommerceOrdersOptions, wooCommerceOrders } from "./outbound/woo-commerce-orders.js";
export type { PaymentServiceOptions, WebhookOptions } from "./service-options.js";
export type { Storage } from "./storage/port.js";
export { type SqliteStorageOptions, sqliteStorage } from "./storage/sqlite/sqlite-storage.js";
