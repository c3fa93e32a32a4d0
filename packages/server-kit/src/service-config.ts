// The configuration file `payment-sessions.config.{js,mjs,ts}`: the options of createPaymentService, and those of the command line.
import { findOptionProblems, knownOptions } from "./compose/check-options.js";
import { type LogLevel, logLevels } from "./compose/default-logger.js";
import { type FieldNames, findUnknownFields } from "./domain/known-fields.js";
import { isSmtpAddress, smtpAddressRule } from "./outbound/mailer.js";
import type { PaymentServiceOptions } from "./service-options.js";

export interface ServiceConfig extends Partial<PaymentServiceOptions> {
  /**
   * The database: a SQLite file, relative to the configuration file, or the address of a server. Default: `payments.db` in the current
   * directory. Excludes `storage`.
   */
  database?: string | undefined;
  /** PostgreSQL: the schema with the tables; default payment_sessions. */
  databaseSchema?: string | undefined;
  /** PostgreSQL: maximum connections of this process; default 10. */
  databaseConnections?: number | undefined;
  /** PostgreSQL behind a pooler in transaction mode: the address of the server itself, for background work. */
  databaseListenUrl?: string | undefined;
  /** Port of `serve`; default 8080, 0 picks a free port. */
  port?: number | undefined;
  /** The network address that `serve` listens on; default 127.0.0.1. */
  host?: string | undefined;
  /** `serve` also serves GET /metrics for Prometheus on this port, without a token; 0 picks a free one. Default: no such port. */
  metricsPort?: number | undefined;
  /** The network address of the metrics port; default 127.0.0.1. */
  metricsHost?: string | undefined;
  /** A mail server such as `smtps://user:password@mail.example.com`. Excludes `mailer`. */
  smtpUrl?: string | undefined;
  /** Log level of standard error; default info for `serve`, warn for other commands. Excludes `logger`. */
  logLevel?: LogLevel | undefined;
}

/** The configuration, or a function that returns it, such as one that fetches secrets first. */
export type ServiceConfigSource = ServiceConfig | (() => ServiceConfig | Promise<ServiceConfig>);

/**
 * Types the configuration file of the command line; returns its argument.
 *
 * @example
 * // payment-sessions.config.ts
 * export default defineConfig({ baseUrl: "https://pay.example.com", openBanking: { live: exampleBank() } });
 */
export function defineConfig(config: ServiceConfigSource): ServiceConfigSource {
  return config;
}

const knownNames: FieldNames<ServiceConfig> = {
  ...knownOptions,
  database: true,
  databaseSchema: true,
  databaseConnections: true,
  databaseListenUrl: true,
  port: true,
  host: true,
  metricsPort: true,
  metricsHost: true,
  smtpUrl: true,
  logLevel: true,
};

/** The options of createPaymentService in a configuration. */
export function serviceOptionsOf(config: ServiceConfig): Partial<PaymentServiceOptions> {
  const options: Partial<PaymentServiceOptions> = {};
  // `knownOptions` has exactly these keys.
  for (const name of Object.keys(knownOptions) as (keyof PaymentServiceOptions)[]) {
    // The same field of the same options.
    if (config[name] !== undefined) Object.assign(options, { [name]: config[name] });
  }
  return options;
}

/** A sentence for each invalid field, beginning with its path. `config` comes from a file, so its type is unchecked. */
export function findConfigProblems(config: ServiceConfig): string[] {
  const unknown = findUnknownFields(config, knownNames).map(({ path, message }) => `${path} ${message}`);
  const known = Object.fromEntries(Object.entries(config).filter(([name]) => Object.hasOwn(knownNames, name)));
  const options = serviceOptionsOf(known);
  // Omitted fields come from the environment and the command line.
  const whole = { baseUrl: "http://127.0.0.1", storage: assumedStorage, ...options };
  return [...unknown, ...findWrongCommandLineFields(config), ...findOptionProblems(whole)].map((problem) =>
    problem.replace(/^Option /, ""),
  );
}

/** Stands for the storage in a check of options, which checks only its presence. */
export const assumedStorage = { open() {} } as unknown as PaymentServiceOptions["storage"];

function* findWrongCommandLineFields(config: ServiceConfig): Generator<string> {
  const { database, smtpUrl, logLevel } = config;
  if (database !== undefined && (typeof database !== "string" || database === "")) {
    yield `database must be a file such as "payments.db"; got ${database === "" ? "empty text" : typeof database}.`;
  }
  for (const name of ["port", "metricsPort"] as const) {
    const port = config[name];
    if (port !== undefined && !(Number.isSafeInteger(port) && port >= 0 && port <= 65_535)) {
      yield `${name} must be a whole number from 0 to 65535; got ${JSON.stringify(port)}.`;
    }
  }
  for (const name of ["host", "metricsHost"] as const) {
    const host = config[name];
    if (host !== undefined && (typeof host !== "string" || host === "")) {
      yield `${name} must be an address such as "127.0.0.1"; got ${JSON.stringify(host)}.`;
    }
  }
  // The URLs may contain a password, so they are not shown.
  if (config.databaseListenUrl !== undefined && !/^postgres(ql)?:\/\/./.test(config.databaseListenUrl)) {
    yield "databaseListenUrl must begin with postgres://, such as postgres://user:password@host:5432/name.";
  }
  if (smtpUrl !== undefined && !isSmtpAddress(smtpUrl)) yield `smtpUrl ${smtpAddressRule}.`;
  if (logLevel !== undefined && !logLevels.includes(logLevel)) {
    yield `logLevel must be one of ${logLevels.join(", ")}; got ${JSON.stringify(logLevel)}.`;
  }
  for (const [ours, theirs] of [
    ["database", "storage"],
    ["smtpUrl", "mailer"],
    ["logLevel", "logger"],
  ] as const) {
    if (config[ours] !== undefined && config[theirs] !== undefined) {
      yield `${ours} and ${theirs} exclude each other: leave one of them out.`;
    }
  }
}
