// The public interface of a service, used by hosts, the command line and the panel. Types only. Amounts are minor units, times epoch
// milliseconds unless a field states otherwise. Invalid arguments are rejected with VALIDATION_ERROR, which names each invalid field.
import type { RequestListener, Server } from "node:http";
import type { AuditRecord } from "./domain/audit.js";
import type { AuditFormat } from "./domain/audit-export.js";
import type { ProviderEvent } from "./domain/evidence.js";
import type { UserRole } from "./domain/panel-permissions.js";
import type { PluginOrder } from "./domain/plugin-order.js";
import type { ReceivedMoney } from "./domain/received-money.js";
import type { ServiceEventName, ServiceEvents } from "./domain/service-event.js";
import type { StoreInput } from "./domain/store-settings.js";
import type { IntegrationVerification } from "./domain/verification-response.js";
import type { SandboxEvent } from "./flows/apply-sandbox-event.js";
import type { DeploymentFacts } from "./flows/inspect-deployment.js";
import type { DeliveryListFilter, ListedDelivery } from "./flows/list-deliveries.js";
import type { PaymentListFilter } from "./flows/list-payments.js";
import type { AlertListFilter, AlertView } from "./flows/manage-alerts.js";
import type { ApiKeyView, NewApiKeyInput } from "./flows/manage-api-keys.js";
import type { NewUserInput, UserView } from "./flows/manage-users.js";
import type { PaymentSummary } from "./flows/payment-summary.js";
import type { BuyerChoice, ErasureReport, PersonalDataExport } from "./flows/privacy.js";
import type { PruneInput, PruneReport } from "./flows/prune.js";
import type { AuditListFilter } from "./flows/read-audit.js";
import type { PaymentView } from "./flows/read-payment.js";
import type { HistoryPage, WebhookHistory } from "./flows/read-webhook-history.js";
import type { Receipt } from "./flows/receive-money.js";
import type { RedeliverManyInput } from "./flows/redeliver-many.js";
import type { Decision } from "./flows/resolve-manually.js";
import type { SecondFactorPolicy } from "./flows/second-factor-policy.js";
import type { StoreView } from "./flows/stores/change-store.js";
import type { NewStoreInput } from "./flows/stores/create-store.js";
import type { HostMiddleware } from "./http/host-koa.js";
import type { StatementVerbs } from "./statements-surface.js";
import type { AuditFilter } from "./storage/port/audit-records.js";

