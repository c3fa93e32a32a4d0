// Creates the service of a command from its options. The commands call only its public interface.
import { findOptionProblems } from "../compose/check-options.js";
import { createDefaultLogger, type LogLevel, logLevels } from "../compose/default-logger.js";
import { createPaymentService } from "../create-payment-service.js";
import type { Logger } from "../domain/clock.js";
import { environments } from "../domain/environment.js";
import { inContext } from "../outbound/call-context.js";
import type { PaymentService } from "../payment-service.js";
import { assumedStorage, serviceOptionsOf } from "../service-config.js";
import type { PaymentServiceOptions } from "../service-options.js";
import { type GivenOptions, type OptionSpec, UsageError } from "./command.js";
import { databaseOption, postgresOptions, storageOf } from "./database.js";
import { listOf, oneOf } from "./option-values.js";
import { commandActor, systemUser } from "./system-user.js";
import { withoutUndefined } from "./without-undefined.js";

/** For every command that works on a database. */
export const databaseOptions: readonly OptionSpec[] = [
  {
    name: "config",
    configures: true,
    value: "<file>",
    summary: "the configuration file; default: payment-sessions.config.{ts,mjs,js} of this folder",
  },
  databaseOption,
  ...postgresOptions,
  {
    name: "service-prefix",
    configures: true,
    otherwise: "ps",
    value: "<word>",
    summary: "first part of API keys and references; default: ps",
  },
  {
    name: "log-level",
    configures: true,
    otherwise: "info for serve, warn for others",
    value: "<level>",
    summary:
      "debug, info, warn or error, to standard error; default: info (a line for each request) for serve, warn for others",
  },
];

/** Options that allow webhook URLs such as http://127.0.0.1:3000, both when one is saved and when one is called. */
export const webhookAddressOptions: readonly OptionSpec[] = [
  {
    name: "allow-http-webhooks",
    configures: true,
    otherwise: "false",
    summary: "allow webhook URLs with http:",
  },
  {
    name: "allow-private-webhooks",
    configures: true,
    otherwise: "false",
    summary: "allow webhook URLs on loopback and in private networks",
  },
];

export type ServiceSettings = Omit<Partial<PaymentServiceOptions>, "storage">;

/**
 * A service that is not started. `mayCreate`: without it, a database that does not exist is an error, so that a mistyped name creates
 * none.
 * @throws UsageError that names the option.
 */
export function openService(
  given: GivenOptions,
  { mayCreate, ...settings }: ServiceSettings & { mayCreate: boolean },
): PaymentService {
  const problems = findServiceProblems(given, settings);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return createPaymentService({
    ...optionsOf(given, settings, encryptionKeys(given)),
    storage: storageOf(given, mayCreate),
  });
}

/** What is wrong with the options of the service, in the names of the command line. The database is not among them. */
export function findServiceProblems(given: GivenOptions, settings: ServiceSettings): string[] {
  const { keys, problem: keyProblem } = tryEncryptionKeys(given);
  const options = { ...optionsOf(given, settings, keys), storage: assumedStorage };
  const key = keys === undefined ? undefined : given.secretSource("encryption-key");
  const others = findOptionProblems(options).map((problem) =>
    problem
      .replace(/^encryptionKey(\[\d+\])?/, (field) => key ?? `${field} in ${given.configFile?.name}`)
      .replace(namedByOptions, (field) => given.source(optionName(field))),
  );
  return keyProblem === undefined ? others : [keyProblem, ...others];
}

/** A wrong key does not hide what else is wrong. */
function tryEncryptionKeys(given: GivenOptions): { keys?: string[] | undefined; problem?: string } {
  try {
    return { keys: encryptionKeys(given) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { problem: error.message };
  }
}

/** A problem begins with the name of its option. */
const namedByOptions = /^(baseUrl|servicePrefix|environments|mailFrom|metricsToken|trustedProxyHops)\b/;

function optionsOf(
  given: GivenOptions,
  settings: ServiceSettings,
  keys: string[] | undefined,
): Omit<PaymentServiceOptions, "storage"> {
  const fromFile = given.configFile === undefined ? {} : serviceOptionsOf(given.configFile.config);
  return {
    ...fromFile,
    ...withoutUndefined({
      servicePrefix: given.text("service-prefix"),
      logger: settings.logger ?? chosenLogger(given),
      encryptionKey: keys,
      auditActor: commandActor(),
      ...settings,
    }),
    baseUrl: settings.baseUrl ?? fromFile.baseUrl ?? "http://127.0.0.1",
    webhooks: { ...fromFile.webhooks, ...settings.webhooks },
  };
}

/** @throws UsageError for an unknown level. */
export function chosenLogger(given: GivenOptions, level: LogLevel = "warn"): Logger {
  const own = given.origin("log-level") === "default" ? given.configFile?.config.logger : undefined;
  return own ?? createDefaultLogger(oneOf(given, "log-level", logLevels) ?? level);
}

/** Opens a service for one piece of work and always closes it. The actor in the audit log is the operating system's user. */
export async function withService<Result>(
  given: GivenOptions,
  settings: ServiceSettings & { mayCreate?: boolean },
  work: (service: PaymentService) => Promise<Result>,
): Promise<Result> {
  const service = openService(given, { mayCreate: false, ...settings });
  try {
    return await inContext({ actorKind: "command", systemUser: systemUser() }, () => work(service));
  } finally {
    await service.stop();
  }
}

/** The encryption keys in the environment; undefined when only the configuration file may have them. */
export function encryptionKeys(given: GivenOptions): string[] | undefined {
  const keys = given
    .secret("encryption-key")
    ?.split(",")
    .map((key) => key.trim());
  // The message must not contain the key.
  if (keys?.some((key) => Buffer.from(key, "base64").byteLength !== 32)) {
    throw new UsageError(
      `${given.secretSource("encryption-key")} must be 32 bytes as base64, as \`openssl rand -base64 32\` prints them, or several such keys separated by commas.`,
    );
  }
  return keys;
}

export function webhookAddressSettings(given: GivenOptions): { allowHttp: boolean; allowPrivateNetwork: boolean } {
  return { allowHttp: given.flag("allow-http-webhooks"), allowPrivateNetwork: given.flag("allow-private-webhooks") };
}

export function servedEnvironments(given: GivenOptions): ServiceSettings["environments"] {
  return listOf(given, "environments", environments);
}

function optionName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
