// Tests that no migration which runs beside older instances does whole-table work while it holds a lock on a
// table: the duration of that grows with the table. Measured by the server's statistics within the
// migration's transaction, not by time.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePostgresPayments } from "../../../../bench/million/make-payments-postgres.mjs";
import { migrate, migrations, type PostgresMigration } from "../../src/storage/postgres/migrate.js";
import { createTestDatabase } from "../postgres/server.js";
import { createTestPool } from "../postgres/test-pool.js";

const paymentCount = 500;
const lastAlone = migrations.findLastIndex(({ olderVersionsSince }) => olderVersionsSince === undefined);

/** Tables with a lock that conflicts with reads or with writes. */
const lockedSql = `SELECT DISTINCT relation::regclass::text AS name FROM pg_locks JOIN pg_class ON pg_class.oid = relation
  WHERE pid = pg_backend_pid() AND relkind = 'r'
    AND mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')`;
/** Tables with rows read sequentially, or changed, within this transaction. */
const workedSql = `SELECT relname AS name, seq_tup_read::int AS read, (n_tup_upd + n_tup_del)::int AS changed
  FROM pg_stat_xact_user_tables WHERE schemaname = 'payment_sessions' AND (seq_tup_read > 0 OR n_tup_upd + n_tup_del > 0)`;
/** By table: its file, which a rewrite replaces, and its indexes. */
const shapesSql = `SELECT relname AS name, relfilenode::text AS file, reltuples::int AS rows,
    array(SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = pg_class.oid)::text[] AS indexes
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'payment_sessions'::regnamespace`;

interface Shape {
  name: string;
  file: string;
  rows: number;
  indexes: string[];
}

async function rowsOf<Row>(client: pg.Client, sql: string): Promise<Row[]> {
  // Each of the texts above selects the named columns.
  return (await client.query(sql)).rows as Row[];
}

/** Full tables that the migration locks while it works through them, or through another full table. */
async function lockedWhileWorking(connectionString: string, sql: string): Promise<string[]> {
  // A separate connection, since the server counts per connection and adds the counts up with a delay.
  const client = new pg.Client({ connectionString, options: "-c search_path=payment_sessions" });
  await client.connect();
  const before = await rowsOf<Shape>(client, shapesSql);
  const full = before.filter(({ rows }) => rows >= paymentCount).map(({ name }) => name);
  await client.query("BEGIN");
  try {
    await client.query(sql);
    const locked = (await rowsOf<{ name: string }>(client, lockedSql)).map(({ name }) => name);
    const after = await rowsOf<Shape>(client, shapesSql);
    const isRebuilt = (name: string) => {
      const [was, is] = [before, after].map((shapes) => shapes.find((shape) => shape.name === name));
      return is !== undefined && (was?.file !== is.file || is.indexes.some((index) => !was.indexes.includes(index)));
    };
    const worked = (await rowsOf<{ name: string; read: number; changed: number }>(client, workedSql))
      .filter(({ read, changed }) => read + changed >= paymentCount)
      .map(({ name }) => name);
    const busy = full.some((name) => isRebuilt(name) || worked.includes(name));
    return busy ? locked.filter((name) => full.includes(name)) : [];
  } finally {
    await client.end();
  }
}

let connectionString: string;
let drop: () => Promise<void>;
let pool: pg.Pool;
beforeAll(async () => {
  ({ connectionString, drop } = await createTestDatabase());
  pool = createTestPool({ connectionString });
  await migrate(pool, "payment_sessions", 1, migrations.slice(0, lastAlone + 1));
  await makePostgresPayments(connectionString, { payments: paymentCount, stores: 3 });
});
afterAll(async () => {
  await pool.end();
  await drop();
});

/** Builds them as `migrate` does, which then finds them valid. */
async function buildIndexes(pool: pg.Pool, { indexes = [] }: PostgresMigration): Promise<void> {
  for (const { name, unique, on } of indexes) {
    await pool.query(`CREATE ${unique ? "UNIQUE" : ""} INDEX CONCURRENTLY ${name} ON payment_sessions.${on}`);
  }
}

test.each([
  ["a column that is computed for every row", "ALTER TABLE payments ADD COLUMN drawn float DEFAULT random()"],
  ["an index beside the listed ones", "CREATE INDEX extra ON payments (order_id)"],
  [
    "a column and its values in one transaction",
    "ALTER TABLE payments ADD COLUMN note text; UPDATE payments SET note = order_id",
  ],
  ["a check of every row", "ALTER TABLE payments ADD CHECK (amount_cents < 1e15)"],
])("%s is detected", async (_, sql) => {
  expect(await lockedWhileWorking(connectionString, sql)).toEqual(["payments"]);
});

test("a column with the same value for every row needs no whole-table work", async () => {
  expect(await lockedWhileWorking(connectionString, "ALTER TABLE payments ADD COLUMN note text DEFAULT ''")).toEqual(
    [],
  );
});

test("no migration that runs beside older instances locks a large table during whole-table work", async () => {
  const lockedByMigration: Record<string, string[]> = {};
  for (const [index, migration] of migrations.entries()) {
    if (index <= lastAlone) continue;
    await buildIndexes(pool, migration);
    const tables = await lockedWhileWorking(connectionString, migration.sql);
    if (tables.length > 0) lockedByMigration[migration.name] = tables;
    await migrate(pool, "payment_sessions", 1, migrations.slice(0, index + 1));
  }
  expect(lockedByMigration).toEqual({});
});
