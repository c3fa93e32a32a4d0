// Tests that units of work which name the rows that they depend on run under locks on these names instead of
// SERIALIZABLE: units that share a name wait for each other, all others share transactions
// (storage/postgres/unit-groups.ts).
import { afterEach, beforeEach, expect, test } from "vitest";
import { postgresStorage } from "../../src/index.js";
import type { Records, Storage } from "../../src/storage/port.js";
import { barePayment, noon, samplePayment, sampleStore } from "../storage/conformance/sample-records.js";
import { type CountingPool, createCountingPool } from "./counting-pool.js";
import { createMigratedDatabase, type TestDatabase } from "./server.js";

let database: TestDatabase;
let counting: CountingPool;
let storage: Storage;
/** Another instance. */
let other: Storage;
beforeEach(async () => {
  database = await createMigratedDatabase();
  counting = createCountingPool(database.connectionString);
  storage = postgresStorage({ pool: counting.pool });
  other = postgresStorage({ connectionString: database.connectionString });
  await storage.open();
  await other.open();
  await storage.write((records) => records.stores.insertIfAbsent(sampleStore()));
  counting.taken();
});
afterEach(async () => {
  await storage.close();
  await other.close();
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

/** A unit that has begun and reads until `end` is called. */
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

test("a unit of the same order waits for the first one on every instance, a unit of another order does not", async () => {
  const end = await holdUnit(ofOrder("order 1"));
  await storage.write(async (records) => records.stores.find(merchantId), ofOrder("order 2"));
  const done: string[] = [];
  const second = storage.write(async (records) => {
    await records.stores.find(merchantId);
    done.push("second");
  }, ofOrder("order 1"));
  const elsewhere = other.write(async (records) => records.stores.find(merchantId), ofOrder("order 1"));
  await untilWaiting(1);
  await storage.write(async (records) => records.stores.find(merchantId), ofOrder("order 3"));
  expect(done).toEqual([]);
  await end();
  await second;
  expect(done).toEqual(["second"]);
  expect(await elsewhere).toMatchObject({ merchantId });
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

/** Like initialize: reads the rows that its decision depends on, then writes a row. */
async function useKey(records: Records, key: string): Promise<string> {
  const slot = { ...slotOfSample, orderId: key };
  await records.initialize.find({ slot, idempotency: undefined, now: noon });
  await records.idempotency.put({
    merchantId,
    environment: "test",
    route: "initialize",
    key,
    bodyHash: key,
    outcome: undefined,
    runningUntil: noon,
    expiresAt: noon,
  });
  return key;
}

const slotOfSample = {
  merchantId,
  environment: "test",
  amountCents: 1,
  currency: "EUR",
  checkoutMode: "foxpay_checkout",
} as const;

const storedHash = (key: string) =>
  other.read(async (records) => {
    const scope = { merchantId, environment: "test", route: "initialize", key } as const;
    return (await records.idempotency.find(scope))?.bodyHash;
  });

const keys = Array.from({ length: 40 }, (_, index) => `order ${index}`);

test("units of different orders share transactions, and none is run again", async () => {
  const written = await Promise.all(keys.map((key) => storage.write((records) => useKey(records, key), ofOrder(key))));
  const queries = counting.taken();
  expect(written).toEqual(keys);
  expect(await Promise.all(keys.map(storedHash))).toEqual(keys);
  // At most 32 share one transaction.
  expect(queries.filter((query) => query === "COMMIT")).toHaveLength(2);
  expect(queries.filter((query) => query === "ROLLBACK")).toEqual([]);
});

test("a unit that is refused before it writes fails no other unit of its transaction", async () => {
  const refused = storage.write(async (records) => {
    await records.initialize.find({ slot: { ...slotOfSample, orderId: "refused" }, idempotency: undefined, now: noon });
    throw new Error("refused");
  }, ofOrder("refused"));
  const [first, second] = ["a", "b"].map((key) => storage.write((records) => useKey(records, key), ofOrder(key)));
  await expect(refused).rejects.toThrow("refused");
  expect(await Promise.all([first, second])).toEqual(["a", "b"]);
  expect(counting.taken().filter((query) => query === "COMMIT")).toHaveLength(1);
});

test("the writes of a failed unit are rolled back, and those of the other units of its transaction are committed", async () => {
  const failed = storage.write(async (records) => {
    await useKey(records, "failed");
    throw new Error("failed");
  }, ofOrder("failed"));
  const [first, second] = ["a", "b"].map((key) => storage.write((records) => useKey(records, key), ofOrder(key)));
  await expect(failed).rejects.toThrow("failed");
  expect(await Promise.all([first, second])).toEqual(["a", "b"]);
  expect(await Promise.all(["failed", "a", "b"].map(storedHash))).toEqual([undefined, "a", "b"]);
});

test("statements that a failed unit sent without awaiting them are rolled back", async () => {
  const failed = storage.write(async (records) => {
    await useKey(records, "failed");
    const sent = [records.stores.find(merchantId), records.payments.insert({ ...samplePayment(), merchantId })];
    for (const each of sent) each.catch(() => undefined);
    records.stores.find(merchantId).catch(() => undefined);
    throw new Error("failed");
  }, ofOrder("failed"));
  const other = storage.write((records) => useKey(records, "a"), ofOrder("a"));
  await expect(failed).rejects.toThrow("failed");
  expect(await other).toBe("a");
  expect(await storedHash("failed")).toBeUndefined();
  expect(await storage.read((records) => records.payments.find(samplePayment().paymentId))).toBeUndefined();
});

test("a statement that the database refuses fails its own unit alone", async () => {
  const refused = storage.write(async (records) => {
    await records.payments.insert({ ...samplePayment(), merchantId });
    await records.payments.insert({ ...samplePayment(), merchantId });
  }, ofOrder("refused"));
  const [first, second] = ["a", "b"].map((key) => storage.write((records) => useKey(records, key), ofOrder(key)));
  await expect(refused).rejects.toMatchObject({ code: "23505" });
  expect(await Promise.all([first, second])).toEqual(["a", "b"]);
  expect(await Promise.all(["a", "b"].map(storedHash))).toEqual(["a", "b"]);
});

test("a unit that has ended sends no statement while others of its transaction go on", async () => {
  let over: Records | undefined;
  const first = storage.write(async (records) => {
    over = records;
  }, ofOrder("over"));
  const second = storage.write(async (records) => {
    await records.stores.find(merchantId);
    await over?.idempotency.find({ merchantId, environment: "test", route: "initialize", key: "any" });
  }, ofOrder("order 1"));
  await first;
  await expect(second).rejects.toThrow("This unit of work is over");
});

/** How many transactions wait for a row of another one. */
async function waitingForRows(): Promise<number> {
  const { rows } = await counting.pool.query(
    `SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'transactionid' AND NOT granted AND datname = current_database()`,
  );
  return rows[0].count;
}

async function untilRowAwaited(): Promise<void> {
  while ((await waitingForRows()) < 1) await new Promise((resolve) => setImmediate(resolve));
}

const ofBuyer = barePayment({ paymentId: "pay_1", orderId: "1", state: "opened", requestedMethod: undefined });
const findFacts = (records: Records) =>
  records.initialize.find({ slot: ofBuyer, idempotency: undefined, now: ofBuyer.createdAt });

/** The buyer chooses the QR code, as `movePayment` writes it. */
async function choose(records: Records): Promise<void> {
  const stored = (await records.payments.find("pay_1")) ?? ofBuyer;
  const chosen = { ...stored, state: "qr_shown", paymentMethod: "qr_pay", version: stored.version + 1 } as const;
  expect(await records.payments.update(chosen, stored.version)).toBe(true);
}

test("a buyer's choice waits for an initialize call that has found the payment, and is not overwritten by it", async () => {
  await storage.write((records) => records.payments.insert(ofBuyer));
  let choice: Promise<void> | undefined;
  await storage.write(async (records) => {
    const { pending } = await findFacts(records);
    choice = other.write(choose);
    await untilRowAwaited();
    if (pending === undefined) throw new Error("no payment");
    await records.payments.refresh("pay_1", { ...pending, paymentMethod: "bank_transfer" }, noon);
  }, ofOrder("1"));
  await choice;
  expect(await storage.read((records) => records.payments.find("pay_1"))).toMatchObject({
    ...{ state: "qr_shown", paymentMethod: "qr_pay", version: ofBuyer.version + 2 },
  });
});

test("an initialize call waits for a buyer's choice that is being written, and sees it", async () => {
  await storage.write((records) => records.payments.insert(ofBuyer));
  let facts: ReturnType<typeof findFacts> | undefined;
  await other.write(async (records) => {
    await choose(records);
    facts ??= storage.write(findFacts, ofOrder("1"));
    await untilRowAwaited();
  });
  expect((await facts)?.pending).toMatchObject({ state: "qr_shown", paymentMethod: "qr_pay" });
});
