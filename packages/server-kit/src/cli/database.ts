// Determines the database of a command: a SQLite file, or a PostgreSQL server. A connection string may contain a password, so output shows
// its label only.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Storage } from "../storage/port.js";
import { maskedConnectionString, namePostgresFailure } from "../storage/postgres/connection-string.js";
import { createPool } from "../storage/postgres/driver.js";
import { asUnavailable } from "../storage/postgres/postgres-errors.js";
import { postgresStorage } from "../storage/postgres/postgres-storage.js";
import { quoteName } from "../storage/postgres/quote-name.js";
import { findInterruptedRestore } from "../storage/sqlite/interrupted-restore.js";
import { DatabaseFileError } from "../storage/sqlite/opening-errors.js";
import { sqliteStorage } from "../storage/sqlite/sqlite-storage.js";
import { type GivenOptions, type OptionSpec, UsageError } from "./command.js";
import { wholeNumber } from "./option-values.js";

export const databaseOption: OptionSpec = {
  name: "database",
  configures: true,
  isSecret: true,
  otherwise: "payments.db",
  value: "<file|url>",
  summary: "a SQLite file, or postgres://user:password@host:5432/name; default: payments.db",
};

export const postgresOptions: readonly OptionSpec[] = [
  {
    name: "database-schema",
    configures: true,
    otherwise: "payment_sessions",
    value: "<name>",
    summary: "PostgreSQL: the schema of the tables; default: payment_sessions",
  },
  {
    name: "database-connections",
    configures: true,
    otherwise: "10",
    value: "<number>",
    summary: "PostgreSQL: maximum number of connections of this process; default: 10",
  },
  {
    name: "database-listen-url",
    configures: true,
    isSecret: true,
    value: "<url>",
    otherwise: "the database itself",
    summary: "PostgreSQL behind a pooler in transaction mode: the address of the server itself, for background work",
  },
];

export interface SqliteDatabaseChoice {
  kind: "sqlite";
  filename: string;
  /** The option, variable or field that named it. */
  source: string;
  label: string;
}

export interface PostgresDatabaseChoice {
  kind: "postgres";
  connectionString: string;
  schema: string;
  /** The database for messages, without the password. */
  label: string;
}

/** A storage that the configuration file created. */
export interface OwnDatabaseChoice {
  kind: "own";
  storage: Storage;
  label: string;
}

export type DatabaseChoice = SqliteDatabaseChoice | PostgresDatabaseChoice | OwnDatabaseChoice;

const defaultFile = "payments.db";
const defaultSchema = "payment_sessions";
const defaultConnections = 10;

/** @throws UsageError for text that is neither a file nor a PostgreSQL address. */
export function chosenDatabase(given: GivenOptions): DatabaseChoice {
  const own = ownStorage(given);
  if (own !== undefined) return own;
  return readDatabase(given, given.text("database") ?? defaultFile, given.source("database"));
}

/** A database in the arguments or the environment takes precedence. */
function ownStorage(given: GivenOptions): OwnDatabaseChoice | undefined {
  const { configFile } = given;
  if (configFile?.config.storage === undefined || given.origin("database") !== "default") return undefined;
  return { kind: "own", storage: configFile.config.storage, label: `the storage of ${configFile.name}` };
}

/**
 * `source` is the origin of `text`, for messages.
 * @throws UsageError as `chosenDatabase`.
 */
export function readDatabase(
  given: GivenOptions,
  text: string,
  source: string,
): SqliteDatabaseChoice | PostgresDatabaseChoice {
  if (isPostgres(text)) {
    // The value is not repeated: it may contain a password.
    if (!URL.canParse(text)) {
      throw new UsageError(
        `${source} is not a valid PostgreSQL address: write postgres://user:password@host:5432/name, with special characters of the password as %XX.`,
      );
    }
    return {
      kind: "postgres",
      connectionString: text,
      schema: schemaName(given),
      label: maskedConnectionString(text),
    };
  }
  return { kind: "sqlite", filename: readFilename(text, source), source, label: text };
}

/**
 * For commands that support only a SQLite file. `instead` is the advice for PostgreSQL.
 * @throws UsageError for a database that is not a file.
 */
export function databaseFile(given: GivenOptions, instead: string): string {
  if (ownStorage(given) !== undefined) {
    throw new UsageError(
      `${given.configFile?.name} sets storage: this command needs a file, so give --database, or set database instead of storage there.`,
    );
  }
  const text = given.text("database") ?? defaultFile;
  // Before the other options of PostgreSQL are read: a command that supports only files does not have them.
  if (!isPostgres(text)) return readFilename(text, given.source("database"));
  throw new UsageError(`${given.source("database")} names a PostgreSQL server: ${instead}`);
}

/**
 * `mayCreate`: without it, a database that does not exist is an error, so that a mistyped name creates none.
 * @throws UsageError for a file that does not exist; for PostgreSQL the storage's `open` does.
 */
