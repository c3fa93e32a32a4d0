// The public interface of a running service, used by hosts, the command line and the panel.
import type { RequestListener, Server } from "node:http";
import type { AuditRecord } from "./domain/audit.js";
import type { AuditFormat } from "./domain/audit-export.js";
import type { ProviderEvent } from "./domain/evidence.js";
import type { UserRole } from "./domain/panel-permissions.js";
import type { PluginOrder } from "./domain/plugin-order.js";
import type { ServiceEventName, ServiceEvents } from "./domain/service-event.js";
import type { StoreInput } from "./domain/store-settings.js";
import type { IntegrationVerification } from "./domain/verification-response.js";
import type { DeploymentFacts } from "./flows/inspect-deployment.js";
import type { DeliveryListFilter, ListedDelivery } from "./flows/list-deliveries.js";
import type { AlertView } from "./flows/manage-alerts.js";
import type { ApiKeyView, NewApiKeyInput } from "./flows/manage-api-keys.js";
import type { NewUserInput, UserView } from "./flows/manage-users.js";
import type { PaymentSummary } from "./flows/payment-summary.js";
import type { SandboxEvent } from "./flows/play-sandbox-event.js";
import type { BuyerChoice, ErasureReport, PersonalDataExport } from "./flows/privacy.js";
import type { PruneInput, PruneReport } from "./flows/prune.js";
import type { PaymentView } from "./flows/read-payment.js";
import type { HistoryPage, WebhookHistory } from "./flows/read-webhook-history.js";
import type { Receipt, ReceivedMoney } from "./flows/receive-money.js";
import type { RedeliverManyInput } from "./flows/redeliver-many.js";
import type { Decision } from "./flows/resolve-manually.js";
import type { SecondFactorPolicy } from "./flows/second-factor-policy.js";
import type { StoreView } from "./flows/stores/change-store.js";
import type { NewStoreInput } from "./flows/stores/create-store.js";
import type { HostMiddleware } from "./http/host-koa.js";
import type { StatementVerbs } from "./statements-surface.js";
import type { AlertFilter } from "./storage/port/alert-records.js";
import type { AuditFilter } from "./storage/port/audit-records.js";
import type { PaymentFilter } from "./storage/port/payment-records.js";

