// Facts about a PostgreSQL server and its connections, for `doctor`. Only reads the server's catalogs.
import { heldLocksSql, instanceLockClass, isLockOfSql } from "./advisory-locks.js";
import type { PostgresClient } from "./driver.js";
import { jobsSchemaOf } from "./jobs.js";
import { quoteName } from "./quote-name.js";

export interface ServerFacts {
  /** `server_version_num`, such as 150004. */
  version: number;
  isStandby: boolean;
  encoding: string;
  hasPlpgsql: boolean;
  mayCreateSchemas: boolean;
  /** `table.column` of indexed columns that do not compare by bytes. */
  otherCollations: string[];
  maxConnections: number;
  usedConnections: number;
  /** Number of instances, counted by the connection that each keeps. */
  instances: number;
  longTransactions: { pid: number; seconds: number; state: string; application: string }[];
  /** Names of instances and runners that hold jobs or turns and are not connected. */
  goneWorkers: string[];
  /** Settings of the server, database or role that would end connections or transactions of the service. */
  timeouts: { name: string; value: string }[];
}

/** Units of work take milliseconds; long transactions keep locks and block the vacuum. */
const longTransactionSeconds = 60;

export async function inspectServer(client: PostgresClient, schema: string): Promise<ServerFacts> {
  const ask = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    // Each statement below selects the columns of its Row and casts them to types that the driver returns as such.
    (await client.query({ text, values })).rows as Row[];
  const [server] = await ask<Omit<ServerFacts, "otherCollations" | "longTransactions" | "goneWorkers" | "timeouts">>(
    serverSql,
    [instanceLockClass],
  );
  if (server === undefined) throw new Error("The server returned no row for its settings.");
  const collations = await ask<{ column: string }>(collationsSql, [schema]);
  const jobs = `${quoteName(jobsSchemaOf(schema))}.jobs`;
  const [tables] = await ask<{ turns: string | null; jobs: string | null }>(
    "SELECT to_regclass($1)::text AS turns, to_regclass($2)::text AS jobs",
    [`${quoteName(schema)}.endpoint_turns`, jobs],
  );
  const owners = [
    ...(tables?.turns ? [`SELECT owner AS name FROM ${quoteName(schema)}.endpoint_turns WHERE owner IS NOT NULL`] : []),
    ...(tables?.jobs ? [`SELECT locked_by FROM ${jobs} WHERE locked_at IS NOT NULL`] : []),
  ];
  const gone =
    owners.length === 0
      ? []
      : await ask<{ name: string }>(`SELECT DISTINCT name FROM (${owners.join(" UNION ")}) AS owners ${goneSql}`, [
          instanceLockClass,
          schema,
        ]);
  return {
    ...server,
    otherCollations: collations.map(({ column }) => column),
    longTransactions: await ask(longTransactionsSql, [longTransactionSeconds]),
    goneWorkers: gone.map(({ name }) => name),
    timeouts: await ask(timeoutsSql),
  };
}

const serverSql = `
SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS "isStandby",
  current_setting('server_encoding') AS encoding,
  EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'plpgsql') AS "hasPlpgsql",
  has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas",
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "maxConnections",
  (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS "usedConnections",
  (SELECT count(DISTINCT pid)::int ${heldLocksSql}) AS instances`;

const collationsSql = `
SELECT DISTINCT t.relname || '.' || a.attname AS column
FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey) JOIN pg_collation c ON c.oid = a.attcollation
WHERE n.nspname = $1 AND t.relname <> 'migrations' AND c.collname <> 'C' ORDER BY 1`;

const goneSql = `WHERE NOT EXISTS (SELECT 1 ${heldLocksSql} AND ${isLockOfSql("$2 || '/' || name")})`;

const longTransactionsSql = `
SELECT pid, extract(epoch FROM now() - xact_start)::int AS seconds, coalesce(state, '') AS state,
  coalesce(application_name, '') AS application
FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - make_interval(secs => $1)
ORDER BY xact_start LIMIT 5`;

/** As effective in this session, so that settings of the database or the role are included. */
const timeoutsSql = `
SELECT name, setting || coalesce(unit, '') AS value FROM pg_settings
WHERE (name = 'idle_session_timeout' OR name = 'transaction_timeout') AND setting <> '0'`;
