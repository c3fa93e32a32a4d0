// Tests rolling upgrades: an instance of the previous version continues working, and starts, on a schema that
// the next version has migrated, if that migration allows it; no migration locks a table for long.
import Sqlite from "better-sqlite3";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createPaymentService, postgresStorage, sqliteStorage } from "../../src/index.js";
import type { Storage } from "../../src/storage/port.js";
import type { PostgresClient } from "../../src/storage/postgres/driver.js";
import { migrate as migratePostgres, migrations, type PostgresMigration } from "../../src/storage/postgres/migrate.js";
import { withShortLocks } from "../../src/storage/postgres/migration-turn.js";
import { migrate as migrateSqlite, migrations as sqliteMigrations } from "../../src/storage/sqlite/migrate.js";
import { freshFile } from "../cli/call-command-line.js";
import { urlOf } from "../listen.js";
import { createMigratedDatabase } from "../postgres/server.js";
import { createTestPool } from "../postgres/test-pool.js";
import { silentLogger } from "../silent-logger.js";

const additive = "ALTER TABLE payments ADD COLUMN note text";
const newest = migrations.at(-1)?.name ?? "";
const newestOfSqlite = sqliteMigrations.at(-1)?.name ?? "";

/** For each database: opens an instance of this version, and applies a migration of the next version. */
const databases = {
  SQLite: async () => {
    const filename = freshFile();
    return {
      open: async () => opened(sqliteStorage({ filename })),
      upgrade: async (mayRun: boolean) => {
        const connection = new Sqlite(filename);
        const next = { name: "999-next", sql: additive, ...(mayRun && { olderVersionsSince: newestOfSqlite }) };
        migrateSqlite(connection, 1, [...sqliteMigrations, next]);
        connection.close();
      },
    };
  },
  PostgreSQL: async () => {
    const connectionString = await freshServer();
    return {
      open: async () => opened(postgresStorage({ connectionString })),
      upgrade: (mayRun: boolean) =>
        upgrade(connectionString, {
          name: "999-next",
          sql: additive,
          ...(mayRun && { olderVersionsSince: newest }),
        }),
    };
  },
};

