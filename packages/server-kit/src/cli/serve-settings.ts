// The settings of `serve`, and everything that is wrong with them: `serve` refuses and `config check` reports the same problems.
import { createDefaultLogger } from "../compose/default-logger.js";
import type { PaymentServiceOptions } from "../service-options.js";
import { type GivenOptions, UsageError } from "./command.js";
import { chosenDatabase, connectionsOf, listenAddress } from "./database.js";
import { mailerFor } from "./mailer-for.js";
import {
  chosenLogger,
  findServiceProblems,
  type ServiceSettings,
  servedEnvironments,
  webhookAddressSettings,
} from "./open-service.js";
import { retentionSettings, wholeNumber } from "./option-values.js";
import { addressOf, givenPort } from "./serving.js";
import { withoutUndefined } from "./without-undefined.js";

/** @throws UsageError with a line for each setting that is wrong. */
export function readServeSettings(given: GivenOptions): ServiceSettings {
  const { settings, problems } = tryServeSettings(given);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return settings;
}

/** Options of the service that are set in the configuration file only, or for every command (open-service.ts). */
type ChosenElsewhere =
  | "storage"
  | "servicePrefix"
  | "encryptionKey"
  | "auditActor"
  | "openBanking"
  | "cardPages"
  | "providerTimeoutMs"
  | "orders"
  | "rateLimits"
  | "listenOptions"
  | "enforceTestEligibility"
  | "panel"
  | "theme"
  | "deployment"
  | "meter"
  | "clock"
  | "random";
/** Every other one: a new option of the service does not compile until it is set here, or named above. */
type ChosenByServe = {
  [Name in Exclude<keyof PaymentServiceOptions, ChosenElsewhere>]: PaymentServiceOptions[Name] | undefined;
};

function tryServeSettings(given: GivenOptions): { settings: ServiceSettings; problems: string[] } {
  const problems: string[] = [];
  function read<Value>(reader: () => Value): Value | undefined {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  }
  const port = read(() => givenPort(given));
  const chosen: ChosenByServe = {
    baseUrl: read(() => addressOf(given, port).baseUrl),
    environments: read(() => servedEnvironments(given)),
    trustedProxyHops: read(() => wholeNumber(given, "trusted-proxy-hops", { min: 0, max: 10 })),
    mailer: read(() => mailerFor(given)),
    mailFrom: given.text("mail-from"),
    metricsToken: read(() => given.text("metrics-token")),
    webhooks: read(() => webhookAddressSettings(given)),
    retention: read(() => retentionSettings(given).retention),
    logger: read(() => chosenLogger(given, "info")) ?? createDefaultLogger("info"),
  };
  const settings = withoutUndefined(chosen);
  for (const reader of [metricsPortOf, chosenDatabase, connectionsOf, listenAddress]) read(() => reader(given));
  problems.push(...(read(() => findServiceProblems(given, settings)) ?? []));
  return { settings, problems };
}

export function metricsPortOf(given: GivenOptions): number | undefined {
  return wholeNumber(given, "metrics-port", { min: 0, max: 65_535 });
}
