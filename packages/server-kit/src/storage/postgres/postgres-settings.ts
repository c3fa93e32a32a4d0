// The options of `postgresStorage`, checked.
import { type FieldNames, findUnknownFields } from "../../domain/known-fields.js";
import type { PostgresPool } from "./driver.js";

export interface PostgresStorageOptions {
  /** `postgres://user:password@host:5432/database`; either this or `pool`. */
  connectionString?: string | undefined;
  /**
   * A `Pool` of the package `pg`, which the host closes itself. Should have `keepAlive`, a `connectionTimeoutMillis` of about 5 seconds, a
   * `query_timeout` of about 15 and, from pg 8.23, `pipeline: true`, which closes a connection that got no response: otherwise calls and
   * jobs stop for minutes when the server's machine vanishes without closing its connections. At least four connections, unless there is a
   * `listenConnectionString`.
   */
  pool?: PostgresPool | undefined;
  /**
   * The address of the server itself, when `connectionString` or `pool` connects through a pooler in transaction mode: migrations, jobs and
   * the two listening connections of each instance need sessions. If omitted, they use the same connections as all other work, and opening
   * the storage fails behind a pooler in transaction mode.
   */
  listenConnectionString?: string | undefined;
  /** Schema of the tables, created when it is missing. Default: `payment_sessions`. */
  schema?: string | undefined;
  /**
   * Maximum number of connections of this instance for payments and panel, unless `pool` is given; default 10.
   * Background work has six more.
   */
  maxConnections?: number | undefined;
}

export type Settings = { schema: string; listenConnectionString: string | undefined } & (
  | { pool: PostgresPool }
  | { connectionString: string; max: number; connectionTimeoutMs: number }
);

/** How long a unit of work waits for a free connection before its caller gets a 503. */
export const connectionTimeoutMs = 5000;

/** Of a pool for all work: two connections are kept to listen, and a statement of background work may run beside a unit of work. */
const minPoolSize = 4;

/** @throws Error for options without a database, and for unknown or invalid options. */
export function requireSettings(options: PostgresStorageOptions): Settings {
  const [unknown] = findUnknownFields(options, {
    connectionString: true,
    pool: true,
    listenConnectionString: true,
    schema: true,
    maxConnections: true,
  } satisfies FieldNames<PostgresStorageOptions>);
  if (unknown !== undefined) throw new Error(`postgresStorage: ${unknown.path} ${unknown.message}`);
  const { connectionString, listenConnectionString, pool, schema = "payment_sessions" } = options ?? {};
  const { maxConnections: max = 10 } = options ?? {};
  if (typeof schema !== "string" || !/^[A-Za-z_][\w]{0,62}$/.test(schema)) {
    throw new Error("postgresStorage: schema must be a name of letters, digits and underscores, 63 at most.");
  }
  if (!Number.isInteger(max) || max < 2)
    throw new Error("postgresStorage: maxConnections must be an integer of 2 or more.");
  if (listenConnectionString !== undefined && !isConnectionString(listenConnectionString)) {
    throw new Error("postgresStorage: listenConnectionString must begin with postgres://.");
  }
  const poolSize = pool?.options?.max ?? minPoolSize;
  if (listenConnectionString === undefined && poolSize < minPoolSize) {
    throw new Error(
      `postgresStorage: pool must have a max of ${minPoolSize} or more, not ${poolSize}, because two connections are kept; or give listenConnectionString.`,
    );
  }
  if (pool !== undefined && connectionString === undefined) return { schema, pool, listenConnectionString };
  // The message must not contain the value: it may contain a password.
  if (pool !== undefined || !isConnectionString(connectionString)) {
    throw new Error(
      "postgresStorage needs { connectionString } that begins with postgres://, or { pool } of the package pg.",
    );
  }
  return { schema, connectionString, listenConnectionString, max, connectionTimeoutMs };
}

function isConnectionString(value: unknown): value is string {
  return typeof value === "string" && /^postgres(?:ql)?:\/\//.test(value);
}
