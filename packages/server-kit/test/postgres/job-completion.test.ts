// Tests a job whose completion cannot be written, because no connection is free: the runner restarts, and the
// process continues.
import { expect, test } from "vitest";
import { createJobs, jobsSchemaOf } from "../../src/storage/postgres/jobs.js";
import { createMigratedDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";

test("a job that cannot be marked as done causes no unhandled rejection, and a runner runs again", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  const pool = createTestPool({ connectionString, max: 5 });
  const connect = pool.connect.bind(pool);
  let isUsedUp = false;
  // Only `connect` differs, as when no connection is free in time.
  const scarce = new Proxy(pool, {
    get: (target, name) =>
      name === "connect" && isUsedUp
        ? async () => {
            throw new Error("timeout exceeded when trying to connect");
          }
        : Reflect.get(name === "connect" ? { connect } : target, name, target),
  });
  const schema = "payment_sessions";
  // It has every method of the pool.
  const jobs = createJobs({
    pool: async () => scarce as never,
    schema,
    jobsSchema: jobsSchemaOf(schema),
    registerName: async () => undefined,
    unregisterName: async () => undefined,
  });
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  let runs = 0;
  try {
    await jobs.start(async () => {
      runs += 1;
      isUsedUp = runs === 1;
      if (isUsedUp) setTimeout(() => (isUsedUp = false), 300);
    }, []);
    await jobs.plan([{ task: "work", subject: "mails", delayMs: 0 }]);
    await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    await expect.poll(() => isUsedUp).toBe(false);
    await expect.poll(() => jobs.isRunning(), { timeout: 10_000 }).toBe(true);
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
    await jobs.stop();
    await pool.end();
    await drop();
  }
});
