// What can be set on a client, and which settings does it refuse? Each option is documented on its field.
import { checkApiKey, type Environment, type KeyKind, readKeyKind } from "./api-key.js";
import { checkBaseUrl } from "./base-url.js";
import { refusal } from "./errors.js";
import { createLog, type Log, type Logger, type LogLevel } from "./logging.js";
import { Secrets } from "./redaction.js";
import { refuseBrowser, runtimeName } from "./runtime.js";
import type { FetchLike } from "./transport/attempt.js";
import { type Clock, createTimekeeper, type Timekeeper } from "./transport/timekeeper.js";
import { version } from "./version.js";

export interface AppInfo {
  readonly name: string;
  readonly version?: string | undefined;
  readonly url?: string | undefined;
}

export interface PaymentSessionsOptions {
  /** The store's secret key. Sent only in the Authorization header, to `baseUrl` only. */
  apiKey: string | undefined;
  /** The service's base address, path prefix included. https:, or http: on loopback. */
  baseUrl: string | URL | undefined;
  /** What you mean to use; a key of the other environment is then refused at start. */
  environment?: Environment | undefined;
  /** Whole call in milliseconds: attempts, bodies and pauses together. Default 60 000. */
  timeoutMs?: number | undefined;
  /** One attempt in milliseconds, its body included. Default 20 000. */
  attemptTimeoutMs?: number | undefined;
  /** Repetitions after the first attempt. Default 2. */
  maxRetries?: number | undefined;
  /** A Retry-After above this is reported at once instead of waited for, in milliseconds. Default 20 000. */
  maxRetryAfterMs?: number | undefined;
  /** Carries the requests instead of the platform's fetch; called with an address and an init. */
  fetch?: typeof globalThis.fetch | FetchLike | undefined;
  /** Handed to fetch as `dispatcher`: an undici agent or proxy agent. */
  dispatcher?: unknown;
  /** pino's shape; `console` will do. Default: `console` when `logLevel` is set, else silence. */
  logger?: Logger | undefined;
  /** Default `"warn"` with a logger. `"debug"` shows each request and answer, secrets masked. */
  logLevel?: LogLevel | undefined;
  /** Your application, appended to the User-Agent. */
  appInfo?: AppInfo | undefined;
  /** For tests in an imitated browser only: a key in a real page belongs to everybody. */
  allowBrowser?: boolean | undefined;
  /** For tests: dates and, with `sleep`, the passing of time. */
  clock?: Clock | undefined;
  /** For tests: numbers in [0, 1) that spread the pauses. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** Options, checked. */
export interface Configuration {
  readonly apiKey: string;
  readonly keyKind: KeyKind;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryAfterMs: number;
  readonly fetch: FetchLike;
  readonly dispatcher: unknown;
  readonly log: Log;
  readonly userAgent: string;
  readonly time: Timekeeper;
  readonly random: () => number;
  readonly secrets: Secrets;
}

/** @throws {UsageError} when an option cannot work or would not be safe */
export function configure(options: PaymentSessionsOptions): Configuration {
  if (typeof options !== "object" || options === null) {
    throw refusal("INVALID_OPTION", "Pass apiKey and baseUrl.");
  }
  refuseBrowser(options.allowBrowser === true);
  if (options.environment !== undefined && options.environment !== "test" && options.environment !== "live") {
    throw refusal("INVALID_OPTION", 'environment must be "test" or "live".');
  }
  const apiKey = checkApiKey(options.apiKey, options.environment);
  const platformFetch = options.fetch ?? globalThis.fetch;
  if (typeof platformFetch !== "function") {
    throw refusal("INVALID_OPTION", "fetch is missing.");
  }
  return {
    apiKey,
    keyKind: readKeyKind(apiKey),
    baseUrl: checkBaseUrl(options.baseUrl),
    timeoutMs: checkMilliseconds("timeoutMs", options.timeoutMs ?? 60_000),
    attemptTimeoutMs: checkMilliseconds("attemptTimeoutMs", options.attemptTimeoutMs ?? 20_000),
    maxRetries: checkCount("maxRetries", options.maxRetries ?? 2),
    maxRetryAfterMs: checkCount("maxRetryAfterMs", options.maxRetryAfterMs ?? 20_000),
    // Looked up at each call, so that a test double installed later is used too; both signatures take an address and an init.
    fetch: options.fetch === undefined ? (url, init) => globalThis.fetch(url, init) : (options.fetch as FetchLike),
    dispatcher: options.dispatcher,
    log: createLog(options.logger, options.logLevel ?? (options.logger === undefined ? "silent" : "warn")),
    userAgent: describeClient(options.appInfo),
    time: createTimekeeper(options.clock),
    random: options.random ?? Math.random,
    secrets: new Secrets([apiKey]),
  };
}

/** @throws {UsageError} `INVALID_OPTION` unless it is a positive finite number */
export function checkMilliseconds(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw refusal("INVALID_OPTION", `${name} must be a positive number of milliseconds.`);
}

/** @throws {UsageError} `INVALID_OPTION` unless it is a whole number from 0 up */
export function checkCount(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw refusal("INVALID_OPTION", `${name} must be a whole number.`);
}

function describeClient(appInfo: AppInfo | undefined): string {
  const own = `payment-sessions-sdk/${version} (${runtimeName()})`;
  if (appInfo === undefined) return own;
  const text = `${appInfo.name}${appInfo.version ? `/${appInfo.version}` : ""}${appInfo.url ? ` (${appInfo.url})` : ""}`;
  if (!/^[\x20-\x7e]{1,200}$/.test(text)) {
    throw refusal("INVALID_OPTION", "appInfo must be at most 200 printable ASCII characters.");
  }
  return `${own} ${text}`;
}
