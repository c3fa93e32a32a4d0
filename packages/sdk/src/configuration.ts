// The options of a client and their checks. Each option is documented on its field.

import type { Secrets as WebhookSecrets } from "../../webhook-verifier/src/index.js";
import { checkApiKey, type Environment, type KeyKind, readKeyKind } from "./api-key.js";
import { checkBaseUrl } from "./base-url.js";
import { describeValue } from "./describe-value.js";
import { checkDispatcher } from "./dispatcher.js";
import { refusal } from "./errors.js";
import { type HeaderFields, readHeaderFields, secretValues } from "./header-fields.js";
import { createHooks, type Hooks, type PaymentSessionsHooks } from "./hooks.js";
import { isObject } from "./is-object.js";
import { createLog, type Log, type Logger, type LogLevel } from "./logging.js";
import { suggestName } from "./nearest-name.js";
import { Secrets } from "./redaction.js";
import { refusedValue } from "./refused-value.js";
import { readEnvironment, refuseBrowser, runtimeName } from "./runtime.js";
import type { FetchLike, FetchOfOtherTypes } from "./transport/attempt.js";
import { type Clock, createTimekeeper, type Timekeeper } from "./transport/timekeeper.js";
import { version } from "./version.js";

export interface AppInfo {
  readonly name: string;
  readonly version?: string | undefined;
  readonly url?: string | undefined;
}