export interface PaymentService {
  /** Runs migrations, then starts the background work. */
  start(): Promise<void>;
  /**
   * Calls the listener in this process after the commit; returns a function that removes the listener. A listener that throws or rejects
   * is logged and affects nothing else. With several instances, an event is emitted only at the instance that committed it; a
   * process that ends right after the commit emits nothing. For at-least-once notification use webhooks.
   *
   * @example
   * service.on("payment.transition", async ({ orderId, to }) => {
   *   if (to === "settled") await shipOrder(orderId);
   * });
   *
   * @throws Error for an unknown name.
   */
  on<Name extends ServiceEventName>(name: Name, listener: (event: ServiceEvents[Name]) => unknown): () => void;
  /** Koa middleware for a host app, at its root or below koa-mount. */
  middleware(): HostMiddleware;
  /** A node:http request listener: for http.createServer, Express, Fastify, Nest. */
  callback(): RequestListener;
  /** Starts the service with its own server. Port 0 picks a free one. Resolves with the server when it accepts requests. */
  listen(port: number, host?: string): Promise<Server>;
  /** Does all background work due now and resolves when it is done; for hosts that use cron, and for tests. */
  runDue(): Promise<void>;
  /** The health of this deployment according to its database. */
  inspect(): Promise<DeploymentFacts>;
  /** Stops accepting requests, waits for those in progress, releases claimed work, closes everything. */
  stop(): Promise<void>;
  /** Counters, gauges and histograms of deliveries, the scheduler and your adapters, as Prometheus text, to be served by the host. */
  metrics(): Promise<string>;
  /**
   * Writes a consistent, checked copy of the database to a new file while the service runs; `payment-sessions restore` restores
   * it. `onProgress` gets page counts. SQLite only. @throws Error when the file exists, the copy does not pass its check, or the storage is
   * backed up with tools of its database, such as pg_dump.
   */
  backup(
    file: string,
    how?: { onProgress?: ((copied: number, total: number) => void) | undefined },
  ): Promise<{ pages: number }>;
  /** Deletes records past their retention (option `retention`), as housekeeping does; resolves with the counts per kind. */
  prune(how?: PruneInput): Promise<PruneReport>;
  /** Re-encrypts all secrets with the first key of `encryptionKey`; then older keys can be removed. */
  reseal(): Promise<{ resealed: number }>;
  stores: {
    create(input: NewStoreInput): Promise<StoreView & { webhookSecret: string }>;
    update(merchantId: string, input: StoreInput): Promise<StoreView>;
    get(merchantId: string): Promise<StoreView | undefined>;
    list(page?: { limit?: number; after?: string }): Promise<StoreView[]>;
    announceWebhookSecret(merchantId: string): Promise<{ webhookSecret: string }>;
    switchWebhookSecret(merchantId: string): Promise<void>;
    disable(merchantId: string): Promise<void>;
    enable(merchantId: string): Promise<void>;
    delete(merchantId: string): Promise<void>;
  };
  apiKeys: {
    issue(input: NewApiKeyInput): Promise<ApiKeyView & { secret: string }>;
    revoke(id: string): Promise<void>;
    list(merchantId: string): Promise<ApiKeyView[]>;
  };
  payments: {
    get(paymentId: string): Promise<PaymentView | undefined>;
    list(filter?: Partial<PaymentFilter>): Promise<PaymentSummary[]>;
    /**
     * Records a provider event. An event that the transition graph does not allow is stored and changes nothing.
     * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for an event without a type.
     */
    recordProviderEvent(paymentId: string, event: ProviderEvent): Promise<{ accepted: boolean; state: string }>;
    /** Simulates a sandbox event on a test payment. @throws Refusal LIVE_MODE_NOT_ALLOWED for a live one. */
    simulate(
      paymentId: string,
      wanted: { event: SandboxEvent; amountCents?: number | undefined },
    ): Promise<{ accepted: boolean; state: string }>;
    cancel(paymentId: string, decision: Decision): Promise<void>;
    /** Resolves a payment without a provider outcome. Money that a person saw is recorded with `receive`, in every state. */
    resolve(paymentId: string, decision: Decision & { to: "settled" | "declined" }): Promise<void>;
    /**
     * Records money that a person saw, such as on a bank statement, and treats it like a provider event: the full sum settles, too little or too
     * much raises an alert. @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR.
     */
    receive(paymentId: string, money: ReceivedMoney): Promise<Receipt>;
  };
  /** Bank statements settle transfers. */
  statements: StatementVerbs;
  /** Payments that need attention: money that arrived twice, in parts or too late. */
  alerts: {
    /** Newest first, including handled ones unless `isOpen` is true. */
    list(filter?: Partial<AlertFilter>): Promise<AlertView[]>;
    /** Marks an alert as handled, with actor and reason. @throws Refusal VALIDATION_ERROR. */
    resolve(alertId: string, decision: Decision): Promise<AlertView>;
  };
  /** Personal data of one buyer: all payments with an e-mail address, or one payment. */
  privacy: {
    /** Everything stored about the buyer, including bank data. @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR. */
    export(buyer: BuyerChoice): Promise<PersonalDataExport>;
    /** Erases it from payments that are over; reports those that still need it. @throws Refusal as `export`. */
    erase(buyer: BuyerChoice): Promise<ErasureReport>;
  };
  orders: {
    /** Stores a plugin's order for GET /orders/{order_key}, replacing one with the same key. */
    upsert(merchantId: string, order: PluginOrder): Promise<void>;
    /** The stored orders of a store in key order, 50 (at most 1000) after the key `after`. @throws Refusal STORE_NOT_FOUND. */
    list(merchantId: string, page?: { after?: string | undefined; limit?: number | undefined }): Promise<PluginOrder[]>;
  };
  webhooks: {
    /** The response of GET /transactions/{id}/webhook/history. @throws Refusal PAYMENT_NOT_FOUND. */
    history(paymentId: string, page?: HistoryPage): Promise<WebhookHistory>;
    /**
     * Resends a delivery, in any state; `asNew` creates a new one with its own schedule. Resolves with the id of
     * the delivery that is sent. @throws Refusal NOT_REDELIVERABLE.
     */
    redeliver(deliveryId: string, how?: { asNew?: boolean | undefined }): Promise<{ deliveryId: string }>;
    /**
     * Resends failed deliveries after an outage; resolves with how many were queued (`dryRun`: would be). They are sent
     * within the limits per endpoint. Skips deliveries of deleted and disabled stores, and of stores without a webhook URL.
     */
    redeliverMany(which: RedeliverManyInput): Promise<{ count: number }>;
    /**
     * Failed and unfinished deliveries over all payments, oldest first; deliveries of one store in any state, newest first.
     * @throws Refusal VALIDATION_ERROR for an unknown state or cursor.
     */
    list(filter?: DeliveryListFilter): Promise<{ deliveries: ListedDelivery[]; nextCursor: string | undefined }>;
    /**
     * Sends nothing to a store's webhook URL until `switchOn`: deliveries are created and wait, with their attempts; payments continue.
     * `service.webhooks.verifyIntegration` still calls it. @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR without a reason.
     */
    switchOff(merchantId: string, why: { reason: string; actor?: string | undefined }): Promise<StoreView>;
    /** Waiting deliveries are sent, within the limits per endpoint. @throws Refusal STORE_NOT_FOUND. */
    switchOn(merchantId: string, who?: { actor?: string | undefined }): Promise<StoreView>;
    /** Sends the challenge to the store's webhook URL and checks the response. @throws Refusal MERCHANT_NOT_FOUND. */
    verifyIntegration(merchantId: string): Promise<IntegrationVerification>;
  };
  /** The audit log: who changed what, from where. Append-only. */
  audit: {
    /** Newest first; `limit` defaults to 100, at most 1000. For the next page pass the last `at` as `before`. */
    list(filter?: Partial<AuditFilter>): Promise<AuditRecord[]>;
    /**
     * All matching records as lines: CSV with a header row, safe for spreadsheets, or NDJSON.
     * @throws Refusal VALIDATION_ERROR for an unknown format.
     */
    export(format: AuditFormat, filter?: Omit<Partial<AuditFilter>, "limit">): AsyncIterable<string>;
  };
  /** The users of the panel. */
  users: {
    /** An omitted password is generated and returned once. */
    create(input: NewUserInput): Promise<UserView & { password?: string }>;
    /**
     * Creates a user and mails a one-time link, valid for seven days, that sets the password.
     * The mail is sent by the instance that has a `mailer`. @throws Refusal VALIDATION_ERROR naming what is wrong.
     */
    invite(input: Omit<NewUserInput, "password">): Promise<UserView>;
    list(merchantId?: string): Promise<UserView[]>;
    /** Deletes a user; the user's audit records are kept. @throws Refusal VALIDATION_ERROR for an unknown user. */
    delete(userId: string): Promise<void>;
    /** For a lost device without recovery codes: afterwards the password alone suffices. */
    resetSecondFactor(userId: string): Promise<void>;
    /** Who must set up a second factor before anything else in the panel: `nobody` (default), `operators` or `everyone`. */
    requireSecondFactor(of: SecondFactorPolicy): Promise<void>;
    disable(userId: string): Promise<void>;
    enable(userId: string): Promise<void>;
    /** Another role within the same store; sessions of the user end. @throws Refusal VALIDATION_ERROR naming the invalid field. */
    setRole(userId: string, role: UserRole): Promise<UserView>;
    /** As with `create`, an omitted password is generated and returned. */
    setPassword(userId: string, password?: string): Promise<{ password?: string }>;
  };
}
