// Tests 200,000 payments with a million sessions and sends (`npm run bench:million` measures a million
// payments): searches find their payments, whether one matches or all do, and every list, count and page of
// the audit returns its rows.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Records, Storage } from "../../src/storage/port.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

const count = 200_000;
let folder: string;
let storage: Storage;
let made: { sessions: number; sends: number };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payment-sessions-million-"));
  const filename = join(folder, "payments.db");
  storage = sqliteStorage({ filename });
  await storage.open();
  const fill = fileURLToPath(new URL("../../../../bench/million/fill-file.mjs", import.meta.url));
  await promisify(execFile)(process.execPath, [fill, filename, String(count)]);
  const database = new Sqlite(filename, { readonly: true });
  // Sound, here and below: an aggregate gives one number.
  const rows = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  made = { sessions: rows("payment_attempts"), sends: rows("delivery_attempts") };
  database.close();
}, 900_000);

afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

test("O9: the generated file has a million sessions and sends", () => {
  expect(made.sessions + made.sends).toBeGreaterThanOrEqual(1_000_000);
});

const one = { limit: 51 };
const ofStore = { limit: 51, merchantId: "shop_7" };
test.each([
  ["one order id", { search: "order-154307", ...one }, 1],
  ["a reference out of a statement's line", { search: "SVWZ+ ps order 154307 00025AC3 thanks", ...one }, 1],
  ["an e-mail address", { search: "Buyer154307@example.com", ...one }, 1],
  ["nothing", { search: "no such thing at all", ...one }, 0],
  ["what every order id begins with", { search: "ORDER-", ...ofStore }, 51],
  ["what every order id begins with, in all stores", { search: "ORDER-", ...one }, 51],
  ["what every order id begins with, in one state", { search: "ORDER-", ...one, states: ["unresolved"] as const }, 51],
  ["a first name that many have", { search: "erika", ...ofStore }, 51],
  ["one letter", { search: "e", ...ofStore }, 51],
])("M20: %s is found", async (_, filter, expected) => {
  expect(await readTimed((records) => records.payments.list(filter), JSON.stringify(filter))).toHaveLength(expected);
});

test.each<[string, number, (records: Records) => Promise<unknown[]>]>([
  ["the list of a store", 51, ({ payments }) => payments.list({ ...ofStore })],
  ["the list of a rare state", 51, ({ payments }) => payments.list({ ...one, states: ["unresolved"] })],
  ["what needs attention", 51, ({ payments }) => payments.list({ ...one, needsAttention: true })],
  ["the audit of a store", 51, ({ audit }) => audit.list(ofStore)],
  ["failed deliveries", 100, ({ deliveries }) => deliveries.listByState({ states: ["dead"], limit: 100 })],
  ["deliveries by state", 4, async ({ deliveries }) => Object.entries(await deliveries.countByState())],
])("O9: %s is complete among many payments", async (name, expected, read) => {
  expect(await readTimed(read, name)).toHaveLength(expected);
});

/** Prints the median time of five reads, without a bound. @returns the last result. */
async function readTimed<Result>(read: (records: Records) => Promise<Result>, name: string): Promise<Result> {
  let found = await storage.read(read);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now();
    found = await storage.read(read);
    times.push(performance.now() - startedAt);
  }
  console.info(`${name}: ${times.sort((left, right) => left - right)[2]?.toFixed(2)} ms`);
  return found;
}
