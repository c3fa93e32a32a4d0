// Tests the storage port on PostgreSQL: the whole conformance suite against a real server, and tests that
// only a server allows.
import { afterEach, describe, expect, test } from "vitest";
import type { Storage } from "../../src/storage/port.js";
import { migrate } from "../../src/storage/postgres/migrate.js";
import { postgresStorage } from "../../src/storage/postgres/postgres-storage.js";
import { administer, createMigratedDatabase, createTestDatabase, type TestDatabase } from "../postgres/server.js";
import { createTestPool } from "../postgres/test-pool.js";
import { describeStorage } from "./conformance.js";

async function opened(connectionString: string): Promise<Storage> {
  const storage = postgresStorage({ connectionString });
  await storage.open();
  return storage;
}

describeStorage("PostgreSQL", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  const first = await opened(connectionString);
  const instances = [first];
  return {
    storage: first,
    openAgain: async () => {
      const again = await opened(connectionString);
      instances.push(again);
      return again;
    },
    cleanUp: async () => {
      await Promise.all(instances.map((instance) => instance.close()));
      await drop();
    },
  };
});

describe("PostgreSQL as a server", () => {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
  const keep = ({ connectionString, drop }: TestDatabase) => {
    cleanUps.push(drop);
    return connectionString;
  };
  const createEmptyDatabase = async () => keep(await createTestDatabase());
  const createDatabase = async () => keep(await createMigratedDatabase());
  const open = async (connectionString: string) => {
    const storage = await opened(connectionString);
    cleanUps.push(() => storage.close());
    return storage;
  };

  test("five cold starts at once on an empty database: one migrates, the others wait, all work", async () => {
    const connectionString = await createEmptyDatabase();
    const storages = await Promise.all(Array.from({ length: 5 }, () => open(connectionString)));
    await Promise.all(
      storages.map((storage, index) => storage.write(({ settings }) => settings.put(`s${index}`, "1"))),
    );
    expect(await storages[0]?.read(({ settings }) => settings.list())).toHaveLength(5);
  });

  test("connections that the server ends are replaced, and a unit that had not committed runs again", async () => {
    const connectionString = await createDatabase();
    const storage = await open(connectionString);
    await storage.write(({ settings }) => settings.put("a", "1"));
    let runs = 0;
    await storage.write(async ({ settings }) => {
      runs += 1;
      await settings.put("a", "2");
      if (runs > 1) return;
      await administer(
        connectionString,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    });
    expect(runs).toBe(2);
    expect(await storage.read(({ settings }) => settings.find("a"))).toBe("2");
    await storage.ping();
  });

  test("a unit that continues after a failed statement does not succeed", async () => {
    const storage = await open(await createDatabase());
    const unit = storage.write(async ({ settings, payments }) => {
      await settings.put("a", "1");
      // Wrong on purpose, as the database refuses a payment without an id.
      await payments.insert({} as never).catch(() => undefined);
    });
    await expect(unit).rejects.toThrow();
    expect(await storage.read(({ settings }) => settings.find("a"))).toBeUndefined();
  });

  test("a server that cannot be reached makes the service unavailable, without the password in the message", async () => {
    const storage = postgresStorage({ connectionString: "postgres://user:hidden-word@127.0.0.1:1/none" });
    const failure = await storage.open().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "UNHEALTHY", retryAfterSeconds: 2 });
    expect(String(failure) + JSON.stringify(failure)).not.toContain("hidden-word");
  });

  test("a pool of the host's own is used and left open", async () => {
    const pool = createTestPool({ connectionString: await createEmptyDatabase() });
    cleanUps.push(() => pool.end());
    const storage = postgresStorage({ pool, schema: "own_schema" });
    await storage.open();
    await storage.write(({ settings }) => settings.put("a", "1"));
    await storage.close();
    const { rows } = await pool.query("SELECT value FROM own_schema.settings WHERE name = 'a'");
    expect(rows).toEqual([{ value: "1" }]);
  });

  test("a pool without a connection beside those that are kept is refused, unless those are made elsewhere", async () => {
    const connectionString = await createDatabase();
    const pool = createTestPool({ connectionString, max: 1 });
    cleanUps.push(() => pool.end());
    expect(() => postgresStorage({ pool })).toThrow("pool must have a max of 4 or more");
    const storage = postgresStorage({ pool, listenConnectionString: connectionString });
    await storage.open();
    await storage.write(({ settings }) => settings.put("a", "1"));
    await storage.close();
  });

  test("a migration takes as long as it needs, whatever query_timeout the host's pool has", async () => {
    const connectionString = await createEmptyDatabase();
    const pool = createTestPool({ connectionString, query_timeout: 500 });
    cleanUps.push(() => pool.end());
    const migrated = migrate(pool, "slow", 1, [{ name: "001-slow", sql: "SELECT pg_sleep(1)" }]);
    await expect(migrated).resolves.toBeUndefined();
  });

  test.each([
    {},
    { connectionString: "" },
    { connectionString: "mysql://x" },
    { connectionString: "postgres://x", schema: 'a"b' },
  ])("refuses the options %j", (options) => {
    expect(() => postgresStorage(options)).toThrow("postgresStorage");
  });
});
