// Validates a host's options at creation: an invalid one is reported with what would be valid, instead of failing at the first payment.
import { maxWebhookTimeoutMs } from "../background/deliveries-work.js";
import { environments as allEnvironments } from "../domain/environment.js";
import { type FieldNames, findUnknownFields } from "../domain/known-fields.js";
import { findRetentionProblem, retentionOptionNames } from "../domain/retention.js";
import { isTimerMs, maxTimerMs } from "../domain/timer-limit.js";
import { resolveTheme } from "../http/checkout/theme.js";
import { createLinks } from "../http/links.js";
import { rateLimitNames } from "../http/rate-limit-names.js";
import type { RateLimit } from "../http/rate-limits.js";
import type { PaymentServiceOptions, WebhookOptions } from "../service-options.js";
import { encryptionKeysOf } from "./encryption-keys.js";
import { findListenProblem, type ListenOptions } from "./listen-options.js";
import { findWrongKinds } from "./option-kinds.js";

export const knownOptions: FieldNames<PaymentServiceOptions> = {
  baseUrl: true,
  storage: true,
  servicePrefix: true,
  environments: true,
  openBanking: true,
  cardPages: true,
  providerTimeoutMs: true,
  orders: true,
  mailer: true,
  mailFrom: true,
  logger: true,
  encryptionKey: true,
  rateLimits: true,
  trustedProxyHops: true,
  listenOptions: true,
  enforceTestEligibility: true,
  webhooks: true,
  retention: true,
  panel: true,
  theme: true,
  deployment: true,
  metricsToken: true,
  meter: true,
  auditActor: true,
  clock: true,
  random: true,
};
const knownParts: { [Option in keyof PaymentServiceOptions]?: Readonly<Record<string, true>> } = {
  openBanking: { test: true, live: true },
  cardPages: { test: true, live: true },
  rateLimits: Object.fromEntries(rateLimitNames.map((name) => [name, true])),
  webhooks: { allowHttp: true, allowPrivateNetwork: true, timeoutMs: true } satisfies FieldNames<WebhookOptions>,
  retention: Object.fromEntries(retentionOptionNames.map((name) => [name, true])),
  listenOptions: {
    requestTimeoutMs: true,
    headersTimeoutMs: true,
    keepAliveTimeoutMs: true,
    maxConnections: true,
  } satisfies FieldNames<ListenOptions>,
  panel: { signIn: true, signInUrl: true, isSignedIn: true, bankAccountWaitMs: true } satisfies FieldNames<
    Exclude<PaymentServiceOptions["panel"], false | undefined>
  >,
  theme: { name: true, logo: true, colors: true, texts: true, legalLinks: true } satisfies FieldNames<
    NonNullable<PaymentServiceOptions["theme"]>
  >,
  deployment: { environment: true, commit: true, date: true } satisfies FieldNames<
    NonNullable<PaymentServiceOptions["deployment"]>
  >,
};

const limitFields: FieldNames<RateLimit> = { max: true, windowSeconds: true, burst: true };

/** @throws Error that names the first invalid option. */
export function requireUsableOptions(options: PaymentServiceOptions): void {
  const [first] = findOptionProblems(options);
  if (first !== undefined) throw new Error(first);
}

