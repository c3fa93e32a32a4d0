// Tests why jobs are scheduled after the commit and not within it
// (docs/decisions/work-of-several-instances.md): measured on PostgreSQL, printed, and compared with the order
// of magnitude that the decision is based on.
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createTestPool({ connectionString: database.connectionString, max: 24 });
  await runMigrations({ pgPool: pool, schema: "jobs" });
  await pool.query(
    "CREATE TABLE due (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, store text NOT NULL, at bigint NOT NULL, body text)",
  );
  await pool.query("CREATE INDEX due_of_store ON due (store, at)");
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

type Placement = "no job" | "a job within the transaction" | "jobs after the commit";
const seconds = 2;
const addJob = "jobs.add_job('deliver', json_build_object('subject', store), job_key => 'deliver:' || store)";

/** Units a second over 20 connections that each insert a row for one of the stores. */
async function measure(stores: number, placement: Placement): Promise<number> {
  await pool.query("TRUNCATE due; DELETE FROM jobs._private_jobs");
  const end = performance.now() + seconds * 1000;
  let done = 0;
  let again = 0;
  const gathered = new Set<string>();
  let planning: Promise<void> | undefined;

  async function plan(): Promise<void> {
    while (gathered.size > 0) {
      const names = [...gathered];
      gathered.clear();
      await pool.query(
        `SELECT ${addJob} FROM unnest($1::text[]) AS store WHERE NOT EXISTS (SELECT FROM jobs.jobs
           WHERE key = 'deliver:' || store AND locked_at IS NULL AND run_at <= now())`,
        [names],
      );
    }
    planning = undefined;
  }

  async function runUnit(client: pg.PoolClient, store: string): Promise<void> {
    for (;;) {
      try {
        await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
        await client.query("INSERT INTO due (store, at, body) VALUES ($1, 1, $2)", [store, "x".repeat(400)]);
        if (placement === "a job within the transaction")
          await client.query(`SELECT ${addJob} FROM (SELECT $1::text AS store) AS one`, [store]);
        await client.query("COMMIT");
        return;
      } catch (error) {
        await client.query("ROLLBACK");
        if (!(error instanceof pg.DatabaseError) || !["40001", "40P01"].includes(error.code ?? "")) throw error;
        again += 1;
      }
    }
  }

  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = await pool.connect();
      while (performance.now() < end) {
        const store = `shop${Math.floor(Math.random() * stores)}`;
        await runUnit(client, store);
        done += 1;
        if (placement === "jobs after the commit") {
          gathered.add(store);
          planning ??= plan();
        }
      }
      client.release();
    }),
  );
  await planning;
  console.log(
    `${stores} stores, ${placement}: ${Math.round(done / seconds)} units/s, ${(again / done).toFixed(2)} runs again each`,
  );
  return done / seconds;
}

test.each([1, 50])(
  "jobs planned after the commit leave units of %i stores at least five times as fast",
  async (stores) => {
    await measure(stores, "no job");
    const within = await measure(stores, "a job within the transaction");
    const after = await measure(stores, "jobs after the commit");
    expect(after / within).toBeGreaterThan(5);
  },
  60_000,
);
