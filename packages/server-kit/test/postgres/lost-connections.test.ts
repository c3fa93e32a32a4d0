// Tests what a lost connection, a stale plan or a time-out of one unit does to that unit and to the others of its transaction.
import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { postgresStorage } from "../../src/index.js";
import type { Database } from "../../src/storage/postgres/database.js";
import type { PostgresPool } from "../../src/storage/postgres/driver.js";
import { createPostgresDatabase } from "../../src/storage/postgres/postgres-database.js";
import { createTransactions } from "../../src/storage/postgres/transactions.js";
import { closeAfterTest } from "../loopback.js";
import { sampleStore } from "../storage/conformance/sample-records.js";
import { administer, createMigratedDatabase, createTestDatabase, type TestDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";
import { watchedClient } from "./watched-client.js";

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
  closeAfterTest(database.drop);
});

const { merchantId } = sampleStore();

test.each([true, false])("a read whose COMMIT gets no response is repeated (isShort: %s)", async (isShort) => {
  let isArmed = false;
  const Client = watchedClient((text, client) => {
    if (!isArmed || text !== "COMMIT") return;
    isArmed = false;
    // The socket of the driver's connection, which its types leave out.
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  });
  const pool = createTestPool({ connectionString: database.connectionString, Client });
  closeAfterTest(() => pool.end());
  const storage = postgresStorage({ pool });
  closeAfterTest(() => storage.close());
  await storage.open();
  await storage.write((records) => records.stores.insertIfAbsent(sampleStore()));
  let runs = 0;
  isArmed = true;
  const found = await storage.read(
    async (records) => {
      runs += 1;
      return records.stores.find(merchantId);
    },
    { isShort },
  );
  expect(found).toMatchObject({ merchantId });
  expect(runs).toBe(2);
});

test("a row that stays locked fails the unit that needs it, not the others of its transaction", async () => {
  const storage = postgresStorage({ connectionString: database.connectionString });
  closeAfterTest(() => storage.close());
  await storage.open();
  await storage.write((records) => records.stores.insertIfAbsent(sampleStore()));
  const locker = new pg.Client({ connectionString: database.connectionString });
  await locker.connect();
  closeAfterTest(() => locker.end());
  await locker.query("BEGIN; SELECT 1 FROM payment_sessions.stores FOR UPDATE");
  const blocked = storage.write((records) => records.stores.update({ ...sampleStore(), name: "Renamed" }), {
    locks: ["first"],
  });
  const other = storage.write((records) => records.stores.find(merchantId), { locks: ["second"] });
  expect(await other).toMatchObject({ merchantId });
  await locker.query("ROLLBACK");
  await blocked;
  expect(await storage.read((records) => records.stores.find(merchantId))).toMatchObject({ name: "Renamed" });
});

test("a statement that the server cancels fails the units of its transaction, and none waits for it again", async () => {
  const pool = createTestPool({ connectionString: database.connectionString, max: 1 });
  closeAfterTest(() => pool.end());
  // A pool of the package pg has every method that is used.
  const transactions = createTransactions(pool as unknown as PostgresPool, "payment_sessions", () => undefined);
  let runs = 0;
  const units = ["first", "second"].map((lock) => ({
    work: async (records: Database) => {
      runs += 1;
      await records.all("SELECT pg_sleep(60)");
    },
    options: { locks: [lock] },
  }));
  const group = transactions.writeGroup(units, 0);
  await vi.waitFor(async () => {
    await administer(
      database.connectionString,
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'",
    );
    expect(await Promise.race([group, "waiting"])).not.toBe("waiting");
  }, 20_000);
  expect((await group).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(runs).toBe(2);
});

test("a column that a newer version adds does not fail the prepared statements of this one, on any connection", async () => {
  const schema = "public";
  const { connectionString, drop } = await createTestDatabase();
  closeAfterTest(drop);
  await administer(connectionString, "CREATE TABLE things (name text); INSERT INTO things VALUES ('one')");
  const pool = createTestPool({ connectionString, max: 6 });
  closeAfterTest(() => pool.end());
  // A pool of the package pg has every method that is used.
  const { read } = createPostgresDatabase(pool as unknown as PostgresPool, schema);
  const list = () =>
    read(async (records) => {
      const rows = await records.all("SELECT * FROM things");
      await records.all("SELECT pg_sleep(0.05)");
      return rows.length;
    });
  await Promise.all(Array.from({ length: 6 }, list));
  expect(pool.totalCount).toBe(6);
  await administer(connectionString, "ALTER TABLE things ADD COLUMN more text");
  for (let run = 0; run < 6; run += 1) expect(await list()).toBe(1);
});

test("events for listeners are listed also after a newer version has added a column", async () => {
  const pool = createTestPool({ connectionString: database.connectionString, max: 1 });
  closeAfterTest(() => pool.end());
  const storage = postgresStorage({ pool, listenConnectionString: database.connectionString });
  closeAfterTest(() => storage.close());
  await storage.open();
  const pidOf = async () => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
  const list = () => storage.read((records) => records.listeners.list(merchantId, { after: 0, since: 0, limit: 10 }));
  expect(await list()).toEqual([]);
  const pid = await pidOf();
  await administer(
    database.connectionString,
    "ALTER TABLE payment_sessions.listened_events ADD COLUMN of_newer_version text",
  );
  expect(await list()).toEqual([]);
  expect(await pidOf()).toBe(pid);
});

test("a host's pool without listeners: no statement runs on a connection whose end would stop the process", async () => {
  const without: string[] = [];
  const Client = watchedClient((text, client) => {
    if (client.listenerCount("error") === 0) without.push(text);
  });
  const pool = new pg.Pool({ connectionString: database.connectionString, Client });
  closeAfterTest(() => pool.end());
  const storage = postgresStorage({ pool });
  closeAfterTest(() => storage.close());
  await storage.open();
  await storage.instances?.time.measure();
  await storage.instances?.join();
  const handled = vi.fn();
  await storage.instances?.jobs.start(async () => handled());
  closeAfterTest(() => storage.instances?.jobs.stop());
  await storage.instances?.jobs.plan([{ task: "work", subject: "one", delayMs: 0 }]);
  await vi.waitFor(() => expect(handled).toHaveBeenCalled());
  await storage.write((records) => records.stores.insertIfAbsent(sampleStore()));
  await storage.ping();
  expect(without).toEqual([]);
});