/** A sentence for each invalid option, beginning with its path; unknown names first. */
export function findOptionProblems(options: PaymentServiceOptions): string[] {
  const problems = [
    ...findUnknownOptions(options),
    ...[...findWrongKinds(options)].map(({ option, expected, given }) => invalidAdapter(option, expected, given)),
    ...findInvalidValues(options),
    ...findInvalidAdapters(options),
  ];
  for (const check of [
    () => createLinks(options.baseUrl),
    () => encryptionKeysOf(options.encryptionKey),
    () => resolveTheme(options.theme),
  ]) {
    try {
      check();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return problems;
}

function findUnknownOptions(options: PaymentServiceOptions): string[] {
  const problems = findUnknownFields(options, knownOptions);
  for (const [option, known] of Object.entries(knownParts)) {
    // `option` is a key of `knownParts`, whose keys are those of the options.
    problems.push(...findUnknownFields(options[option as keyof PaymentServiceOptions], known, option));
  }
  for (const [name, limit] of Object.entries(options.rateLimits || {})) {
    problems.push(...findUnknownFields(limit, limitFields, `rateLimits.${name}`));
  }
  return problems.map(({ path, message }) => `Option ${path} ${message}`);
}

function* findInvalidValues(options: PaymentServiceOptions): Generator<string> {
  const { servicePrefix, environments, providerTimeoutMs, trustedProxyHops, webhooks } = options;
  const listenOptions = options.listenOptions ?? {};
  if (servicePrefix !== undefined && !isTextOf(/^[a-z][a-z0-9]{1,9}$/, servicePrefix)) {
    yield invalidOption("servicePrefix", "2 to 10 lower-case letters or digits, a letter first", servicePrefix);
  }
  if (environments !== undefined && !isListOfEnvironments(environments)) {
    yield invalidOption("environments", 'a list of "test", "live" or both', environments);
  }
  for (const [name, value, max] of [
    ["providerTimeoutMs", providerTimeoutMs, maxTimerMs],
    ["webhooks.timeoutMs", webhooks?.timeoutMs, maxWebhookTimeoutMs],
  ] as const) {
    if (value !== undefined && !(isTimerMs(value) && value <= max)) {
      yield invalidOption(name, `a positive number of milliseconds, ${max} at most`, value);
    }
  }
  for (const name of ["allowHttp", "allowPrivateNetwork"] as const) {
    if (isNotBoolean(webhooks?.[name])) yield invalidOption(`webhooks.${name}`, "true or false", webhooks?.[name]);
  }
  if (isNotBoolean(options.enforceTestEligibility)) {
    yield invalidOption("enforceTestEligibility", "true or false", options.enforceTestEligibility);
  }
  const { metricsToken, panel } = options;
  if (metricsToken !== undefined && !isTextOf(/^[\x21-\x7e]{16,}$/, metricsToken)) {
    // The message must not contain the token.
    yield "metricsToken must be at least 16 visible ASCII characters, such as `openssl rand -hex 24` prints.";
  }
  const waitMs = typeof panel === "object" ? panel.bankAccountWaitMs : undefined;
  if (waitMs !== undefined && !(Number.isSafeInteger(waitMs) && waitMs >= 0)) {
    yield invalidOption("panel.bankAccountWaitMs", "a whole number of milliseconds, 0 or more", waitMs);
  }
  if (options.mailFrom !== undefined && !(typeof options.mailFrom === "string" && options.mailFrom.includes("@"))) {
    yield invalidOption("mailFrom", "an e-mail address such as payments@example.com", options.mailFrom);
  }
  if (trustedProxyHops !== undefined && !(Number.isSafeInteger(trustedProxyHops) && trustedProxyHops >= 0)) {
    yield invalidOption("trustedProxyHops", "a whole number of 0 or more", trustedProxyHops);
  }
  const listenProblem = findListenProblem(listenOptions);
  if (listenProblem !== undefined) {
    yield invalidOption(
      `listenOptions.${listenProblem.option}`,
      listenProblem.expected,
      listenOptions[listenProblem.option],
    );
  }
  const retentionProblem = findRetentionProblem(options.retention ?? {});
  if (retentionProblem !== undefined) {
    const { option, expected } = retentionProblem;
    yield invalidOption(`retention.${option}`, expected, options.retention?.[option]);
  }
  yield* findInvalidRateLimits(options.rateLimits);
}

function* findInvalidRateLimits(rateLimits: PaymentServiceOptions["rateLimits"]): Generator<string> {
  for (const [name, limit] of Object.entries(rateLimits === false ? {} : (rateLimits ?? {}))) {
    if (limit === false) continue;
    const { max, windowSeconds, burst = max }: Partial<RateLimit> = limit ?? {};
    if (![max, windowSeconds, burst].every(isPositive)) {
      yield invalidOption(`rateLimits.${name}`, "false, or { max, windowSeconds, burst } with positive numbers", limit);
    }
  }
}

/** Checks that adapters of a host have the methods that the service calls. */
function* findInvalidAdapters(options: PaymentServiceOptions): Generator<string> {
  const { storage, mailer, orders, logger, meter, panel, clock, random } = options;
  if (typeof storage?.open !== "function") {
    yield invalidAdapter("storage", "a storage such as sqliteStorage({ filename })", storage);
  }
  yield* findInvalidProviders("openBanking", options.openBanking);
  yield* findInvalidProviders("cardPages", options.cardPages);
  if (hasMissingMethod(mailer, ["sendMail"])) {
    yield invalidAdapter("mailer", "an object with nodemailer's sendMail, such as smtpMailer(url)", mailer);
  }
  if (hasMissingMethod(orders, ["findOrder"])) yield invalidAdapter("orders", "an order source with findOrder", orders);
  if (hasMissingMethod(logger, ["debug", "info", "warn", "error"])) {
    yield invalidAdapter("logger", "a logger with debug, info, warn and error, such as pino()", logger);
  }
  if (hasMissingMethod(meter, ["createCounter", "createHistogram", "createObservableGauge"])) {
    yield invalidAdapter("meter", "an OpenTelemetry Meter", meter);
  }
  if (panel !== undefined && panel !== false && (typeof panel !== "object" || panel === null)) {
    yield invalidAdapter("panel", "false, or { signIn, signInUrl }", panel);
  } else if (panel && panel.signIn !== undefined && typeof panel.signIn !== "function") {
    yield invalidAdapter("panel.signIn", "a function that returns the user of a request", panel.signIn);
  } else if (panel && panel.isSignedIn !== undefined && typeof panel.isSignedIn !== "function") {
    yield invalidAdapter("panel.isSignedIn", "a function that returns true or false", panel.isSignedIn);
  }
  if (hasMissingMethod(clock, ["now"]))
    yield invalidAdapter("clock", "an object whose now() returns epoch milliseconds", clock);
  if (random !== undefined && typeof random !== "function") {
    yield invalidAdapter("random", "a function that returns a number in [0, 1)", random);
  }
}

function* findInvalidProviders(
  option: "openBanking" | "cardPages",
  providers: PaymentServiceOptions["openBanking"] | PaymentServiceOptions["cardPages"],
): Generator<string> {
  for (const [environment, provider] of Object.entries(providers ?? {})) {
    if (provider === undefined) continue;
    const isNamed = typeof provider?.code === "string" && provider.code !== "";
    if (!isNamed || hasMissingMethod(provider, ["createSession", "fetchOutcome"])) {
      yield invalidAdapter(
        `${option}.${environment}`,
        "a provider with code, createSession and fetchOutcome",
        provider,
      );
    }
  }
}

function hasMissingMethod(adapter: unknown, methods: readonly string[]): boolean {
  if (adapter === undefined) return false;
  if ((typeof adapter !== "object" && typeof adapter !== "function") || adapter === null) return true;
  // An object whose fields are only read by name.
  return methods.some((method) => typeof (adapter as Record<string, unknown>)[method] !== "function");
}

function isListOfEnvironments(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((word) => allEnvironments.includes(word));
}

function isTextOf(form: RegExp, value: unknown): boolean {
  return typeof value === "string" && form.test(value);
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function isNotBoolean(value: unknown): boolean {
  return value !== undefined && typeof value !== "boolean";
}

/** Of text and lists only the type is shown: a connection string in place of an adapter has a password. */
function invalidAdapter(option: string, expected: string, given: unknown): string {
  const type = Array.isArray(given) ? "list" : typeof given;
  const isShown = !["string", "function", "list"].includes(type);
  return isShown ? invalidOption(option, expected, given) : `${option} must be ${expected}; got a ${type}.`;
}

/** Of an object only the names of its fields are shown. */
function invalidOption(option: string, expected: string, given: unknown): string {
  const isShape = typeof given === "object" && given !== null && !Array.isArray(given);
  const isText = typeof given === "string";
  const shown = isShape ? `{ ${Object.keys(given).join(", ")} }` : isText ? JSON.stringify(given) : String(given);
  return `${option} must be ${expected}; got ${shown.length > 100 ? `${shown.slice(0, 100)}…` : shown}.`;
}
