// The options of createPaymentService. Every option is documented on its field.
import type { HostMeter } from "./background/metrics.js";
import type { ListenOptions } from "./compose/listen-options.js";
import type { Clock, Logger, Random } from "./domain/clock.js";
import type { Environment } from "./domain/environment.js";
import type { RetentionOptions } from "./domain/retention.js";
import type { CheckoutTheme } from "./http/checkout/theme.js";
import type { PanelOptions } from "./http/panel/panel-dependencies.js";
import type { RateLimitChoice } from "./http/rate-limit-names.js";
import type { CardPageProvider } from "./outbound/card-page-provider.js";
import type { Mailer } from "./outbound/mailer.js";
import type { OpenBankingProvider } from "./outbound/open-banking-provider.js";
import type { OrderSource } from "./outbound/order-source.js";
import type { Storage } from "./storage/port.js";

export type { Mailer };

/** The options of createPaymentService, validated when it is called. */
export interface PaymentServiceOptions {
  /** Absolute URL under which buyers and merchants reach the service, including the path prefix: the base of all links. */
  baseUrl: string;
  /** `sqliteStorage({ filename })`, or another implementation of the port. */
  storage: Storage;
  /** Prefix of API keys (`ps_live_…`) and generated references (`PS-…`). Two to ten lower-case letters or digits; default `ps`. */
  servicePrefix?: string | undefined;
  /** The environments that this deployment serves; default both. */
  environments?: readonly Environment[] | undefined;
  /** The open-banking providers. Test payments use the built-in sandbox unless a provider is set; live bank sessions require one. */
  openBanking?: Partial<Record<Environment, OpenBankingProvider>> | undefined;
  /**
   * The card page providers: buyers are redirected to their page, and no card number reaches the service. Test payments use the built-in
   * sandbox page unless a provider is set. Live card payments require one: without it cards are not offered, and an initialize call with
   * `card_processing` is rejected with 403 `Payment method unavailable`, even when the store's switch is on.
   */
  cardPages?: Partial<Record<Environment, CardPageProvider>> | undefined;
  /** Timeout for opening a session and for polling its outcome, in milliseconds; default 15 000. */
  providerTimeoutMs?: number | undefined;
  /** The source of plugin orders; default: orders stored by `service.orders.upsert`. */
  orders?: OrderSource | undefined;
  /** Sends the mail about failed deliveries: anything with nodemailer's `sendMail`. If omitted, no mail is sent, with a warning in the log. */
  mailer?: Mailer | undefined;
  /** Sender address of those mails; default `payments@<host of baseUrl>`. */
  mailFrom?: string | undefined;
  /** A logger with Pino's interface; receives a line for each request at level info. Default: warnings and errors to stderr. */
  logger?: Logger | undefined;
  /**
   * 32 bytes (base64 or Uint8Array) that seal webhook secrets and IBANs at rest; a list while rotating, the first one seals. If omitted, a
   * key is generated and stored in the database itself, which protects against a leaked query result but not against a stolen database.
   */
  encryptionKey?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /** Limits by operation id or shared name, instead of the contract's; false disables one or all. */
  rateLimits?: RateLimitChoice;
  /** Number of your proxies in front of the service: each appends one entry to X-Forwarded-For. Default 0: the header is ignored. */
  trustedProxyHops?: number | undefined;
  /** Timeouts and connection limit of the server that `listen()` opens. */
  listenOptions?: ListenOptions | undefined;
  /** False allows payments with test keys of stores that are not approved; default true. */
  enforceTestEligibility?: boolean | undefined;
  /** Addresses and timeout of webhooks. */
  webhooks?: WebhookOptions | undefined;
  /** How long each kind of record is kept, in days. Records that are required for money or unfinished work are kept regardless of age. */
  retention?: RetentionOptions | undefined;
  /**
   * The merchant panel below `/panel`; its users are created by `service.users.create`, or signed in by your app with `signIn`. False disables it.
   */
  panel?: false | PanelOptions | undefined;
  /** Names, colours, texts and legal links of the buyer's pages. */
  theme?: CheckoutTheme | undefined;
  /** Shown by GET /version and GET /health: `environment` names the deployment, `commit` and `date` the build. */
  deployment?: { environment?: string; commit?: string; date?: string } | undefined;
  /**
   * Serves GET /metrics below the base URL to requests with this Bearer token, at least 16 characters. If omitted, there is no such
   * route; `service.metrics()` returns the same text.
   */
  metricsToken?: string | undefined;
  /** An OpenTelemetry `Meter`: the figures of `metrics()` are reported to it as well. */
  meter?: HostMeter | undefined;
  /** Actor in the audit log for calls of this object's verbs; default `host`. The command line uses `command:<user of the system>`. */
  auditActor?: string | undefined;
  /** Injected clock, for tests; default: the platform's. */
  clock?: Clock | undefined;
  /** Injected random source for jitter, numbers in [0, 1); never used for secrets. Default `Math.random`. */
  random?: Random | undefined;
}

/** The option `webhooks` of createPaymentService. */
export interface WebhookOptions {
  /** Accept http webhook addresses; default false. */
  allowHttp?: boolean | undefined;
  /** Accept loopback and private addresses; default false. */
  allowPrivateNetwork?: boolean | undefined;
  /** Timeout of one send on the queue path, in milliseconds; default 30 000, at most 60 000. */
  timeoutMs?: number | undefined;
}
