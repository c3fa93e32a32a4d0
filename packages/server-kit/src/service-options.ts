// What a host may set when it creates the service. Every option is documented on its field.
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

export interface PaymentServiceOptions {
  /** Absolute address under which buyers and merchants reach the service, path prefix included: the only source of links. */
  baseUrl: string;
  /** `sqliteStorage({ filename })`, or another implementation of the port. */
  storage: Storage;
  /** Begins API keys (`ps_live_…`) and generated references (`PS-…`). Two to ten lower-case letters; default `ps`. */
  servicePrefix?: string | undefined;
  /** What this deployment serves; default both. */
  environments?: readonly Environment[] | undefined;
  /** Who opens bank sessions. Test payments use the built-in sandbox unless another provider is named; live ones need one. */
  openBanking?: Partial<Record<Environment, OpenBankingProvider>> | undefined;
  /**
   * Whose page takes cards: buyers are handed over to it, and no card number passes through here. Test payments use the built-in
   * sandbox page unless another provider is named. Live payments need one: without it no page offers cards, and an initialize call that
   * names `card_processing` is refused with 403 `Payment method unavailable`, whatever the store's switch says.
   */
  cardPages?: Partial<Record<Environment, CardPageProvider>> | undefined;
  /** How long a provider may take to open a session or to tell its outcome, in milliseconds; default 15 000. */
  providerTimeoutMs?: number | undefined;
  /** Where plugin orders are read; default: orders kept here by `service.orders.upsert`. */
  orders?: OrderSource | undefined;
  /** Sends the mail about failed deliveries: anything with nodemailer's `sendMail`. Left out, no mail is sent and the log says so. */
  mailer?: Mailer | undefined;
  /** Sender address of those mails; default `payments@<host of baseUrl>`. */
  mailFrom?: string | undefined;
  /** Pino's shape; gets a line for each request at info. Left out, warnings and errors go to stderr. */
  logger?: Logger | undefined;
  /**
   * 32 bytes (base64 or Uint8Array) that seal webhook secrets and IBANs at rest; a list while rotating, the first one seals. Left out, a
   * key is generated and kept in the database itself, which guards against a leaked query result but not against a stolen database.
   */
  encryptionKey?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /** Limits by operation id or shared name, instead of the contract's; false switches one, or all, off. */
  rateLimits?: RateLimitChoice;
  /** Proxies of yours in front of the service: each appends one entry to X-Forwarded-For. Default 0: the header is ignored. */
  trustedProxyHops?: number | undefined;
  /** Time limits and the number of connections of the server that `listen()` opens. */
  listenOptions?: ListenOptions | undefined;
  /** False lets test keys of stores that are not approved open payments; default true. */
  enforceTestEligibility?: boolean | undefined;
  webhooks?: WebhookOptions | undefined;
  /** How long each kind of record is kept, in days. What money or open work needs stays, however old it is. */
  retention?: RetentionOptions | undefined;
  /** The merchant panel below `/panel`; its users are made by `service.users.create`, or your own by `signIn`. False switches it off. */
  panel?: false | PanelOptions | undefined;
  /** Names, colours, words and legal links of the buyer's pages. */
  theme?: CheckoutTheme | undefined;
  /** Shown by GET /version and GET /health: `environment` names the deployment, `commit` and `date` the build. */
  deployment?: { environment?: string; commit?: string; date?: string } | undefined;
  /**
   * Serves GET /metrics below the base URL to whoever sends this token as Bearer: at least 16 characters. Left out, there is no such
   * address; `service.metrics()` gives the same text.
   */
  metricsToken?: string | undefined;
  /** An OpenTelemetry `Meter`: the figures of `metrics()` are reported to it as well. */
  meter?: HostMeter | undefined;
  /** Who the audit names when a verb of this object is called; default `host`. The command line says `command:<user of the system>`. */
  auditActor?: string | undefined;
  /** Time; default the platform's. */
  clock?: Clock | undefined;
  /** Random numbers from 0 to 1, for jitter; default `Math.random`. */
  random?: Random | undefined;
}

export interface WebhookOptions {
  /** Accept http webhook addresses; default false. */
  allowHttp?: boolean | undefined;
  /** Accept loopback and private addresses; default false. */
  allowPrivateNetwork?: boolean | undefined;
  /** Time for one send on the queue path, in milliseconds; default 30 000. */
  timeoutMs?: number | undefined;
}
