// Tests the reads of lists and counts in SQLite: each is a search of an index, and none sorts more than it
// returns.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePayments } from "../../../../bench/million/make-payments.mjs";
import type { Records } from "../../src/storage/port.js";
import { type Database, withPlainLimits, withStatementCache } from "../../src/storage/sqlite/database.js";
import { createRecords } from "../../src/storage/sqlite/records.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";
import { listReads, store, sumReads } from "./list-reads.js";

let folder: string;
let connection: Sqlite.Database;
let records: Records;
let texts: Set<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payment-sessions-plans-"));
  const filename = join(folder, "payments.db");
  const storage = sqliteStorage({ filename });
  await storage.open();
  await storage.close();
  connection = new Sqlite(filename);
  makePayments(connection, { payments: 5000, stores: 5 });
  records = createRecords(recordTexts(withStatementCache(connection)));
});

afterAll(async () => {
  connection.close();
  await rm(folder, { recursive: true });
});

function recordTexts(database: Database): Database {
  texts = new Set();
  return {
    prepare(sql) {
      texts.add(sql);
      return database.prepare(sql);
    },
    prepareRaw(sql) {
      texts.add(sql);
      return database.prepareRaw(sql);
    },
  };
}

test.each(listReads)("O9: %s: every statement is a search of an index", async (_, read) => {
  texts.clear();
  await read(records);
  expect(texts.size).toBeGreaterThan(0);
  for (const sql of texts) expect(unboundedStepsOf(sql), sql).toEqual([]);
});

test.each([
  ["a word that all orders begin with", { search: "ORDER-", ...store }],
  ["one letter", { search: "e", ...store, states: ["unresolved"] as const }],
  ["what nothing fits", { search: "no such thing", ...store }],
])("O9: a search for %s compares and reads a bounded number of payments", async (_, filter) => {
  texts.clear();
  await records.payments.list(filter);
  for (const sql of texts) {
    const isBounded = /LIMIT \d+(\)|$)|IN \(SELECT value FROM json_each\(@ids\)|LIMIT @limit/.test(sql);
    expect(isBounded, sql).toBe(true);
    // A sort of the ids that were found is allowed: some thousands at most.
    expect(
      unboundedStepsOf(sql).filter((detail) => !detail.includes("TEMP B-TREE FOR ORDER BY")),
      sql,
    ).toEqual([]);
  }
});

test("O9: a search by amount for a whole word that all payments have reads a bounded number of them", async () => {
  connection.exec("INSERT INTO payment_search_terms SELECT 'WHOLEWORD', payment_id, 0 FROM payments");
  const counts: number[] = [];
  const found = await createRecords(countRows(withStatementCache(connection), counts)).payments.list({
    search: "Wholeword in a line",
    order: "largest",
    limit: 5,
  });
  const newest = connection
    .prepare(
      `SELECT payment_id FROM (SELECT * FROM payments ORDER BY payment_id DESC LIMIT 3000)
       ORDER BY currency DESC, amount_cents DESC, payment_id DESC LIMIT 5`,
    )
    .pluck()
    .all();
  expect(found.map(({ paymentId }) => paymentId)).toEqual(newest);
  expect(Math.max(...counts)).toBeLessThanOrEqual(3000);
});

test("O9: the look-up of a reference that all payments of a store have sorts none of them", async () => {
  connection.exec("INSERT OR IGNORE INTO payment_search_terms SELECT 'CONSTANT1', payment_id, 0 FROM payments");
  texts.clear();
  const query = {
    merchantId: store.merchantId,
    environment: "live",
    terms: ["CONSTANT1", "OTHER1"],
    limit: 50,
  } as const;
  const found = await records.paymentLookUps.listByReferenceTerms(query);
  const newest = connection
    .prepare(
      "SELECT payment_id FROM payments WHERE merchant_id = ? AND environment = 'live' ORDER BY payment_id DESC LIMIT 50",
    )
    .pluck()
    .all(store.merchantId);
  expect(found.map(({ paymentId }) => paymentId)).toEqual(newest);
  for (const sql of texts) expect(unboundedStepsOf(sql), sql).toEqual([]);
});

test.each<[string, (records: Records) => Promise<unknown>]>([
  [
    "by the ending of its reference",
    ({ paymentLookUps }) =>
      paymentLookUps.listByRemittanceEnding({
        merchantId: store.merchantId,
        endings: ["CONSTANT", "OTHER1"],
        limit: 50,
      }),
  ],
  [
    "by its reference",
    ({ paymentLookUps }) =>
      paymentLookUps.listByRemittanceKey({ merchantId: store.merchantId, keys: ["CONSTANT", "OTHER1"], limit: 50 }),
  ],
  [
    "by its end-to-end id",
    ({ paymentLookUps }) =>
      paymentLookUps.listByEndToEndKey({ merchantId: store.merchantId, key: "CONSTANT", limit: 50 }),
  ],
  [
    "by its amount",
    ({ paymentLookUps }) =>
      paymentLookUps.listWaitingByAmount({ merchantId: store.merchantId, currency: "EUR", amountCents: 1, limit: 50 }),
  ],
])("O9: the look-up of a payment %s sorts no payments, however many have the same", async (_, read) => {
  connection.exec(
    "BEGIN; UPDATE payments SET remittance_info = 'Constant', end_to_end_id = 'Constant', environment = 'live'",
  );
  texts.clear();
  await read(records);
  connection.exec("ROLLBACK");
  expect(texts.size).toBeGreaterThan(0);
  for (const sql of texts) expect(unboundedStepsOf(sql), sql).toEqual([]);
});

