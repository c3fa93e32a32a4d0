// The part of the package `pg` that the storage uses. It is an optional peer: loaded on first use, and a host may hand in its own pool.
import { prepareText } from "./named-parameters.js";

export type PostgresValue =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | null
  | readonly (string | number | bigint | boolean | null)[];

export interface PostgresQuery {
  /** Names a prepared statement; the same name always carries the same text. */
  name?: string;
  text: string;
  values?: unknown[];
  rowMode?: "array";
}

export interface PostgresResult {
  rows: unknown[];
  /** Of the last statement; a bigint column has the type 20. */
  fields: { name: string; dataTypeID: number }[];
  rowCount: number | null;
}

/** One connection taken out of the pool; `release(true)` closes it instead of giving it back. */
export interface PostgresClient {
  /** As the server told it when the connection was made. */
  processID?: number | null;
  /** Statements are sent without waiting for the ones before; otherwise one at a time. */
  readonly pipeline?: boolean;
  query(query: string | PostgresQuery): Promise<PostgresResult>;
  release(destroy?: boolean): void;
  /** Without a listener, a connection that breaks while it is in use would end the process. */
  on(event: "error" | "end", listener: (error?: Error) => void): unknown;
  on(event: "notification", listener: (message: { channel: string; payload?: string | undefined }) => void): unknown;
}

/** A `Pool` of the package `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  /** As the package `pg` counts its connections; for the metrics. */
  totalCount?: number;
  idleCount?: number;
  waitingCount?: number;
}

export interface PoolSettings {
  connectionString: string;
  /** Connections of this instance at most. */
  max: number;
  /** How long a unit of work waits for a connection, in milliseconds. */
  connectionTimeoutMs: number;
  /** What `pg_stat_activity` shows. Default: `payment-sessions`, by which other commands see that a service is connected. */
  applicationName?: string;
  /** Statements are sent without waiting for the ones before. Default: false. */
  isPipelined?: boolean;
}

/** Both are optional peers, and a service needs both: whoever is told of one should not be told of the other afterwards. */
export const missingPackages = "PostgreSQL needs the packages pg and graphile-worker: npm install pg graphile-worker";

/** @throws Error that says what to install when the package is missing. */
export async function createPool({
  connectionString,
  max,
  connectionTimeoutMs,
  applicationName = "payment-sessions",
  isPipelined = false,
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
    // Ignored by versions that do not know it.
    pipeline: isPipelined,
  });
  // An idle connection that the server ended leaves the pool by itself; without a listener the process would end with it.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** A pool that is made on first use. */
export type LatePool = () => Promise<PostgresPool>;

/** One statement outside of any unit of work, committed by itself. Names have to carry their schema. */
export function queryAlone(pool: LatePool, text: string, values: unknown[] = []): Promise<PostgresResult> {
  return onConnection(pool, { text, values });
}

/** The same, prepared; rows as arrays of column values. */
export async function queryRows(pool: LatePool, sql: string, values: unknown[]): Promise<unknown[][]> {
  const { name, text } = prepareText(sql);
  // Sound: the driver gives rows as arrays when it is asked for them.
  return (await onConnection(pool, { name, text, values, rowMode: "array" })).rows as unknown[][];
}

async function onConnection(pool: LatePool, query: PostgresQuery): Promise<PostgresResult> {
  const client = await (await pool()).connect();
  let isBroken = true;
  try {
    const result = await client.query(query);
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}
