// Are the options of a host usable? A wrong one is named at once, with what would be right, and not found by the first payment.
import { type FieldNames, findUnknownFields } from "./domain/known-fields.js";
import { rateLimitNames } from "./http/rate-limit-names.js";
import { findListenFault, type ListenOptions } from "./listen-options.js";
import type { PaymentServiceOptions, WebhookOptions } from "./service-options.js";

const knownOptions: FieldNames<PaymentServiceOptions> = {
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
  panel: true,
  theme: true,
  deployment: true,
  meter: true,
  clock: true,
  random: true,
};
const knownParts: { [Option in keyof PaymentServiceOptions]?: Readonly<Record<string, true>> } = {
  openBanking: { test: true, live: true },
  cardPages: { test: true, live: true },
  rateLimits: Object.fromEntries(rateLimitNames.map((name) => [name, true])),
  webhooks: { allowHttp: true, allowPrivateNetwork: true, timeoutMs: true } satisfies FieldNames<WebhookOptions>,
  listenOptions: {
    requestTimeoutMs: true,
    headersTimeoutMs: true,
    keepAliveTimeoutMs: true,
    maxConnections: true,
  } satisfies FieldNames<ListenOptions>,
  panel: { signIn: true, signInUrl: true } satisfies FieldNames<
    Exclude<PaymentServiceOptions["panel"], false | undefined>
  >,
  theme: { name: true, logo: true, colors: true, texts: true, legalLinks: true } satisfies FieldNames<
    NonNullable<PaymentServiceOptions["theme"]>
  >,
  deployment: { environment: true, commit: true, date: true } satisfies FieldNames<
    NonNullable<PaymentServiceOptions["deployment"]>
  >,
};

/** @throws Error that names the first option that is wrong. */
export function requireUsableOptions(options: PaymentServiceOptions): void {
  requireKnownNames(options);
  const {
    storage,
    openBanking = {},
    cardPages = {},
    providerTimeoutMs,
    trustedProxyHops,
    listenOptions = {},
    rateLimits,
    clock,
    random,
  } = options;
  if (typeof storage?.open !== "function")
    throw wrong("storage", "a storage such as sqliteStorage({ filename })", storage);
  requireWholeProviders("openBanking", openBanking);
  requireWholeProviders("cardPages", cardPages);
  if (providerTimeoutMs !== undefined && !(Number.isFinite(providerTimeoutMs) && providerTimeoutMs > 0)) {
    throw wrong("providerTimeoutMs", "a positive number of milliseconds", providerTimeoutMs);
  }
  if (trustedProxyHops !== undefined && !(Number.isSafeInteger(trustedProxyHops) && trustedProxyHops >= 0)) {
    throw wrong("trustedProxyHops", "a whole number of 0 or more", trustedProxyHops);
  }
  const listenFault = findListenFault(listenOptions);
  if (listenFault !== undefined) {
    throw wrong(`listenOptions.${listenFault.option}`, listenFault.right, listenOptions[listenFault.option]);
  }
  for (const [name, limit] of Object.entries(rateLimits === false ? {} : (rateLimits ?? {}))) {
    if (limit !== false && !(limit?.max > 0 && limit.windowSeconds > 0)) {
      throw wrong(`rateLimits.${name}`, "false, or { max, windowSeconds } with positive numbers", limit);
    }
  }
  if (clock !== undefined && typeof clock.now !== "function") throw wrong("clock", "{ now(): epoch ms }", clock);
  if (random !== undefined && typeof random !== "function")
    throw wrong("random", "a function that gives [0, 1)", random);
}

function requireWholeProviders(
  option: "openBanking" | "cardPages",
  providers: PaymentServiceOptions["openBanking"] | PaymentServiceOptions["cardPages"],
): void {
  for (const [environment, provider] of Object.entries(providers ?? {})) {
    if (provider === undefined) continue;
    const isWhole =
      typeof provider.code === "string" &&
      provider.code !== "" &&
      typeof provider.createSession === "function" &&
      typeof provider.fetchOutcome === "function";
    if (!isWhole) {
      throw wrong(`${option}.${environment}`, "a provider with code, createSession and fetchOutcome", provider);
    }
  }
}

function requireKnownNames(options: PaymentServiceOptions): void {
  const faults = findUnknownFields(options, knownOptions);
  for (const [option, known] of Object.entries(knownParts)) {
    // Sound: `option` is a key of `knownParts`, whose keys are those of the options.
    faults.push(...findUnknownFields(options[option as keyof PaymentServiceOptions], known, option));
  }
  const [first] = faults;
  if (first !== undefined) throw new Error(`Option ${first.path} ${first.message}`);
}

/** Functions and secrets do not show: only the shape of the value is told. */
function wrong(option: string, right: string, given: unknown): Error {
  const shown = typeof given === "object" && given !== null ? `{ ${Object.keys(given).join(", ")} }` : String(given);
  return new Error(`${option} must be ${right}; got ${shown}.`);
}
