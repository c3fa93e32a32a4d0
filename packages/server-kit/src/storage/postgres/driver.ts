// The part of the package `pg` that the storage uses. It is an optional peer dependency, loaded on first use; a host may pass its own pool.
import { prepareText } from "./named-parameters.js";
import { standbyError } from "./postgres-errors.js";

export type PostgresValue =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | null
  | readonly (string | number | bigint | boolean | null)[];

export interface PostgresQuery {
  /** Names a prepared statement; a name always has the same text. */
  name?: string;
  text: string;
  values?: unknown[];
  rowMode?: "array";
  /** How long the driver waits for the response, in milliseconds. */
  query_timeout?: number;
}

export interface PostgresResult {
  rows: unknown[];
  /** Of the last statement; a bigint column has the type 20. */
  fields: { name: string; dataTypeID: number }[];
  rowCount: number | null;
}

/** One connection of the pool; `release(true)` closes it instead of returning it. */
export interface PostgresClient {
  /** As reported by the server when the client connected. */
  processID?: number | null;
  /** Statements are sent without waiting for earlier ones; otherwise one at a time. */
  readonly pipeline?: boolean;
  query(query: string | PostgresQuery): Promise<PostgresResult>;
  release(destroy?: boolean): void;
  /** Required: without a listener, a connection that breaks while it is in use ends the process. */
  on(event: "error" | "end", listener: (error?: Error) => void): unknown;
  on(event: "notification", listener: (message: { channel: string; payload?: string | undefined }) => void): unknown;
}

/** A `Pool` of the package `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  options?: { max?: number | undefined } | undefined;
  /** Numbers of connections, for the metrics. */
  totalCount?: number;
  idleCount?: number;
  waitingCount?: number;
}

export interface PoolSettings {
  connectionString: string;
  /** Maximum number of connections of this instance. */
  max: number;
  /** How long a unit of work waits for a connection, in milliseconds. */
  connectionTimeoutMs: number;
  /** Shown in `pg_stat_activity`. Default: `payment-sessions`, by which other commands detect a connected service. */
  applicationName?: string;
  /** Statements are sent without waiting for earlier ones. Default: false. */
  isPipelined?: boolean;
  /** How long a statement that names no time of its own waits for its response. Default: without end. */
  responseTimeoutMs?: number;
  /** Connecting to a read-only standby fails. Default: false. */
  refusesStandby?: boolean;
}

/**
 * For a statement of its own. A server whose machine vanished closes no connection, and the operating system gives up only after many
 * minutes.
 */
export const responseTimeoutMs = 15_000;
/**
 * For each statement of a transaction, which may have been sent behind BEGIN with its waits for locks, and behind other statements: the
 * server allows each of them ten seconds (begin-statements.ts).
 */
export const responseTimeoutInTransactionMs = 25_000;
/** Detects an idle connection without a server: the operating system then sends a probe each second, ten in all. */
const keepAliveInitialDelayMs = 10_000;

/** Names both optional peers: a service needs both, so one message avoids a second failed start. */
export const missingPackages = "PostgreSQL needs the packages pg and graphile-worker: npm install pg graphile-worker";

/** @throws Error naming the packages to install when `pg` is missing. */
export async function createPool({
  connectionString,
  max,
  connectionTimeoutMs,
  applicationName = "payment-sessions",
  isPipelined = false,
  responseTimeoutMs,
  refusesStandby = false,
}: PoolSettings): Promise<PostgresPool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new Error(missingPackages, { cause });
  });
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveInitialDelayMs,
    ...(responseTimeoutMs !== undefined && { query_timeout: responseTimeoutMs }),
    ...(refusesStandby && { verify: refuseStandby }),
    // Ignored by versions that do not know it.
    pipeline: isPipelined,
  });
  // The pool removes an idle connection that the server ended; without a listener this error would end the process.
  pool.on("error", () => undefined);
  // For graphile-worker, which takes connections by itself.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** As the option `verify` of a pool of the package pg. */
function refuseStandby(client: Pick<PostgresClient, "query">, done: (error?: Error) => void): void {
  client.query("SELECT pg_is_in_recovery() AS standby").then(
    // One boolean column is selected.
    ({ rows }) => ((rows as [{ standby: boolean }])[0].standby ? done(standbyError()) : done()),
    done,
  );
}

const listened = new WeakSet<PostgresClient>();

/** A connection of the pool whose loss fails its statements, and does not end the process, as it would without a listener. */
export async function takeConnection(pool: PostgresPool): Promise<PostgresClient> {
  const client = await pool.connect();
  if (!listened.has(client)) client.on("error", () => undefined);
  listened.add(client);
  return client;
}

/** The longest time of a timer, 25 days. */
const longestTimerMs = 2 ** 31 - 1;

/** Sends each statement on this connection, to wait for its response whatever `query_timeout` a host gave its pool. */
export function withoutResponseTimeout(client: PostgresClient): {
  query(query: string | PostgresQuery, values?: unknown[]): Promise<PostgresResult>;
} {
  return {
    query: (query, values) =>
      client.query({
        ...(typeof query === "string" ? { text: query } : query),
        ...(values !== undefined && { values }),
        query_timeout: longestTimerMs,
      }),
  };
}

/** A pool that is created on first use. */
export type LazyPool = () => Promise<PostgresPool>;

/** Runs one statement as its own transaction, outside of any unit of work. Table names must include the schema. */
export function queryAutocommit(pool: LazyPool, text: string, values: unknown[] = []): Promise<PostgresResult> {
  return onConnection(pool, { text, values });
}

/** The same, prepared; rows as arrays of column values. */
export async function queryRows(pool: LazyPool, sql: string, values: unknown[]): Promise<unknown[][]> {
  const { name, text } = prepareText(sql);
  // The driver returns rows as arrays for rowMode "array".
  return (await onConnection(pool, { name, text, values, rowMode: "array" })).rows as unknown[][];
}

async function onConnection(pool: LazyPool, query: PostgresQuery): Promise<PostgresResult> {
  const client = await takeConnection(await pool());
  let isBroken = true;
  try {
    const result = await client.query({ ...query, query_timeout: responseTimeoutMs });
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}
