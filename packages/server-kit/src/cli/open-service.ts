// From options to a service: which database, with what settings. The commands then call its public surface and nothing else.
import { createPaymentService } from "../create-payment-service.js";
import { createDefaultLogger, type LogLevel, logLevels } from "../default-logger.js";
import type { Logger } from "../domain/clock.js";
import { environments } from "../domain/environment.js";
import type { PaymentService } from "../payment-service.js";
import type { PaymentServiceOptions } from "../service-options.js";
import { type GivenOptions, type OptionSpec, UsageError } from "./command.js";
import { chosenDatabase, databaseOption, postgresOptions, storageOf } from "./database.js";
import { listOf, oneOf } from "./option-values.js";

/** For every command that works on a database. */
export const databaseOptions: readonly OptionSpec[] = [
  databaseOption,
  ...postgresOptions,
  {
    name: "service-prefix",
    configures: true,
    value: "<word>",
    summary: "begins API keys and references; ps when left out",
  },
  {
    name: "log-level",
    configures: true,
    value: "<level>",
    summary:
      "debug, info, warn or error, to standard error; left out, serve takes info (a line for each request), others warn",
  },
];

/** Whether webhook addresses such as http://127.0.0.1:3000 are taken, when one is saved and when one is called. */
export const webhookAddressOptions: readonly OptionSpec[] = [
  { name: "allow-http-webhooks", configures: true, summary: "take http: webhook addresses beside https:" },
  { name: "allow-private-webhooks", configures: true, summary: "take loopback and private webhook addresses" },
];

export type ServiceSettings = Omit<Partial<PaymentServiceOptions>, "storage">;

/**
 * A service that is not started. `mayCreate`: without it, a database that does not exist is an error, so that a mistyped one is
 * noticed.
 * @throws UsageError that names the option.
 */
export function openService(
  given: GivenOptions,
  { mayCreate, ...settings }: ServiceSettings & { mayCreate: boolean },
): PaymentService {
  const options: PaymentServiceOptions = {
    baseUrl: "http://127.0.0.1",
    servicePrefix: given.text("service-prefix"),
    logger: chosenLogger(given),
    encryptionKey: encryptionKeys(given),
    ...settings,
    storage: storageOf(chosenDatabase(given), mayCreate),
  };
  try {
    return createPaymentService(options);
  } catch (error) {
    // What it refuses are options of ours: spell them as they were given.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      message
        .replace(/\bencryptionKey(\[\d+\])?/, "PAYMENT_SESSIONS_ENCRYPTION_KEY")
        .replace(/\b(baseUrl|servicePrefix|environments|mailFrom)\b/, (field) => given.source(optionName(field))),
    );
  }
}

/** @throws UsageError for a level that is none. */
export function chosenLogger(given: GivenOptions, level: LogLevel = "warn"): Logger {
  return createDefaultLogger(oneOf(given, "log-level", logLevels) ?? level);
}

/** Opens a service for one piece of work and closes it whatever happens. */
export async function withService<Result>(
  given: GivenOptions,
  settings: ServiceSettings & { mayCreate?: boolean },
  work: (service: PaymentService) => Promise<Result>,
): Promise<Result> {
  const service = openService(given, { mayCreate: false, ...settings });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

function encryptionKeys(given: GivenOptions): string[] | undefined {
  const keys = given.secret("encryption-key")?.split(",");
  // The key itself is not repeated.
  if (keys?.some((key) => Buffer.from(key, "base64").byteLength !== 32)) {
    throw new UsageError(
      "PAYMENT_SESSIONS_ENCRYPTION_KEY must be 32 bytes as base64, such as `openssl rand -base64 32` prints, or several of them separated by commas.",
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
