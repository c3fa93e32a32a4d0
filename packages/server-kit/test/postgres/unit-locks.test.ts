// Units of work that name what they decide by run under locks on these names instead of SERIALIZABLE: who shares a name waits, nobody else does.
import { afterEach, beforeEach, expect, test } from "vitest";
import { postgresStorage } from "../../src/index.js";
import type { Storage } from "../../src/storage/port.js";
import { noon, sampleStore } from "../storage/conformance/sample-records.js";
import { type CountingPool, createCountingPool } from "./counting-pool.js";
import { createMigratedDatabase, type TestDatabase } from "./server.js";

let database: TestDatabase;
let counting: CountingPool;
let storage: Storage;
beforeEach(async () => {
  database = await createMigratedDatabase();
  counting = createCountingPool(database.connectionString);
  storage = postgresStorage({ pool: counting.pool });
  await storage.open();
  await storage.write((records) => records.stores.insertIfAbsent(sampleStore()));
  counting.taken();
});
afterEach(async () => {
  await storage.close();
  await counting.pool.end();
  await database.drop();
});

const { merchantId } = sampleStore();
const ofOrder = (order: string) => ({ locks: [order], readsStore: merchantId });

/** How many of the database's connections wait for an advisory lock. */
async function waiting(): Promise<number> {
  const { rows } = await counting.pool.query(
    "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  return rows[0].count;
}

async function untilWaiting(count: number): Promise<void> {
  while ((await waiting()) < count) await new Promise((resolve) => setImmediate(resolve));
}

/** A unit that has begun and reads until it is told to end. */
async function holdUnit(scope: ReturnType<typeof ofOrder>) {
  let isOver = false;
  let began: () => void;
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const unit = storage.write(async (records) => {
    while (!isOver) {
      await records.stores.find(merchantId);
      began();
    }
  }, scope);
  await hasBegun;
  return async () => {
    isOver = true;
    await unit;
  };
}

test("a unit of the same order waits for the first, one of another order does not", async () => {
  const end = await holdUnit(ofOrder("order 1"));
  await storage.write(async (records) => records.stores.find(merchantId), ofOrder("order 2"));
  const second = storage.write(async (records) => records.stores.find(merchantId), ofOrder("order 1"));
  await untilWaiting(1);
  await end();
  expect(await second).toMatchObject({ merchantId });
});

test("a store is not written while a unit reads it, and the next unit sees what was written", async () => {
  const end = await holdUnit(ofOrder("order 1"));
  const deleted = storage.write((records) => records.stores.update({ ...sampleStore(), deletedAt: noon }));
  await untilWaiting(1);
  const next = storage.write(async (records) => records.stores.find(merchantId), ofOrder("order 2"));
  await untilWaiting(2);
  await end();
  await deleted;
  expect(await next).toBeUndefined();
});

test("units of initialize that write different orders are never run again", async () => {
  const orders = Array.from({ length: 40 }, (_, index) => `order ${index}`);
  await Promise.all(
    orders.map((order) =>
      storage.write(async (records) => {
        await records.initialize.find({
          slot: {
            merchantId,
            environment: "test",
            orderId: order,
            amountCents: 1,
            currency: "EUR",
            checkoutMode: "foxpay_checkout",
          },
          idempotency: undefined,
          now: noon,
        });
        await records.idempotency.put({
          merchantId,
          environment: "test",
          route: "initialize",
          key: order,
          bodyHash: "",
          outcome: undefined,
          runningUntil: noon,
          expiresAt: noon,
        });
      }, ofOrder(order)),
    ),
  );
  const queries = counting.taken();
  expect(queries.filter((query) => query === "COMMIT")).toHaveLength(40);
  expect(queries.filter((query) => query === "ROLLBACK")).toEqual([]);
});
