// Tests the reads of lists and counts in PostgreSQL with many payments: the planner, with real statistics,
// reads no large table as a whole.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePayments } from "../../../../bench/million/make-payments.mjs";
import { postgresStorage, type Storage, sqliteStorage } from "../../src/index.js";
import { copyDatabase } from "../../src/storage/copy/copy-database.js";
import { openPostgresTarget } from "../../src/storage/copy/postgres-side.js";
import { openSqliteSource } from "../../src/storage/copy/sqlite-side.js";
import { createTestDatabase, type TestDatabase } from "../postgres/server.js";
import { createTestPool } from "../postgres/test-pool.js";
import { listReads, store, sumReads } from "./list-reads.js";

interface SentStatement {
  text: string;
  values: unknown[];
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

const largeTables = /^(?:payments|payment_attempts|payment_history|payment_search_terms|deliveries|delivery_attempts)$/;

/** Counts over a large part of a table, for which a sequential scan is cheaper. */
const readsLargePart: readonly string[] = ["the days of the overview", "deliveries by state"];

let folder: string;
let database: TestDatabase;
let pool: pg.Pool;
let storage: Storage;
let explaining: pg.Client;
let sent: SentStatement[] = [];

class RecordingClient extends pg.Client {
  // The parameters are passed on unchanged.
  // biome-ignore lint/suspicious/noExplicitAny: the driver's signature has seven overloads.
  override query(...parameters: any[]): any {
    const [query] = parameters as [string | SentStatement];
    if (typeof query === "object" && Array.isArray(query.values)) sent.push(query);
    return (super.query as (...values: unknown[]) => unknown).apply(this, parameters);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  folder = await mkdtemp(join(tmpdir(), "payment-sessions-plans-"));
  const filename = join(folder, "payments.db");
  const file = sqliteStorage({ filename });
  await file.open();
  await file.close();
  const connection = new Sqlite(filename);
  makePayments(connection, { payments: 20_000, stores: 5 });
  connection.close();
  const source = await openSqliteSource(filename);
  const target = await openPostgresTarget({ connectionString, schema: "payment_sessions", label: "the server" });
  await copyDatabase({ source, target, onProgress: () => undefined });
  await source.close();
  await target.close();
  pool = createTestPool({ connectionString, Client: RecordingClient, max: 4 });
  storage = postgresStorage({ pool });
  await storage.open();
  explaining = new pg.Client({ connectionString });
  await explaining.connect();
  await explaining.query("SET search_path TO payment_sessions, pg_catalog; ANALYZE");
}, 300_000);

afterAll(async () => {
  await explaining.end();
  await storage.close();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The ways in which the payments are read. */
function readsOfPayments(plan: Plan): string[] {
  const own = plan["Relation Name"] === "payments" ? [plan["Node Type"]] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readsOfPayments)];
}

function wholeReads(plan: Plan): string[] {
  const isWholeRead = plan["Node Type"] === "Seq Scan" && largeTables.test(plan["Relation Name"] ?? "");
  return [...(isWholeRead ? [plan["Relation Name"] ?? ""] : []), ...(plan.Plans ?? []).flatMap(wholeReads)];
}

async function planOf({ text, values }: SentStatement, how = ""): Promise<Plan> {
  const { rows } = await explaining.query({ text: `EXPLAIN (${how}FORMAT JSON) ${text}`, values });
  // One row with one column of JSON, a list of one plan.
  return (rows as [{ "QUERY PLAN": [{ Plan: Plan }] }])[0]["QUERY PLAN"][0].Plan;
}

const reads = [
  ...listReads,
  ["a search for what nothing fits", ({ payments }) => payments.list({ search: "no such thing", ...store })],
] satisfies typeof listReads;

test.each(reads.filter(([name]) => !readsLargePart.includes(name)))(
  "O9: on PostgreSQL, whose planner differs: %s: no large table is read as a whole",
  async (_, read) => {
    sent = [];
    await storage.write(read);
    const statements = sent;
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(wholeReads(await planOf(statement)), statement.text).toEqual([]);
  },
);

test.each(sumReads)("O9: on PostgreSQL, whose planner differs: %s: no payment is fetched", async (_, read) => {
  await explaining.query("VACUUM payments");
  sent = [];
  await storage.read(read);
  const plans = await Promise.all(
    sent.filter(({ text }) => text.includes("FROM payments")).map((statement) => planOf(statement)),
  );
  const reads = plans.flatMap(readsOfPayments);
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter((way) => way !== "Index Only Scan")).toEqual([]);
});

test("O9: on PostgreSQL, whose planner differs: the look-ups of a statement read few of the payments that have one reference", async () => {
  await explaining.query(
    "UPDATE payments SET remittance_info = 'Constant', end_to_end_id = 'Constant' WHERE environment = 'live'; ANALYZE payments",
  );
  const { merchantId } = store;
  const absent = Array.from({ length: 100 }, (_, index) => `ABSENT${String(index).padStart(2, "0")}`);
  sent = [];
  await storage.read(async ({ paymentLookUps }) => {
    const found = await paymentLookUps.listByRemittanceEnding({
      merchantId,
      endings: ["CONSTANT", ...absent],
      limit: 50,
    });
    expect(found).toHaveLength(50);
    const byKey = await paymentLookUps.listByRemittanceKey({ merchantId, keys: ["CONSTANT", ...absent], limit: 50 });
    expect(byKey).toHaveLength(50);
    expect(await paymentLookUps.listByEndToEndKey({ merchantId, key: "CONSTANT", limit: 50 })).toHaveLength(50);
    expect(await paymentLookUps.listByEndToEndKey({ merchantId, key: "ABSENT", limit: 50 })).toHaveLength(0);
  });
  // While a store has less than about ten thousand such payments, reading all of them is planned as often: that is bounded, too.
  await explaining.query("SET enable_bitmapscan = off");
  for (const statement of sent.filter(({ text }) => text.includes("FROM payments"))) {
    expect(readRows(await planOf(statement, "ANALYZE, ")), statement.text).toBeLessThanOrEqual(50);
  }
});

/** Rows of payments that the plan read, those that a filter removed among them. */
function readRows(plan: Plan): number {
  const perLoop = (plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0);
  const own = plan["Relation Name"] === "payments" ? perLoop * (plan["Actual Loops"] ?? 0) : 0;
  return (plan.Plans ?? []).map(readRows).reduce((sum, rows) => sum + rows, own);
}