export interface PaymentSessionsOptions {
  /**
   * The store's secret key. Sent only in the Authorization header, to `baseUrl` only. Default: the environment's
   * `PAYMENT_SESSIONS_API_KEY`. `null`: a client without a key, for `orders.get` and `service.*`.
   */
  apiKey?: string | null | undefined;
  /** The service's base URL, path prefix included. https:, or http: on loopback. Default: `PAYMENT_SESSIONS_BASE_URL`. */
  baseUrl?: string | URL | undefined;
  /**
   * The store's webhook secret, or several while it is rotated, for `webhooks.verify`. Default: the environment's
   * `PAYMENT_SESSIONS_WEBHOOK_SECRET`. Never sent.
   */
  webhookSecret?: WebhookSecrets | undefined;
  /** The environment to use; a key of the other one is then rejected at construction. */
  environment?: Environment | undefined;
  /** Whole call in milliseconds: attempts, bodies and pauses together. Default 60 000. */
  timeoutMs?: number | undefined;
  /** One attempt in milliseconds, its body included. Default 20 000. */
  attemptTimeoutMs?: number | undefined;
  /** Retries after the first attempt. Default 2. */
  maxRetries?: number | undefined;
  /** A longer Retry-After is reported as an error instead of waited for, in milliseconds. Default 20 000. */
  maxRetryAfterMs?: number | undefined;
  /** Sends the requests instead of the platform's fetch; called with a URL and an init. */
  fetch?: typeof globalThis.fetch | FetchLike | FetchOfOtherTypes | undefined;
  /** Passed to fetch as `dispatcher`: an undici agent or proxy agent. */
  dispatcher?: unknown;
  /** pino's shape; `console` will do. Default: `console` when `logLevel` is set, otherwise nothing is logged. */
  logger?: Logger | undefined;
  /** Default `"warn"` with a logger. `"debug"` logs each request and response, secrets masked. */
  logLevel?: LogLevel | undefined;
  /** Headers of every request, for example for tracing; a call's own override them. Their values are never logged. */
  headers?: HeaderFields | undefined;
  /** Called around every attempt, for tracing and metrics. An error in a hook does not affect the call. */
  hooks?: PaymentSessionsHooks | undefined;
  /** Your application, appended to the User-Agent. */
  appInfo?: AppInfo | undefined;
  /** Only for tests in a simulated browser: a key in a real page is public. */
  allowBrowser?: boolean | undefined;
  /** For tests: the current time and, with `sleep`, all waiting. */
  clock?: Clock | undefined;
  /** For tests: numbers from 0 up to, but not including, 1 for the jitter. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** Options, checked. */
export interface Configuration {
  readonly apiKey: string | null;
  readonly keyKind: KeyKind;
  readonly baseUrl: string;
  readonly webhookSecret: WebhookSecrets | undefined;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly fetch: FetchLike;
  readonly dispatcher: unknown;
  readonly headers: readonly (readonly [string, string])[];
  readonly hooks: Hooks;
  readonly log: Log;
  readonly userAgent: string;
  readonly time: Timekeeper;
  readonly random: () => number;
  readonly secrets: Secrets;
}

/** @throws {UsageError} for an option that is invalid or not safe */
export function configure(options: PaymentSessionsOptions): Configuration {
  refuseUnknownNames("the client", options, clientOptionNames);
  checkNestedOptions(options);
  refuseBrowser(options.allowBrowser === true);
  if (options.environment !== undefined && options.environment !== "test" && options.environment !== "live") {
    throw refusedValue("INVALID_OPTION", "environment", '"test" or "live"', options.environment);
  }
  const apiKey = checkApiKey(
    options.apiKey ?? (options.apiKey === null ? null : readEnvironment("PAYMENT_SESSIONS_API_KEY")),
    options.environment,
  );
  for (const name of ["fetch", "random"] as const) if (options[name] !== undefined) checkFunction(name, options[name]);
  if (typeof (options.fetch ?? globalThis.fetch) !== "function") {
    throw refusal("INVALID_OPTION", "This runtime has no fetch: pass one as the option fetch.");
  }
  const headers = readHeaderFields(options.headers);
  checkDispatcher(options.dispatcher, options.fetch === undefined);
  return {
    apiKey,
    keyKind: readKeyKind(apiKey),
    baseUrl: checkBaseUrl(options.baseUrl ?? readEnvironment("PAYMENT_SESSIONS_BASE_URL")),
    webhookSecret: options.webhookSecret ?? readEnvironment("PAYMENT_SESSIONS_WEBHOOK_SECRET"),
    timeoutMs: checkMilliseconds("timeoutMs", options.timeoutMs ?? 60_000),
    attemptTimeoutMs: checkMilliseconds("attemptTimeoutMs", options.attemptTimeoutMs ?? 20_000),
    maxRetries: checkCount("maxRetries", options.maxRetries ?? 2),
    maxRetryAfterMs: checkCount("maxRetryAfterMs", options.maxRetryAfterMs ?? 20_000),
    fetch: chooseFetch(options),
    dispatcher: options.dispatcher,
    headers,
    hooks: createHooks(options.hooks),
    log: createLog(options.logger, options.logLevel ?? (options.logger === undefined ? "silent" : "warn")),
    userAgent: describeClient(options.appInfo),
    time: createTimekeeper(options.clock),
    random: options.random ?? Math.random,
    secrets: new Secrets({ credentials: [...(apiKey === null ? [] : [apiKey]), ...secretValues(headers)] }),
  };
}

/** Both signatures take a URL and an init. The platform's is looked up at each call, so that a test double installed later is used. */
const chooseFetch = ({ fetch }: PaymentSessionsOptions): FetchLike =>
  (fetch as FetchLike | undefined) ?? ((url, init) => globalThis.fetch(url, init));

export const clientOptionNames = Object.keys({
  apiKey: true,
  baseUrl: true,
  webhookSecret: true,
  environment: true,
  timeoutMs: true,
  attemptTimeoutMs: true,
  maxRetries: true,
  maxRetryAfterMs: true,
  fetch: true,
  dispatcher: true,
  logger: true,
  logLevel: true,
  headers: true,
  hooks: true,
  appInfo: true,
  allowBrowser: true,
  clock: true,
  random: true,
} satisfies Record<keyof PaymentSessionsOptions, true>);

/** The fields that each nested object may have. `functions`: the fields that must be functions; `given`: all that are set. */
const nestedOptions = {
  hooks: { names: ["onRequest", "onResponse", "onRetry"], functions: "given" },
  appInfo: { names: ["name", "version", "url"] },
  clock: { functions: ["now"] },
  logger: { functions: ["debug", "info", "warn", "error"] },
} as const;

/** @throws {UsageError} `INVALID_OPTION` */
function checkNestedOptions(options: PaymentSessionsOptions): void {
  for (const [option, rule] of Object.entries(nestedOptions)) {
    const given: unknown = Object(options)[option];
    if (given === undefined) continue;
    if (Object(given) !== given) {
      throw refusedValue("INVALID_OPTION", option, "an object", given);
    }
    if ("names" in rule) refuseUnknownNames(option, given, rule.names);
    if (!("functions" in rule)) continue;
    const names = rule.functions === "given" ? Object.keys(Object(given)) : rule.functions;
    for (const name of names) {
      const value: unknown = Object(given)[name];
      if (value !== undefined || rule.functions !== "given") checkFunction(`${option}.${name}`, value);
    }
  }
}

/** @throws {UsageError} `INVALID_OPTION` for anything but an object, and for an unknown name, with the nearest known one */
export function refuseUnknownNames(of: string, options: unknown, known: readonly string[], hint = ""): void {
  if (!isObject(options)) {
    throw refusal("INVALID_OPTION", `The options of ${of} must be an object, not ${describeValue(options)}${hint}.`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    // The most common mistake: other clients have an option `timeout`.
    const near = suggestName(name === "timeout" ? "timeoutMs" : name, known);
    throw refusal(
      "INVALID_OPTION",
      `Unknown option ${describeValue(name)} of ${of}.${near} Valid options: ${known.join(", ")}.`,
    );
  }
}

/** @throws {UsageError} `INVALID_OPTION` unless it is a function */
export function checkFunction(name: string, value: unknown): void {
  if (typeof value === "function") return;
  throw refusedValue("INVALID_OPTION", name, "a function", value);
}

/** @throws {UsageError} `INVALID_OPTION` unless it is a positive finite number */
export function checkMilliseconds(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw refusedValue("INVALID_OPTION", name, "a positive number of milliseconds", value);
}

/** @throws {UsageError} `INVALID_OPTION` unless it is a whole number of at least 0 */
export function checkCount(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw refusedValue("INVALID_OPTION", name, "a whole number from 0 up", value);
}

function describeClient(appInfo: AppInfo | undefined): string {
  const own = `payment-sessions-sdk/${version} (${runtimeName()})`;
  if (appInfo === undefined) return own;
  if (typeof appInfo.name !== "string") {
    throw refusedValue("INVALID_OPTION", "appInfo.name", "a string", appInfo.name);
  }
  const text = `${appInfo.name}${appInfo.version ? `/${appInfo.version}` : ""}${appInfo.url ? ` (${appInfo.url})` : ""}`;
  if (!/^[\x20-\x7e]{1,200}$/.test(text)) {
    throw refusedValue("INVALID_OPTION", "appInfo", "at most 200 printable ASCII characters", text);
  }
  return `${own} ${text}`;
}