export function storageOf(given: GivenOptions, mayCreate: boolean): Storage {
  const database = chosenDatabase(given);
  if (database.kind === "sqlite") {
    if (!mayCreate && !existsSync(database.filename)) throw missingFile(given, database.filename);
    const storage = sqliteStorage({ filename: database.filename });
    return {
      ...storage,
      async open() {
        await storage.open().catch((error: unknown) => {
          throw error instanceof DatabaseFileError
            ? new UsageError(`${database.source}: ${error.message}`, { cause: error })
            : error;
        });
      },
    };
  }
  if (database.kind === "own") return database.storage;
  const { connectionString, schema } = database;
  const maxConnections = connectionsOf(given);
  const listenConnectionString = listenAddress(given);
  const storage = postgresStorage({ connectionString, schema, maxConnections, listenConnectionString });
  return {
    ...storage,
    async open() {
      try {
        if (!mayCreate) await requireSchema(database);
        await storage.open();
      } catch (error) {
        throw namePostgresFailure(asUnavailable(error), database.label);
      }
    },
  };
}

/** The maximum number of connections of one instance, for payments and the panel. */
export function connectionsOf(given: GivenOptions): number {
  return wholeNumber(given, "database-connections", { min: 2, max: 1000 }) ?? defaultConnections;
}

function isPostgres(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

export function listenAddress(given: GivenOptions): string | undefined {
  const text = given.text("database-listen-url");
  if (text === undefined || text === "") return undefined;
  if (isPostgres(text) && URL.canParse(text)) return text;
  throw new UsageError(
    `${given.source("database-listen-url")} must begin with postgres://, such as postgres://user:password@host:5432/name.`,
  );
}

/** Whether a relative `text` is a path: neither an address, nor a database in memory, nor a name that is refused. */
export function isFilename(text: string): boolean {
  return (
    text !== "" && text !== ":memory:" && !isAddress.test(text) && !filenameProblems.some(({ form }) => form.test(text))
  );
}

const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i;

function readFilename(text: string, source: string): string {
  if (isAddress.test(text) || text === "") {
    throw new UsageError(
      `${source} must be a file such as payments.db, or an address that begins with postgres://; got "${maskedConnectionString(text)}".`,
    );
  }
  const problem = filenameProblems.find(({ form }) => form.test(text));
  if (problem !== undefined) {
    // The value is not repeated: a list of keys may contain a password.
    throw new UsageError(
      `${source} ${problem.message}; write a file such as payments.db, or an address that begins with postgres://.`,
    );
  }
  return text;
}

/** Names that SQLite would take as they are, so that a new, empty database would be created beside the one that was meant. */
const filenameProblems: readonly { form: RegExp; message: string }[] = [
  { form: /^\s|\s$|\p{Cc}/u, message: "must not begin or end with a space, or contain a control character" },
  { form: /^["']|["']$/, message: "must not be in quotes" },
  { form: /^(sqlite3?|file):/i, message: "must not be a URI" },
  { form: /^postgres(ql)?(:|\/\/)/i, message: "looks like a PostgreSQL URL but does not begin with postgres://" },
  // With two letters or more before the colon: C:\ is a drive.
  { form: /[^:/\\]{2,}:[^\\@]+@/, message: "must not contain a user name and a password" },
  { form: /\?\w+=/, message: "must not have parameters" },
  {
    form: /(^|[\s;])(host|hostaddr|port|dbname|database|server|data source|user|user id|uid|password|pwd)\s*=/i,
    message: "must not be a list of keys and values",
  },
];

async function requireSchema({ connectionString, schema, label }: PostgresDatabaseChoice): Promise<void> {
  const pool = await createPool({ connectionString, max: 1, connectionTimeoutMs: 5000 });
  try {
    const client = await pool.connect();
    const name = `${quoteName(schema)}.migrations`;
    const { rows } = await client
      .query({ text: "SELECT to_regclass($1)::text AS found", values: [name] })
      .finally(() => client.release(true));
    // The statement returns one row with this column.
    if ((rows as { found: string | null }[])[0]?.found == null) throw missing(`${label} (schema ${schema})`);
  } finally {
    await pool.end();
  }
}

function missingFile(given: GivenOptions, filename: string): UsageError {
  const interrupted = findInterruptedRestore(filename);
  if (interrupted !== undefined) return new UsageError(interrupted);
  const folder =
    given.configFile === undefined ? ", and that this is the right folder: it has no configuration file" : "";
  return new UsageError(
    `There is no database ${resolve(filename)}: check --database${folder}. "payment-sessions migrate" would create a new, empty one.`,
  );
}

function missing(label: string): UsageError {
  return new UsageError(
    `There is no database ${label}: check --database and --database-schema, or create this one with "payment-sessions migrate".`,
  );
}

function schemaName(given: GivenOptions): string {
  const schema = given.text("database-schema") ?? defaultSchema;
  if (!/^[A-Za-z_]\w{0,62}$/.test(schema)) {
    throw new UsageError(
      `${given.source("database-schema")} must be a name of letters, digits and underscores, 63 at most; got "${schema}".`,
    );
  }
  return schema;
}
