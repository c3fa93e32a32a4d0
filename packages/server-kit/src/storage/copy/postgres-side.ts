// A PostgreSQL schema as one side of a copy, on one connection: the source under a lock against writes, the target under an
// advisory lock, so that two copies never write to the same one.
import { copyLockClass, heldLocksSql, instanceLockClass } from "../postgres/advisory-locks.js";
import type { PostgresClient, PostgresPool } from "../postgres/driver.js";
import { createPool } from "../postgres/driver.js";
import { listMigrations, migrate } from "../postgres/migrate.js";
import { codeOf } from "../postgres/postgres-errors.js";
import { quoteName } from "../postgres/quote-name.js";
import { requireSession } from "../postgres/require-session.js";
import { type CopyRow, type CopyTable, type CopyValue, orderColumn } from "./copy-plan.js";
import { type CopySource, type CopyTarget, settingsTable } from "./copy-side.js";
import { shapesOfSchema } from "./postgres-shapes.js";
import { unfinishedCopyName } from "./unfinished-copy.js";

export interface PostgresPlace {
  connectionString: string;
  schema: string;
  label: string;
}

const applicationName = "payment-sessions copy";

interface Held {
  pool: PostgresPool;
  client: PostgresClient;
  close(): Promise<void>;
}

/** @throws Error when a service is connected or writes, or the schema is not this version's. */
export async function openPostgresSource(place: PostgresPlace): Promise<CopySource> {
  const held = await hold(place);
  try {
    const migrated = await query(held.client, "SELECT to_regclass($1)::text AS found", [
      `${quoteName(place.schema)}.migrations`,
    ]);
    if (migrated[0]?.found == null) throw new Error(`There is no database ${place.label} (schema ${place.schema}).`);
    const applied = await query(held.client, "SELECT name FROM migrations");
    const missing = listMigrations(new Set(applied.map(({ name }) => String(name)))).filter((one) => !one.isApplied);
    if (missing.length > 0) {
      throw new Error(`${place.label} is not up to date: run "payment-sessions migrate" on it first.`);
    }
    await refuseConnectedServices(held.client, place);
    const tables = (await shapesOfSchema(held.client, place.schema)).map(({ name }) => quoteName(name));
    await held.client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await held.client.query(`LOCK TABLE ${tables.join(", ")} IN SHARE MODE NOWAIT`).catch((error: unknown) => {
      if (codeOf(error) !== "55P03") throw error;
      throw new Error(`${place.label} is being written to: stop the service that works on it, then copy.`);
    });
    return sideOf(held, place);
  } catch (error) {
    await held.close();
    throw error;
  }
}

/** Creates the schema when it is missing. */
export async function openPostgresTarget(place: PostgresPlace): Promise<CopyTarget> {
  const held = await hold(place);
  const { client, pool } = held;
  const side = sideOf(held, place);
  try {
    await refuseConnectedServices(client, place);
  } catch (error) {
    await held.close();
    throw error;
  }
  return {
    ...side,
    async unfinishedFrom() {
      const mark = (await hasMigrations(client, place.schema))
        ? await query(client, "SELECT checksum FROM migrations WHERE name = $1", [unfinishedCopyName])
        : [];
      if (mark[0] === undefined) await migrate(pool, place.schema, Date.now());
      return mark[0] === undefined ? undefined : String(mark[0].checksum);
    },
    async begin(source) {
      await transaction(client, async () => {
        await client.query(`DELETE FROM ${settingsTable}`);
        await query(client, "INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)", [
          unfinishedCopyName,
          source,
          Date.now(),
        ]);
      });
    },
    append: (table, rows) =>
      transaction(client, async () => {
        // Triggers are disabled, because the rows that they derive are copied as well.
        await client.query(`ALTER TABLE ${quoteName(table.name)} DISABLE TRIGGER USER`);
        await insertRows(client, table, rows);
        await client.query(`ALTER TABLE ${quoteName(table.name)} ENABLE TRIGGER USER`);
      }),
    async lastKey(table) {
      const order = table.key.map((name) => `${quoteName(name)} DESC`).join(", ");
      const [row] = await selectRows(client, table, `ORDER BY ${order} LIMIT 1`, []);
      return row && table.keyPositions.map((position) => row[position] ?? null);
    },
    async finish(tables) {
      await transaction(client, async () => {
        for (const table of tables) await continueNumbering(client, place.schema, table);
        await query(client, "DELETE FROM migrations WHERE name = $1", [unfinishedCopyName]);
      });
      await client.query(`ANALYZE ${tables.map(({ name }) => quoteName(name)).join(", ")}`);
    },
  };
}

