// The promised surface: what a host, the command line and the panel may ask of a running service.
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
import type { SandboxEvent } from "./flows/play-sandbox-event.js";
import type { BuyerChoice, ErasureReport, PersonalDataExport } from "./flows/privacy.js";
import type { PruneInput, PruneReport } from "./flows/prune.js";
import type { PaymentSummary, PaymentView } from "./flows/read-payment.js";
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
  /** Migrations, then the scheduler. */
  start(): Promise<void>;
  /**
   * Calls the listener in this process after a fact has been committed; returns how to stop listening. A listener that throws or rejects
   * is logged and changes nothing. With several instances each event is told at the instance that committed it, and nowhere else; a
   * process that ends right after the commit tells nobody. What must not be missed belongs into a webhook, which is sent at least once.
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
  /** Starts and serves by itself. Port 0 takes a free one. Resolves with the server when it accepts requests. */
  listen(port: number, host?: string): Promise<Server>;
  /** Does all work that is due by the clock now and resolves when it is done; for hosts that run by cron, and for tests. */
  runDue(): Promise<void>;
  /** What the database tells about the health of this deployment. */
  inspect(): Promise<DeploymentFacts>;
  /** Stops taking requests, waits for those under way, gives claimed work back, closes everything. */
  stop(): Promise<void>;
  /** Counters, gauges and histograms of deliveries, the scheduler and your adapters, as Prometheus text: put it behind an address of your own. */
  metrics(): Promise<string>;
  /**
   * Writes a checked copy of the database, of one moment, to a new file while the service runs; `payment-sessions restore` brings it
   * back. `onProgress` is told pages. SQLite only. @throws Error when the file exists, the copy does not pass its check, or the storage has
   * tools of its own for this, such as pg_dump.
   */
  backup(
    file: string,
    how?: { onProgress?: ((copied: number, total: number) => void) | undefined },
  ): Promise<{ pages: number }>;
  /** Removes what is older than it is kept for (option `retention`), as housekeeping does; resolves with how many of each kind. */
  prune(how?: PruneInput): Promise<PruneReport>;
  /** Seals all secrets anew under the first of the `encryptionKey` list; then the older keys can be left out. */
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
    /** News from a bank. What the transition table does not allow is recorded and changes nothing. */
    recordProviderEvent(paymentId: string, event: ProviderEvent): Promise<{ accepted: boolean; state: string }>;
    /** Plays the bank for a test payment, in the simulator's words. @throws Refusal LIVE_MODE_NOT_ALLOWED for a live one. */
    simulate(
      paymentId: string,
      wanted: { event: SandboxEvent; amountCents?: number | undefined },
    ): Promise<{ accepted: boolean; state: string }>;
    cancel(paymentId: string, decision: Decision): Promise<void>;
    /** Where the payment hangs at a provider. Money that somebody saw is recorded with `receive`, in every state. */
    resolve(paymentId: string, decision: Decision & { to: "settled" | "declined" }): Promise<void>;
    /**
     * Records money that a person saw, such as on a bank statement, and judges it as a bank's word: the sum settles, too little or too
     * much raises an alert. @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR.
     */
    receive(paymentId: string, money: ReceivedMoney): Promise<Receipt>;
  };
  /** Bank statements settle transfers. */
  statements: StatementVerbs;
  /** What somebody has to look at: money that came twice, in parts or too late. */
  alerts: {
    /** Newest first, handled ones included unless `isOpen` is true. */
    list(filter?: Partial<AlertFilter>): Promise<AlertView[]>;
    /** Marks an alert as handled: by whom, and how. @throws Refusal VALIDATION_ERROR. */
    resolve(alertId: string, decision: Decision): Promise<AlertView>;
  };
  /** Personal data of one buyer: all payments with an e-mail address, or one payment. */
  privacy: {
    /** Everything that is stored about them, bank data included. @throws Refusal PAYMENT_NOT_FOUND, VALIDATION_ERROR. */
    export(buyer: BuyerChoice): Promise<PersonalDataExport>;
    /** Erases it from payments that are over; says which ones still need it. @throws Refusal as `export`. */
    erase(buyer: BuyerChoice): Promise<ErasureReport>;
  };
  orders: {
    /** Keeps a plugin's order for GET /orders/{order_key}; an order with its key is replaced. */
    upsert(merchantId: string, order: PluginOrder): Promise<void>;
    /** The kept orders of a store by their keys, 50 (at most 1000) after the key `after`. @throws Refusal STORE_NOT_FOUND. */
    list(merchantId: string, page?: { after?: string | undefined; limit?: number | undefined }): Promise<PluginOrder[]>;
  };
  webhooks: {
    /** What GET /transactions/{id}/webhook/history answers. @throws Refusal PAYMENT_NOT_FOUND. */
    history(paymentId: string, page?: HistoryPage): Promise<WebhookHistory>;
    /**
     * Sends a delivery once more, whatever state it is in; `asNew` makes a new one with a schedule of its own. Resolves with the id of
     * the delivery that is sent. @throws Refusal NOT_REDELIVERABLE.
     */
    redeliver(deliveryId: string, how?: { asNew?: boolean | undefined }): Promise<{ deliveryId: string }>;
    /**
     * Sends deliveries that failed once more, after an outage; resolves with how many were queued (`dryRun`: would be). They are sent
     * within the limits for each endpoint. Deliveries of deleted and disabled stores, and of those without a webhook URL, are left out.
     */
    redeliverMany(which: RedeliverManyInput): Promise<{ count: number }>;
    /**
     * Deliveries of all payments that have failed or have not come to an end, oldest first; those of one store in any state, newest first.
     * @throws Refusal VALIDATION_ERROR for a word or cursor that is not known.
     */
    list(filter?: DeliveryListFilter): Promise<{ deliveries: ListedDelivery[]; nextCursor: string | undefined }>;
    /**
     * Sends nothing to a store's webhook URL until `switchOn`: deliveries are made and wait, with their attempts; payments go on.
     * `service.webhooks.verifyIntegration` still asks it. @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR without a reason.
     */
    switchOff(merchantId: string, why: { reason: string; actor?: string | undefined }): Promise<StoreView>;
    /** What waited is sent, within the limits for each endpoint. @throws Refusal STORE_NOT_FOUND. */
    switchOn(merchantId: string, who?: { actor?: string | undefined }): Promise<StoreView>;
    /** Sends the challenge to the store's webhook URL and judges the answer. @throws Refusal MERCHANT_NOT_FOUND. */
    verifyIntegration(merchantId: string): Promise<IntegrationVerification>;
  };
  /** Who changed what, from where. It is only ever added to. */
  audit: {
    /** Newest first, 100 unless `limit` (at most 1000) says otherwise; `before` the last one's `at` reads on. */
    list(filter?: Partial<AuditFilter>): Promise<AuditRecord[]>;
    /**
     * Everything that fits, as lines: CSV with a head, whose cells no spreadsheet runs, or NDJSON.
     * @throws Refusal VALIDATION_ERROR for another format.
     */
    export(format: AuditFormat, filter?: Omit<Partial<AuditFilter>, "limit">): AsyncIterable<string>;
  };
  /** Who may sign in to the panel. */
  users: {
    /** A password that was left out is made up and returned, once. */
    create(input: NewUserInput): Promise<UserView & { password?: string }>;
    /**
     * Makes a user and mails a link that sets a password, once and within seven days, instead of a password that somebody has to tell.
     * The mail is sent by the instance that has a `mailer`. @throws Refusal VALIDATION_ERROR naming what is wrong.
     */
    invite(input: Omit<NewUserInput, "password">): Promise<UserView>;
    list(merchantId?: string): Promise<UserView[]>;
    /** Removes a user for good; the audit log keeps what the user did. @throws Refusal VALIDATION_ERROR for an unknown user. */
    delete(userId: string): Promise<void>;
    /** For somebody who has lost the device and the recovery codes: the password alone opens the account again. */
    resetSecondFactor(userId: string): Promise<void>;
    /** Who must set up a second factor before anything else in the panel: `nobody` (default), `operators` or `everyone`. */
    requireSecondFactor(of: SecondFactorPolicy): Promise<void>;
    disable(userId: string): Promise<void>;
    enable(userId: string): Promise<void>;
    /** Another role within the same store; sessions of the user end. @throws Refusal VALIDATION_ERROR naming what is wrong. */
    setRole(userId: string, role: UserRole): Promise<UserView>;
    /** As with `create`, a password that was left out is made up and returned. */
    setPassword(userId: string, password?: string): Promise<{ password?: string }>;
  };
}