/** Adds the number of rows of each query to `counts`. */
function countRows(database: Database, counts: number[]): Database {
  const counting = <Statement extends object>(statement: Statement): Statement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...values: unknown[]) => {
          const result: unknown = value.apply(target, values);
          if (Array.isArray(result)) counts.push(result.length);
          return result;
        };
      },
    });
  return {
    prepare: (sql) => counting(database.prepare(sql)),
    prepareRaw: (sql) => counting(database.prepareRaw(sql)),
  };
}

test.each(sumReads)("O9: %s: no payment is fetched", async (_, read) => {
  texts.clear();
  await read(records);
  const steps = [...texts].flatMap(planOf).filter((detail) => /^(SEARCH|SCAN) payments/.test(detail));
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((detail) => !detail.includes("USING COVERING INDEX"))).toEqual([]);
});

test("O9: the list of states with few payments by amount fetches only the payments that it shows", async () => {
  texts.clear();
  await records.payments.list({ ...store, states: ["opened", "unresolved"], order: "largest" });
  const steps = [...texts].flatMap(planOf).filter((detail) => /^SEARCH payments/.test(detail));
  const isByKey = (detail: string) => detail.includes("(payment_id=?)");
  expect(steps.filter(isByKey)).toHaveLength(4);
  expect(steps.filter((detail) => !isByKey(detail) && !detail.includes("USING COVERING INDEX"))).toEqual([]);
});

/** Values for the parameters: the planner uses them, and may read a store without rows in any way. */
function boundTo(name: string): string | number {
  if (name === "merchantId") return store.merchantId;
  if (name === "limit") return store.limit;
  return /ids/i.test(name) ? "[]" : 1;
}

function planOf(sql: string): string[] {
  const names = [...new Set([...sql.matchAll(/@(\w+)/g)].map(([, name = ""]) => name))];
  const places = sql.replaceAll(/'[^']*'/g, "").match(/\?/g) ?? [];
  // The plan's text is in this column.
  const plan = connection
    .prepare(`EXPLAIN QUERY PLAN ${withPlainLimits(sql)}`)
    .all(names.length > 0 ? Object.fromEntries(names.map((name) => [name, boundTo(name)])) : places.map(() => "x")) as {
    detail: string;
  }[];
  return plan.map(({ detail }) => detail);
}

/** Steps of the plan that read a whole table, or sort what they read. */
function unboundedStepsOf(sql: string): string[] {
  return planOf(sql).filter(
    (detail) =>
      (/^SCAN (payment|deliver|audit|mails|idempotency|statement)/.test(detail) && !isBoundedScan(detail, sql)) ||
      (detail.startsWith("USE TEMP B-TREE") && !isSmallSort(sql)),
  );
}

/** A partial index, or the table of payments that need attention, in its own order and up to a limit. */
function isBoundedScan(detail: string, sql: string): boolean {
  return (
    /^SCAN payment_attention$|USING (COVERING )?INDEX (deliveries_(failed|unfinished|claimed|due|due_of_store|ended)|payment_alerts_open_by_id)/.test(
      detail,
    ) && /LIMIT/.test(sql)
  );
}

/** One row for each state or currency, the alerts of one payment, the order in which ids were given, or no more keys than are shown. */
function isSmallSort(sql: string): boolean {
  return /GROUP BY (state|currency|1, 2, 3)|WHERE payment_id = @paymentId ORDER BY id|ORDER BY due\.key|IN \(SELECT payment_id FROM payments [^;]* LIMIT @limit\)/.test(
    sql,
  );
}

test("no condition of an index or trigger is an IN list, for which SQLite would build a table at each write", () => {
  const rows = connection
    .prepare("SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
    // The two named text columns are selected, without NULL.
    .all() as { name: string; sql: string }[];
  const conditionOf = (sql: string) =>
    sql
      .split(/\bBEGIN\b/)[0]
      ?.split(/\bWHE(?:RE|N)\b/)
      .slice(1)
      .join(" ");
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter(({ sql }) => / IN \(/.test(conditionOf(sql) ?? "")).map(({ name }) => name)).toEqual([]);
});

test.each([
  ["SELECT 1 LIMIT @limit", "SELECT 1 LIMIT @limit + 0"],
  ["SELECT (SELECT 1 LIMIT ?) LIMIT @limit", "SELECT (SELECT 1 LIMIT ? + 0) LIMIT @limit + 0"],
  ["SELECT 1 LIMIT 500", "SELECT 1 LIMIT 500"],
  ["SELECT 1 LIMIT @limit + 1", "SELECT 1 LIMIT @limit + 1"],
])("a bound limit is an expression, so that the statement is planned once: %s", (sql, written) => {
  expect(withPlainLimits(sql)).toBe(written);
});
