// Tests that a pooler in transaction mode, which loses locks and LISTEN without an error, is refused where
// they are needed. It is emulated: each statement of a client is a separate transaction, on whichever server
// connection is next. Also verified with PgBouncer 1.18 in both modes.
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { postgresStorage } from "../../src/index.js";
import { requireSession } from "../../src/storage/postgres/require-session.js";
import { createMigratedDatabase, type TestDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";

let database: TestDatabase;
let direct: pg.Pool;
const held: pg.PoolClient[] = [];
beforeEach(async () => {
  database = await createMigratedDatabase();
  direct = createTestPool({ connectionString: database.connectionString });
});
afterEach(async () => {
  for (const client of held.splice(0)) client.release();
  await direct.end();
  await database.drop();
});

/** Selects server connections as PgBouncer does: the last used one, or in turn (`server_round_robin`). */
async function createPooler(choice: "used last" | "in turn") {
  const clients = await Promise.all([1, 2, 3].map(() => direct.connect()));
  held.push(...clients);
  let turn = 0;
  // There are three clients.
  const next = () => clients[choice === "in turn" ? turn++ % clients.length : 0] as pg.PoolClient;
  return {
    // The process id that a pooler reports is not the server's.
    connect: async () => ({ processID: 1, query: (text: string) => next().query(text), release() {}, on() {} }),
    end: async () => undefined,
  };
}

test.each(["used last", "in turn"] as const)(
  "a pooler in transaction mode that takes the connection %s is refused before anything is migrated, with the option to set",
  async (choice) => {
    // A pool with the methods that are called here.
    const storage = postgresStorage({ pool: (await createPooler(choice)) as never, schema: "other" });
    await expect(storage.open()).rejects.toThrow(
      /^This process connects to PostgreSQL through a pooler in transaction mode\. .* set listenConnectionString \(on the command line --database-listen-url\) to the address of the server itself/,
    );
    await storage.close();
    const { rows } = await direct.query("SELECT 1 FROM pg_namespace WHERE nspname = 'other'");
    expect(rows).toEqual([]);
  },
);

test("a pooler in session mode is not refused: each client keeps its session", async () => {
  const pool = {
    async connect() {
      const client = await direct.connect();
      const query = (text: string) => client.query(text);
      return { processID: 1, query, release: () => client.release(), on() {} };
    },
    end: async () => undefined,
  };
  // A pool with the methods that are called here.
  await requireSession(pool as never, "");
});

test("a direct connection is recognised by a single statement", async () => {
  const texts: unknown[] = [];
  const pool = {
    async connect() {
      const client = await direct.connect();
      const query = client.query.bind(client);
      // Only this call's first argument is read.
      client.query = ((...args: Parameters<typeof query>) => {
        texts.push(args[0]);
        return query(...args);
      }) as typeof query;
      return client;
    },
    end: () => direct.end(),
  };
  // A pool with the methods that are called here.
  await requireSession(pool as never, "");
  expect(texts).toEqual(["SELECT pg_backend_pid() AS pid"]);
});
