// Tests that reads of a few rows by their keys share transactions on PostgreSQL, and that all others have
// their own.
import { afterEach, beforeEach, expect, test } from "vitest";
import { postgresStorage } from "../../src/index.js";
import type { Storage } from "../../src/storage/port.js";
import { samplePayment, sampleStore } from "../storage/conformance/sample-records.js";
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

const { merchantId, name } = sampleStore();
const readName = (isShort: boolean) =>
  storage.read(async (records) => (await records.stores.find(merchantId))?.name, { isShort });
const begun = () => counting.taken().filter((query) => query.startsWith("BEGIN"));

test("twenty short reads that arrive together are one transaction, which may not write", async () => {
  expect(await Promise.all(Array.from({ length: 20 }, () => readName(true)))).toEqual(Array(20).fill(name));
  expect(begun()).toEqual([expect.stringContaining("REPEATABLE READ READ ONLY")]);
});

test("payments that short reads look up together are selected by one statement, each for its own read", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `pay_${index}`);
  await storage.write(async (records) => {
    for (const paymentId of ids) {
      await records.payments.insert({ ...samplePayment(), paymentId, orderId: paymentId, checkoutToken: paymentId });
    }
  });
  counting.taken();
  const find = async (store: string, paymentId: string) =>
    (await storage.read((records) => records.payments.findOfStore(store, paymentId), { isShort: true }))?.paymentId;
  const found = [...ids.map((id) => find(merchantId, id)), find(merchantId, "none"), find("other_store", "pay_1")];
  expect(await Promise.all(found)).toEqual([...ids, undefined, undefined]);
  expect(counting.taken().filter((query) => query.includes("FROM payments"))).toHaveLength(1);
});

test("other reads have a transaction each", async () => {
  await Promise.all([readName(false), readName(false)]);
  expect(begun()).toHaveLength(2);
});

test("a short read that fails leaves the others of its transaction as they are", async () => {
  const failed = storage.read(
    async (records) => {
      await records.stores.find(merchantId);
      throw new Error("failed");
    },
    { isShort: true },
  );
  const other = readName(true);
  await expect(failed).rejects.toThrow("failed");
  expect(await other).toBe(name);
  expect(begun()).toHaveLength(1);
});

test("a short read sees what was committed before it began, also while another group reads", async () => {
  const first = readName(true);
  await storage.write((records) => records.stores.update({ ...sampleStore(), name: "Renamed" }));
  expect(await readName(true)).toBe("Renamed");
  expect([name, "Renamed"]).toContain(await first);
});
