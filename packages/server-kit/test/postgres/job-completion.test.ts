// Tests the runner of jobs when something fails in between: a job whose completion cannot be written, a start that fails, a job that ended too
// many processes, a first look for jobs that fails.
import { expect, test } from "vitest";
import { closeAfterTest } from "../loopback.js";
import { createBreakableRoute } from "./breakable-route.js";
import { jobsOn, jobsSchema, schema } from "./jobs-on.js";
import { administer, createMigratedDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";
import { watchedClient } from "./watched-client.js";

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
  const jobs = jobsOn(scarce);
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", note);
  let runs = 0;
  try {
    await jobs.start(async () => {
      runs += 1;
      isUsedUp = runs === 1;
      if (isUsedUp) setTimeout(() => (isUsedUp = false), 300);
    });
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

test("a start whose name cannot be registered leaves no runner behind, and the next start works", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  const pool = createTestPool({ connectionString, max: 5 });
  const names = new Set<string>();
  let starts = 0;
  const jobs = jobsOn(pool, {
    names,
    async registerName(name) {
      starts += 1;
      if (starts === 1) throw new Error("Connection terminated unexpectedly");
      names.add(name);
    },
  });
  const runs: string[] = [];
  const handle = async ({ subject }: { subject: string }) => void runs.push(subject);
  try {
    await expect(jobs.start(handle)).rejects.toThrow("terminated");
    expect(jobs.isRunning()).toBe(false);
    await jobs.plan([{ task: "work", subject: "mails", delayMs: 0 }]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(runs).toEqual([]);
    await jobs.start(handle);
    expect(jobs.isRunning()).toBe(true);
    expect(names.size).toBe(1);
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual(["mails"]);
  } finally {
    await jobs.stop();
    await pool.end();
    await drop();
  }
});

test("work is planned again when its job ended the process as often as a job is tried", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  const pool = createTestPool({ connectionString, max: 5 });
  const jobs = jobsOn(pool);
  const runs: string[] = [];
  try {
    await jobs.start(async ({ subject }) => void runs.push(subject));
    await jobs.plan([{ task: "work", subject: "mails", delayMs: 60_000 }]);
    // As unlocking the jobs of a process that is gone leaves it: the attempt counts, and the job is due.
    await pool.query(
      `UPDATE ${jobsSchema}._private_jobs SET attempts = max_attempts, run_at = now() - interval '1 second'`,
    );
    await jobs.plan([{ task: "work", subject: "mails", delayMs: 0 }], { unlessRunning: true });
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual(["mails"]);
  } finally {
    await jobs.stop();
    await pool.end();
    await drop();
  }
});

test.each(["break", "hang"] as const)(
  "a database that fails (%s) at a runner's first look for jobs: they run within seconds once it is back",
  async (fail) => {
    const { connectionString, drop } = await createMigratedDatabase();
    closeAfterTest(drop);
    const route = await createBreakableRoute(connectionString);
    closeAfterTest(route.close);
    let looks = 0;
    // With this statement graphile-worker looks up the ids of its tasks.
    const Client = watchedClient((text) => {
      if (text.includes("_private_tasks") && ++looks === 1) route[fail]();
    });
    const times = { query_timeout: 1000, connectionTimeoutMillis: 1000 };
    // The types leave `pipeline` out.
    const settings = { connectionString: route.connectionString, max: 5, Client, pipeline: true, ...times };
    const pool = createTestPool(settings);
    closeAfterTest(() => pool.end());
    const jobs = jobsOn(pool);
    const runs: string[] = [];
    await jobs.start(async ({ subject }) => void runs.push(subject));
    // Time for several looks for jobs.
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(looks).toBeGreaterThan(0);
    route.restore();
    await administer(connectionString, `SELECT ${schema}_jobs.add_job('work', '{"subject":"mails"}')`);
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual(["mails"]);
    expect(jobs.isRunning()).toBe(true);
  },
);
