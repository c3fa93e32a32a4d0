// Tests jobs that the server gave to an instance which never learned of them, and the time-outs of the runner of jobs.
import { expect, test, vi } from "vitest";
import { postgresStorage } from "../../src/index.js";
import { closeAfterTest } from "../loopback.js";
import { createBreakableRoute } from "./breakable-route.js";
import { jobsOn, jobsSchema } from "./jobs-on.js";
import { createMigratedDatabase } from "./server.js";
import { createTestPool } from "./test-pool.js";
import { watchedClient } from "./watched-client.js";

test("a job whose connection breaks after the server has locked it is held under no name that is in use", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  closeAfterTest(drop);
  let isArmed = false;
  const Client = watchedClient((text, client) => {
    if (!isArmed || !text.includes("update") || !text.includes("attempts = jobs.attempts + 1")) return;
    // The socket of the driver's connection, which its types leave out: the response arrives on it and is not read.
    const { stream } = (client as unknown as { connection: { stream: { pause(): void; destroy(): void } } }).connection;
    stream.pause();
    setTimeout(() => stream.destroy(), 300);
  });
  const pool = createTestPool({ connectionString, max: 8, Client });
  closeAfterTest(() => pool.end());
  const own = createTestPool({ connectionString, max: 1 });
  closeAfterTest(() => own.end());
  const names = new Set<string>();
  const jobs = jobsOn(pool, { names });
  const handled = vi.fn();
  await jobs.start(async () => handled());
  isArmed = true;
  await jobs.plan([{ task: "work", subject: "mails", delayMs: 0 }]);
  const lockedBy = async () =>
    (await own.query(`SELECT locked_by FROM ${jobsSchema}.jobs WHERE locked_at IS NOT NULL`)).rows[0]?.locked_by;
  await expect.poll(lockedBy).toEqual(expect.any(String));
  isArmed = false;
  const name = await lockedBy();
  expect(handled).not.toHaveBeenCalled();
  await expect.poll(() => names.has(name), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => jobs.isRunning(), { timeout: 10_000 }).toBe(true);
});

test("the tables of jobs are migrated without the query_timeout of a host's pool", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  closeAfterTest(drop);
  const locker = createTestPool({ connectionString, max: 1 });
  closeAfterTest(() => locker.end());
  await locker.query(`BEGIN; LOCK TABLE ${jobsSchema}.migrations`);
  const pool = createTestPool({ connectionString, max: 8, query_timeout: 500 });
  closeAfterTest(() => pool.end());
  const started = jobsOn(pool).start(async () => undefined);
  const outcome = started.then(
    () => "started",
    (error: unknown) => String(error),
  );
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await locker.query("ROLLBACK");
  expect(await outcome).toBe("started");
});

test("a server that no longer responds holds up a stop for no longer than a few seconds", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  closeAfterTest(drop);
  const route = await createBreakableRoute(connectionString);
  closeAfterTest(route.close);
  const storage = postgresStorage({ connectionString: route.connectionString });
  await storage.open();
  await storage.instances?.join();
  await storage.instances?.jobs.start(async () => undefined);
  route.hang();
  const startedAt = performance.now();
  await storage.instances?.jobs.stop();
  await storage.close();
  expect(performance.now() - startedAt).toBeLessThan(8000);
});