/** A service created by `createPaymentService`. Methods may be called before `start()`: the database is then opened by the first call. */
export interface PaymentService {
  /** Runs migrations, then starts the background work. Idempotent. */
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
  /** Runs all background work that is due now and resolves when it is finished; for hosts that use cron, and for tests. */
  runDue(): Promise<void>;
  /** The health of this deployment according to its database. */
  inspect(): Promise<DeploymentFacts>;
  /** Stops accepting requests, waits for those in progress, releases claimed work, closes everything. */
  stop(): Promise<void>;
  /** Counters, gauges and histograms of deliveries, the scheduler and your adapters, as Prometheus text, to be served by the host. */
  metrics(): Promise<string>;
  /**
   * Writes a consistent, checked copy of the database to a new file while the service runs; `payment-sessions restore` restores
   * it. `onProgress` receives page counts. SQLite only. @throws Error when the file exists, the copy does not pass its check, or the storage is
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
  /** Stores of merchants (spec/rules.md#store). */
  stores: {
    /** Creates a store. `webhookSecret` is returned only here. @throws Refusal VALIDATION_ERROR, also for a `merchantId` in use. */
    create(input: NewStoreInput): Promise<StoreView & { webhookSecret: string }>;
    /** Changes the given settings; omitted ones are kept, `null` clears one. @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR. */
    update(merchantId: string, input: StoreInput): Promise<StoreView>;
    /** Undefined when there is no such store. */
    get(merchantId: string): Promise<StoreView | undefined>;
    /** All stores by `merchantId`, starting after the id `after`; `limit` defaults to 100, at most 1000. */
    list(page?: { limit?: number | undefined; after?: string | undefined }): Promise<StoreView[]>;
    /** Creates the next webhook secret, which is returned only here and signs after `switchWebhookSecret`. @throws Refusal STORE_NOT_FOUND. */
    announceWebhookSecret(merchantId: string): Promise<{ webhookSecret: string }>;
    /** Signs deliveries with the announced secret from now on. @throws Refusal STORE_NOT_FOUND; VALIDATION_ERROR when none is announced. */
    switchWebhookSecret(merchantId: string): Promise<void>;
    /** While a store is disabled, its deliveries wait and new payments are rejected. @throws Refusal STORE_NOT_FOUND. */
    disable(merchantId: string): Promise<void>;
    /** Reverses `disable`; waiting deliveries are sent. @throws Refusal STORE_NOT_FOUND. */
    enable(merchantId: string): Promise<void>;
    /**
     * Deletes a store: revokes its keys, disables its users, cancels its pending deliveries and mails. Its payments are kept.
     * @throws Refusal STORE_NOT_FOUND.
     */
    delete(merchantId: string): Promise<void>;
  };
  /** API keys of stores (spec/rules.md#authentication, 3 and 4). */
  apiKeys: {
    /** Creates a key. `secret` is returned only here and is not stored. @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR. */
    issue(input: NewApiKeyInput): Promise<ApiKeyView & { secret: string }>;
    /** Revokes a key with effect from the next request. Idempotent. @throws Refusal VALIDATION_ERROR for an unknown key. */
    revoke(id: string): Promise<void>;
    /** The keys of a store, including revoked ones; without secrets. */
    list(merchantId: string): Promise<ApiKeyView[]>;
  };
  /** Payments, and events and decisions about them. */
  payments: {
    /** A payment with everything stored about it; undefined when there is no such payment. */
    get(paymentId: string): Promise<PaymentView | undefined>;
    /** Newest first; `limit` defaults to 50, at most 1000. @throws Refusal VALIDATION_ERROR that names each invalid field of the filter. */
    list(filter?: PaymentListFilter): Promise<PaymentSummary[]>;
    /**
     * Records a provider event. An event that the transition graph does not allow (spec/rules.md#transitions) is stored and changes nothing;
     * `accepted` is then false.
     * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for an event without a type.
     */
    recordProviderEvent(paymentId: string, event: ProviderEvent): Promise<{ accepted: boolean; state: string }>;
    /**
     * Simulates a sandbox event on a test payment (spec/rules.md#test-payments).
     * @throws Refusal PAYMENT_NOT_FOUND; LIVE_MODE_NOT_ALLOWED for a live payment; VALIDATION_ERROR for an unknown event.
     */
    simulate(
      paymentId: string,
      wanted: { event: SandboxEvent; amountCents?: number | undefined },
    ): Promise<{ accepted: boolean; state: string }>;
    /** Cancels a payment that waits for the buyer. @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for any other state, or without a reason. */
    cancel(paymentId: string, decision: Decision): Promise<void>;
    /**
     * Resolves a payment without a provider outcome. Money that a person saw is recorded with `receive`, in every state.
     * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for a state that does not allow it, or without a reason.
     */
    resolve(paymentId: string, decision: Decision & { to: "settled" | "declined" }): Promise<void>;
    /**
     * Records money that a person saw, such as on a bank statement, and treats it like a provider event: the full sum settles the payment, a different one
     * raises an alert (spec/rules.md#arrivals). @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR.
     */
    receive(paymentId: string, money: ReceivedMoney): Promise<Receipt>;
  };
  /** Bank statements, whose entries settle transfers. */
  statements: StatementVerbs;
  /** Payments that need attention: money that arrived twice, in parts or too late. */
  alerts: {
    /** Newest first, including handled ones unless `isOpen` is true; `limit` defaults to 50. */
    list(filter?: AlertListFilter): Promise<AlertView[]>;
    /** Marks an alert as handled, with actor and reason. Idempotent: the first resolution is kept. @throws Refusal VALIDATION_ERROR. */
    resolve(alertId: string, decision: Decision): Promise<AlertView>;
  };
  /** Personal data of one buyer: all payments with an e-mail address, or one payment. */
  privacy: {
    /** Everything stored about the buyer, including bank data. @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR. */
    export(buyer: BuyerChoice): Promise<PersonalDataExport>;
    /** Erases the data of payments that are over; returns the payments that still require it. @throws Refusal as `export`. */
    erase(buyer: BuyerChoice): Promise<ErasureReport>;
  };
  /** The built-in order source (spec/rules.md#order-lookup). */
  orders: {
    /**
     * Stores a plugin's order for GET /orders/{order_key}, replacing one with the same key.
     * @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR.
     */
    upsert(merchantId: string, order: PluginOrder): Promise<void>;
    /** The stored orders of a store in key order, 50 (at most 1000) after the key `after`. @throws Refusal STORE_NOT_FOUND. */
    list(merchantId: string, page?: { after?: string | undefined; limit?: number | undefined }): Promise<PluginOrder[]>;
  };
  /** Webhook deliveries and endpoints (spec/rules.md#delivery-rules). */
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
     * Sends nothing to a store's webhook URL until `switchOn`: deliveries are created and wait, and keep their attempts; payments continue.
     * `service.webhooks.verifyIntegration` still calls it. @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR without a reason.
     */
    switchOff(merchantId: string, why: { reason: string; actor?: string | undefined }): Promise<StoreView>;
    /** Waiting deliveries are sent, within the limits per endpoint. @throws Refusal STORE_NOT_FOUND. */
    switchOn(merchantId: string, who?: { actor?: string | undefined }): Promise<StoreView>;
    /**
     * Sends the challenge to the store's webhook URL and checks the response (spec/rules.md#servicewebhook_verification).
     * @throws Refusal MERCHANT_NOT_FOUND.
     */
    verifyIntegration(merchantId: string): Promise<IntegrationVerification>;
  };
  /** The audit log: who changed what, from where. Append-only. */
  audit: {
    /**
     * Newest first; `limit` defaults to 100, at most 1000. Several records may have the same time: for the next page pass the last `at` plus 1 as
     * `before`, and skip the records of that time that were already read. `export` reads all pages.
     */
    list(filter?: AuditListFilter): Promise<AuditRecord[]>;
    /**
     * All matching records as lines: CSV with a header row, safe for spreadsheets, or NDJSON.
     * @throws Refusal VALIDATION_ERROR for an unknown format.
     */
    export(format: AuditFormat, filter?: Omit<AuditFilter, "limit">): AsyncIterable<string>;
  };
  /** The users of the panel. */
  users: {
    /** Creates a user. An omitted password is generated and returned only here. @throws Refusal VALIDATION_ERROR. */
    create(input: NewUserInput): Promise<UserView & { password?: string }>;
    /**
     * Creates a user and mails a one-time link, valid for seven days, that sets the password.
     * The mail is sent by the instance that has a `mailer`. @throws Refusal VALIDATION_ERROR.
     */
    invite(input: Omit<NewUserInput, "password">): Promise<UserView>;
    /** The users of one store, or all users, by e-mail address. */
    list(merchantId?: string): Promise<UserView[]>;
    /** Deletes a user; the user's audit records are kept. @throws Refusal VALIDATION_ERROR for an unknown user. */
    delete(userId: string): Promise<void>;
    /** Removes the second factor, for a lost device without recovery codes. @throws Refusal VALIDATION_ERROR for an unknown user. */
    resetSecondFactor(userId: string): Promise<void>;
    /** Sets which users must set up a second factor before they use the panel: `nobody` (default), `operators` or `everyone`. */
    requireSecondFactor(of: SecondFactorPolicy): Promise<void>;
    /** Signs a user out immediately and prevents further sign-ins. @throws Refusal VALIDATION_ERROR for an unknown user. */
    disable(userId: string): Promise<void>;
    /** Reverses `disable`. @throws Refusal VALIDATION_ERROR for an unknown user. */
    enable(userId: string): Promise<void>;
    /** Changes the role within the same store; sessions of the user end. @throws Refusal VALIDATION_ERROR that names the invalid field. */
    setRole(userId: string, role: UserRole): Promise<UserView>;
    /**
     * Sets a password; an omitted one is generated and returned only here. Sessions of the user end.
     * @throws Refusal VALIDATION_ERROR for an unknown user or a weak password.
     */
    setPassword(userId: string, password?: string): Promise<{ password?: string }>;
  };
}