async function freshServer(): Promise<string> {
  const { connectionString, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  return connectionString;
}

async function upgrade(connectionString: string, next: PostgresMigration): Promise<void> {
  const pool = createTestPool({ connectionString });
  await migratePostgres(pool, "payment_sessions", 1, [...migrations, next]).finally(() => pool.end());
}

async function opened(storage: Storage): Promise<Storage> {
  onTestFinished(() => storage.close());
  await storage.open();
  return storage;
}

async function clientOf(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const put = (storage: Storage, name: string) => storage.write(({ settings }) => settings.put(name, "1"));

for (const [name, prepare] of Object.entries(databases)) {
  test(`${name}: old instances run, start and are ready beside a newer version whose migration allows it`, async () => {
    const { open, upgrade } = await prepare();
    const running = await open();
    await upgrade(true);
    await put(running, "a");
    expect((await running.migrations()).every(({ isApplied }) => isApplied)).toBe(true);
    const restarted = await open();
    await put(restarted, "b");
    expect(await running.read(({ settings }) => settings.list())).toHaveLength(2);
  });

  test(`${name}: a migration that does not allow older versions refuses their start and ends their readiness`, async () => {
    const { open, upgrade } = await prepare();
    const storage = await open();
    const service = createPaymentService({
      baseUrl: "http://127.0.0.1:1",
      storage,
      logger: silentLogger,
    });
    const url = urlOf(await service.listen(0));
    onTestFinished(() => service.stop());
    const ready = async () => (await fetch(`${url}/ready`)).status;
    expect(await ready()).toBe(200);
    await upgrade(false);
    expect(await ready()).toBe(503);
    await expect(storage.migrations()).rejects.toThrow("migrated by a newer version (999-next)");
    await expect(open()).rejects.toThrow("migrated by a newer version (999-next)");
  });
}

test("a migration that finds its table locked stops waiting within a second, and is applied when the lock is free", async () => {
  const connectionString = await freshServer();
  const storage = await opened(postgresStorage({ connectionString }));
  const holder = await clientOf(connectionString);
  await holder.query("BEGIN; SELECT 1 FROM payment_sessions.payments");
  let isDone = false;
  const migrating = upgrade(connectionString, { name: "999-next", sql: additive }).then(() => {
    isDone = true;
  });
  let longestMs = 0;
  // At least two rounds of the migration: each waits a second for its lock, and the statements queued behind it wait too.
  for (const end = performance.now() + 3500; performance.now() < end; ) {
    const startedAt = performance.now();
    await storage.read(({ payments }) => payments.find("pay_none"));
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
  expect(isDone).toBe(false);
  expect(longestMs).toBeGreaterThan(300);
  expect(longestMs).toBeLessThan(1900);
  await holder.query("COMMIT");
  await migrating;
  expect(isDone).toBe(true);
}, 15_000);

test("an index of a migration is built while others write, and again after an interruption", async () => {
  const connectionString = await freshServer();
  const storage = await opened(postgresStorage({ connectionString }));
  const client = await clientOf(connectionString);
  const on = "payment_sessions.payments (end_to_end_id)";
  await client.query(`CREATE INDEX payments_next ON ${on}`);
  await client.query(
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'payment_sessions.payments_next'::regclass",
  );
  const next = { name: "999-next", sql: "SELECT 1", indexes: [{ name: "payments_next", on }] };
  const [, ...writes] = await Promise.all([
    upgrade(connectionString, next),
    ...Array.from({ length: 20 }, (_, index) => put(storage, `w${index}`)),
  ]);
  expect(writes).toHaveLength(20);
  const { rows } = await client.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'payment_sessions.payments_next'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("five instances of the next version at once: the migration runs once, and an old instance continues to write", async () => {
  const connectionString = await freshServer();
  const storage = await opened(postgresStorage({ connectionString }));
  const next = { name: "999-next", sql: additive, olderVersionsSince: newest };
  await Promise.all([
    ...Array.from({ length: 5 }, () => upgrade(connectionString, next)),
    ...Array.from({ length: 20 }, (_, index) => put(storage, `w${index}`)),
  ]);
  expect(await storage.read(({ settings }) => settings.list())).toHaveLength(20);
});

test("a start with nothing to migrate takes no lock: it succeeds while another instance migrates", async () => {
  const connectionString = await freshServer();
  await opened(postgresStorage({ connectionString }));
  const migrating = await clientOf(connectionString);
  await migrating.query("SELECT pg_advisory_lock(7436529, hashtext('payment_sessions'))");
  await opened(postgresStorage({ connectionString }));
});

test.each(["statement_timeout", "lock_timeout"])(
  "PostgreSQL: the role's %s does not cancel the build of an index",
  async (setting) => {
    const connectionString = await freshServer();
    const table = { name: "001-things", sql: "CREATE TABLE things (name text)" };
    const index = { name: "002-index", sql: "SELECT 1", indexes: [{ name: "things_by_name", on: "things (name)" }] };
    const pool = createTestPool({ connectionString, options: `-c ${setting}=100` });
    onTestFinished(() => pool.end());
    await migratePostgres(pool, "public", 1, [table]);
    const writer = new pg.Client({ connectionString });
    await writer.connect();
    onTestFinished(() => writer.end());
    // The build waits for transactions that write to the table.
    await writer.query("BEGIN; INSERT INTO things VALUES ('one')");
    const migrated = migratePostgres(pool, "public", 1, [table, index]);
    await Promise.race([migrated, new Promise((resolve) => setTimeout(resolve, 500))]);
    await writer.query("COMMIT");
    await expect(migrated).resolves.toBeUndefined();
  },
);

test("PostgreSQL: a migration that the server rolls back because of a deadlock is applied again", async () => {
  const texts: string[] = [];
  let runs = 0;
  // Only this method of the driver's client is used.
  const client = { query: async (text: string) => void texts.push(text) } as unknown as PostgresClient;
  await withShortLocks(client, "001-things", async () => {
    runs += 1;
    if (runs === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
  });
  expect(runs).toBe(2);
  expect(texts.filter((text) => !text.startsWith("BEGIN"))).toEqual(["ROLLBACK", "COMMIT"]);
});
