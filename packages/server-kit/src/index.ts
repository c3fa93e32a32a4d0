// The public surface of the server kit.
export type { HostMeter } from "./background/metrics.js";
export type { ListenOptions } from "./compose/listen-options.js";
export { createPaymentService } from "./create-payment-service.js";
export type { AuditRecord } from "./domain/audit.js";
export type { AuditFormat } from "./domain/audit-export.js";
export type { Clock, Logger, Random } from "./domain/clock.js";
export type { Environment } from "./domain/environment.js";
export type { ProviderEvent } from "./domain/evidence.js";
export type { PluginOrder } from "./domain/plugin-order.js";
export type { ReceivedMoney } from "./domain/received-money.js";
export { Refusal } from "./domain/refusal.js";
export type { RetentionKind, RetentionOptions } from "./domain/retention.js";
export type {
  AlertEvent,
  PaymentTransitionEvent,
  ServiceEventName,
  ServiceEvents,
  WebhookEndedEvent,
} from "./domain/service-event.js";
export type { CsvColumnMap } from "./domain/statements/csv-column-map.js";
export { paymentEvents, transitionGraph } from "./domain/transition-graph.js";
export type { DeliveryListFilter, ListedDelivery } from "./flows/list-deliveries.js";
export type { AlertView } from "./flows/manage-alerts.js";
export type { NewUserInput, UserView } from "./flows/manage-users.js";
export type { BuyerChoice, ErasureReport, PersonalDataExport } from "./flows/privacy.js";
export type { PruneInput, PruneReport } from "./flows/prune.js";
export type { Receipt } from "./flows/receive-money.js";
export type { CheckoutTheme } from "./http/checkout/theme.js";
export type { HostContext, HostMiddleware } from "./http/host-koa.js";
export type { HostVisitor, PanelOptions } from "./http/panel/panel-dependencies.js";
export { SessionRefusedError } from "./outbound/adapter-outcome.js";
export { currentTraceParent, currentTraceState } from "./outbound/call-context.js";
export type { CardPageProvider, CardSessionRequest } from "./outbound/card-page-provider.js";
export { type Mailer, type MailMessage, smtpMailer } from "./outbound/mailer.js";
export type { OpenBankingProvider, ProviderSession, ProviderSessionRequest } from "./outbound/open-banking-provider.js";
export type { OrderSource } from "./outbound/order-source.js";
export { type WooCommerceOrdersOptions, wooCommerceOrders } from "./outbound/woo-commerce-orders.js";
export type { PaymentService } from "./payment-service.js";
export { defineConfig, type ServiceConfig, type ServiceConfigSource } from "./service-config.js";
export type { PaymentServiceOptions, WebhookOptions } from "./service-options.js";
export type { StatementVerbs } from "./statements-surface.js";
export type { Storage } from "./storage/port.js";
export type { PostgresPool } from "./storage/postgres/driver.js";
export type { PostgresStorageOptions } from "./storage/postgres/postgres-settings.js";
export { postgresStorage } from "./storage/postgres/postgres-storage.js";
export { type SqliteStorageOptions, sqliteStorage } from "./storage/sqlite/sqlite-storage.js";
