// Tests that three instances on one PostgreSQL share their counts: rate limits, failed sign-ins and one-time
// forms; and that they use the database's time.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newFormMark, useFormOnce } from "../../src/flows/use-form-once.js";
import { createRateLimiter, type RateLimit, type RateLimiter } from "../../src/http/rate-limits.js";
import type { Storage } from "../../src/storage/port.js";
import { createDatabaseTime } from "../../src/storage/postgres/database-time.js";
import { postgresStorage } from "../../src/storage/postgres/postgres-storage.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { closeAfterTest } from "../loopback.js";
import { administer, createMigratedDatabase, type TestDatabase } from "./server.js";

const clock = { time: startOfTime, now: () => clock.time };
let database: TestDatabase;
let storages: Storage[];
let limiters: RateLimiter[];
beforeEach(async () => {
  clock.time = startOfTime;
  database = await createMigratedDatabase();
  storages = [1, 2, 3].map(() => postgresStorage({ connectionString: database.connectionString }));
  await Promise.all(storages.map((storage) => storage.open()));
  limiters = storages.map((storage) => createRateLimiter({ storage, clock }));
});
afterEach(async () => {
  await Promise.all(storages.map((storage) => storage.close()));
  await database.drop();
});

// There are three limiters.
const isTaken = (limiter: RateLimiter | undefined, limit: RateLimit) =>
  (limiter as RateLimiter).take("caller", limit).then(
    () => true,
    () => false,
  );

const limits: [string, RateLimit][] = [
  ["600 a minute", { max: 600, windowSeconds: 60 }],
  ["100 a minute, 40 at once", { max: 100, windowSeconds: 60, burst: 40 }],
  ["10 an hour", { max: 10, windowSeconds: 3600 }],
];

test.each(limits)("calls spread evenly over three instances are allowed within a tenth of %s", async (_, limit) => {
  const capacity = limit.burst ?? limit.max;
  let taken = 0;
  let firstRefusal: number | undefined;
  for (let call = 0; call < 2 * capacity; call += 1) {
    if (await isTaken(limiters[call % 3], limit)) taken += 1;
    else firstRefusal ??= call;
  }
  expect(taken).toBeLessThanOrEqual(capacity);
  expect(taken).toBeGreaterThanOrEqual(0.9 * capacity);
  expect(firstRefusal).toBeGreaterThanOrEqual(Math.floor(0.9 * capacity));
});

test.each(limits)(
  "calls at one instance, after a call at each other one, are allowed within a tenth of %s",
  async (_, limit) => {
    const capacity = limit.burst ?? limit.max;
    let taken = 0;
    for (let call = 0; call < 2 * capacity; call += 1) {
      if (await isTaken(limiters[call < 3 ? call : 0], limit)) taken += 1;
    }
    expect(taken).toBeLessThanOrEqual(capacity);
    expect(taken).toBeGreaterThanOrEqual(0.9 * capacity);
  },
);

test.each(limits)("simultaneous calls at three instances are allowed within a tenth of %s", async (_, limit) => {
  const capacity = limit.burst ?? limit.max;
  const count = Math.min(2 * capacity, 400);
  const results = await Promise.all(Array.from({ length: count }, (__, call) => isTaken(limiters[call % 3], limit)));
  const taken = results.filter(Boolean).length;
  expect(taken).toBeLessThanOrEqual(capacity);
  expect(taken).toBeGreaterThanOrEqual(0.9 * Math.min(capacity, count));
});

test("one window later, three instances together allow the limit once more, within a tenth", async () => {
  const limit = { max: 120, windowSeconds: 60 };
  for (let call = 0; call < 240; call += 1) await isTaken(limiters[call % 3], limit);
  clock.time += 60_000;
  let taken = 0;
  for (let call = 0; call < 240; call += 1) if (await isTaken(limiters[call % 3], limit)) taken += 1;
  expect(taken).toBeGreaterThanOrEqual(108);
  expect(taken).toBeLessThanOrEqual(132);
});

test("a one-time form that is sent to three instances at once is accepted by one of them", async () => {
  const mark = newFormMark({ clock, randomBytes });
  const results = await Promise.allSettled(
    storages.map((storage) => storage.write((records) => useFormOnce({ clock }, records, mark, "used"))),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an instance whose clock is an hour behind uses the database's time; one that is in step uses its own", async () => {
  const readDatabaseTime = async () => Date.now();
  const behind = createDatabaseTime({ readDatabaseTime, localNow: () => Date.now() - 3_600_000 });
  await behind.measure();
  expect(Math.abs(behind.offsetMs() - 3_600_000)).toBeLessThan(200);
  const [storage] = storages;
  await storage?.instances?.join();
  // The test's server runs on this machine.
  expect(storage?.instances?.time.offsetMs()).toBe(0);
});

test("an instance that is mounted and not started uses the database's time too", async () => {
  await administer(
    database.connectionString,
    `CREATE SCHEMA ahead; CREATE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql
       AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$`,
  );
  const url = new URL(database.connectionString);
  url.searchParams.set("options", "-c search_path=ahead,pg_catalog");
  const mounted = postgresStorage({ connectionString: url.href });
  closeAfterTest(() => mounted.close());
  await mounted.open();
  expect(Math.abs((mounted.instances?.time.offsetMs() ?? 0) - 3_600_000)).toBeLessThan(1000);
});

test.each([0, 5000])("clocks of two processes that differ by %i ms allow no call more", async (differenceMs) => {
  const limit = { max: 20, windowSeconds: 10 };
  const [here, there] = [0, differenceMs].map((aheadMs, index) =>
    createRateLimiter({
      storage: storages[index] as Storage,
      clock: { now: () => clock.now() + aheadMs },
    }),
  );
  let taken = 0;
  for (let call = 0; call < 60; call += 1) if (await isTaken(call % 2 === 0 ? here : there, limit)) taken += 1;
  // The bucket, and once what refills in the difference.
  expect(taken).toBeLessThanOrEqual(limit.max + (differenceMs * limit.max) / (limit.windowSeconds * 1000));
});