async function hold({ connectionString, schema, label }: PostgresPlace): Promise<Held> {
  // The second connection is for the migrations of a new target.
  const pool = await createPool({ connectionString, max: 2, connectionTimeoutMs: 10_000, applicationName });
  const connect = async () => {
    await requireSession(
      pool,
      "A copy needs session locks, which it does not keep: give the address of the server itself.",
    );
    return pool.connect();
  };
  const client = await connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  client.on("error", () => undefined);
  const close = async () => {
    // Ends open transactions: the locks belong to this connection.
    client.release(true);
    await pool.end();
  };
  try {
    await client.query(
      `SET search_path TO ${quoteName(schema)}, pg_catalog; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
    );
    if (!(await acquireCopyLock(client, schema))) throw new Error(`Another copy of ${label} is running.`);
    return { pool, client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The server ends a session shortly after its client disconnects, so a command that has just ended may still be listed. */
const disconnectTimeoutMs = 1500;
const pollIntervalMs = 50;

/** False when another session holds the lock for longer than the server takes to end that of a closed connection. */
async function acquireCopyLock(client: PostgresClient, schema: string): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += pollIntervalMs) {
    const sql = "SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_ours";
    const [lock] = await query(client, sql, [copyLockClass, schema]);
    if (lock?.is_ours === true || waitedMs >= disconnectTimeoutMs) return lock?.is_ours === true;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/** Detects instances by their locks, whatever pool a host uses; commands by the name of their connections. */
async function refuseConnectedServices(client: PostgresClient, { label }: PostgresPlace): Promise<void> {
  let count = await countConnected(client);
  for (let waitedMs = 0; count > 0 && waitedMs < disconnectTimeoutMs; waitedMs += pollIntervalMs) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    count = await countConnected(client);
  }
  if (count > 0) {
    throw new Error(`A service is connected to ${label} (${count} connections): stop every instance, then copy.`);
  }
}

async function countConnected(client: PostgresClient): Promise<number> {
  const [connected] = await query(
    client,
    `SELECT count(DISTINCT pid)::int AS count FROM (
       SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'payment-sessions'
       UNION ALL SELECT pid ${heldLocksSql}
     ) AS connected`,
    [instanceLockClass],
  );
  return Number(connected?.count);
}

function sideOf({ client, close }: Held, { label, schema }: PostgresPlace): CopySource {
  return {
    kind: "postgres",
    label,
    tables: () => shapesOfSchema(client, schema),
    async count({ name }) {
      const [row] = await query(client, `SELECT count(*) AS count FROM ${quoteName(name)}`);
      return Number(row?.count);
    },
    async rowsAfter(table, key, limit) {
      const names = table.key.map(quoteName).join(", ");
      const after = key === undefined ? "" : `WHERE (${names}) > (${table.key.map((_, i) => `$${i + 1}`).join(", ")})`;
      return selectRows(client, table, `${after} ORDER BY ${names} LIMIT ${limit}`, key ?? []);
    },
    close,
  };
}

async function selectRows(
  client: PostgresClient,
  table: CopyTable,
  condition: string,
  values: readonly CopyValue[],
): Promise<CopyRow[]> {
  const names = table.columns.map(({ name }) => quoteName(name)).join(", ");
  const { rows } = await client.query({
    text: `SELECT ${names} FROM ${quoteName(table.name)} ${condition}`,
    values: values.map(toPostgres),
    rowMode: "array",
  });
  // Rows are requested as arrays; the driver returns bigint as text, and every other kind unchanged.
  return (rows as (string | number | boolean | Uint8Array | null)[][]).map((row) =>
    row.map((value, index) =>
      table.columns[index]?.kind === "integer" && value !== null ? BigInt(value as string) : value,
    ),
  );
}

const arrayTypes = { integer: "bigint", boolean: "boolean", real: "float8", text: "text", bytes: "bytea" };

/** One statement with an array for each column: a slice is one round trip. */
async function insertRows(client: PostgresClient, table: CopyTable, rows: readonly CopyRow[]): Promise<void> {
  const names = table.columns.map(({ name }) => quoteName(name)).join(", ");
  const arrays = table.columns.map(({ kind }, index) => `$${index + 1}::${arrayTypes[kind]}[]`).join(", ");
  await client.query({
    text: `INSERT INTO ${quoteName(table.name)} (${names}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`,
    values: table.columns.map((_, index) => rows.map((row) => toPostgres(row[index] ?? null))),
  });
}

/** New rows are numbered after the copied ones. */
async function continueNumbering(client: PostgresClient, schema: string, table: CopyTable): Promise<void> {
  for (const { name, kind } of table.columns) {
    if (kind !== "integer" || (name !== "id" && name !== orderColumn)) continue;
    const path = `${quoteName(schema)}.${quoteName(table.name)}`;
    await query(
      client,
      `SELECT setval(pg_get_serial_sequence($1, $2), (SELECT coalesce(max(${quoteName(name)}), 0) + 1 FROM ${quoteName(table.name)}), false)
       WHERE pg_get_serial_sequence($1, $2) IS NOT NULL`,
      [path, name],
    );
  }
}

async function hasMigrations(client: PostgresClient, schema: string): Promise<boolean> {
  const [row] = await query(client, "SELECT to_regclass($1)::text AS found", [`${quoteName(schema)}.migrations`]);
  return row?.found != null;
}

async function transaction(client: PostgresClient, work: () => Promise<void>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function query(
  client: PostgresClient,
  text: string,
  values: readonly (string | number)[] = [],
): Promise<Record<string, unknown>[]> {
  // The driver returns rows as objects unless arrays are requested.
  return (await client.query({ text, values: [...values] })).rows as Record<string, unknown>[];
}

function toPostgres(value: CopyValue): string | number | boolean | Uint8Array | null {
  return typeof value === "bigint" ? value.toString() : value;
}
