// What people look at, in SQLite: every read is a search of an index, and none sorts more than it shows.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePayments } from "../../../../bench/million/make-payments.mjs";
import { readAmountBound } from "../../src/domain/amount-bound.js";
import { retentionKinds } from "../../src/domain/retention.js";
import type { SumFilter } from "../../src/storage/port/payment-records.js";
import type { Records } from "../../src/storage/port.js";
import { type Database, withPlainLimits, withStatementCache } from "../../src/storage/sqlite/database.js";
import { createRecords, sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

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
  records = createRecords(noteTexts(withStatementCache(connection)));
});

afterAll(async () => {
  connection.close();
  await rm(folder, { recursive: true });
});

function noteTexts(database: Database): Database {
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

const store = { merchantId: "shop_0", limit: 51 };
const narrow: SumFilter & { limit: number } = {
  ...store,
  ...{ environment: "live", states: ["settled", "declined"], createdFrom: 0, createdUntil: 1e12 },
  ...{
    method: "qr_pay",
    currency: "EUR",
    minAmount: readAmountBound("1", "min"),
    maxAmount: readAmountBound("9", "max"),
  },
};
const all = { limit: 51 };
const failed = { states: ["exhausted", "dead", "parked"], limit: 100 } as const;
const due = { now: 1e13, limit: 50, perStore: 4, room: new Map(), after: undefined };

test.each<[string, (records: Records) => Promise<unknown>]>([
  ["the list of a store, live and test", ({ payments }) => payments.list(store)],
  ["the list of a store, live", ({ payments }) => payments.list({ ...store, environment: "live" })],
  ["the list of a store in one state", ({ payments }) => payments.list({ ...store, states: ["unresolved"] })],
  [
    "the list of a store by amount",
    ({ payments }) => payments.list({ ...store, environment: "live", order: "largest" }),
  ],
  [
    "the list of a store by amount, its next page",
    ({ payments }) => payments.list({ ...store, environment: "live", order: "smallest", after: "pay_x" }),
  ],
  [
    "the list of a store in several states, its next page",
    ({ payments }) => payments.list({ ...store, states: ["declined", "cancelled", "expired"], before: "pay_5" }),
  ],
  ["the list of all stores, live", ({ payments }) => payments.list({ ...all, environment: "live" })],
  ["the list of all stores in one state", ({ payments }) => payments.list({ ...all, states: ["unresolved"] })],
  ["what needs attention in a store", ({ payments }) => payments.list({ ...store, needsAttention: true })],
  [
    "what needs attention in a store, live, in one state",
    ({ payments }) =>
      payments.list({ ...store, environment: "live", needsAttention: true, states: ["settled"], before: "pay_5" }),
  ],
  ["what needs attention everywhere", ({ payments }) => payments.list({ ...all, needsAttention: true })],
  [
    "the days of the overview",
    ({ payments }) =>
      payments.countCreated({ merchantId: "shop_0", environment: "live", from: 0, until: 1_800_000_000_000 }),
  ],
  [
    "the money of the overview",
    ({ payments }) => payments.sumSettled({ merchantId: "shop_0", environment: "live", from: 0, until: 1e12 }),
  ],
  [
    "the list of a store, the oldest first",
    ({ payments }) => payments.list({ ...narrow, order: "oldest", after: "pay_1" }),
  ],
  ["the list of a store with every filter", ({ payments }) => payments.list(narrow)],
  ["the sums of a list", ({ payments }) => payments.sumCreated(narrow)],
  ["the sums of what needs attention", ({ payments }) => payments.sumCreated({ ...narrow, needsAttention: true })],
  ["the webhooks of the overview", ({ deliveries }) => deliveries.countByStateOfPayments(["pay_1", "pay_2"])],
  ["the counts beside a list's rows", ({ attention }) => attention.countsOf(["pay_1", "pay_2"])],
  ["the stores of a list's rows", ({ stores }) => stores.findMany(["shop_1", "shop_2"])],
  ["deliveries by state", ({ deliveries }) => deliveries.countByState()],
  ["deliveries in quarantine", ({ deliveries }) => deliveries.countInterrupted(5)],
  ["the queue's depth", ({ deliveries }) => deliveries.countUnfinished()],
  ["the oldest due delivery", ({ deliveries }) => deliveries.oldestDue(1e13)],
  ["due deliveries", ({ deliveries }) => deliveries.listDue({ ...due, lane: "first" })],
  [
    "the deliveries of a store, the next page",
    ({ deliveries }) =>
      deliveries.listOfStore({ ...store, since: 1, until: 1e13, after: { createdAt: 5, deliveryId: "a" } }),
  ],
  [
    "the failed deliveries of a store, newest first",
    ({ deliveries }) => deliveries.listByState({ ...failed, ...store, order: "newest" }),
  ],
  ["the queue of a store", ({ deliveries }) => deliveries.readQueueOfStore("shop_0", 5)],
  ["failed deliveries", ({ deliveries }) => deliveries.listByState(failed)],
  [
    "failed deliveries of a store and a time, the next page",
    ({ deliveries }) =>
      deliveries.listByState({
        ...failed,
        ...{ merchantId: "shop_0", since: 1, until: 1e13, after: { createdAt: 5, deliveryId: "a" } },
      }),
  ],
  ["the webhook history of a payment", ({ deliveries }) => deliveries.listOfPayment("pay_1", { limit: 51 })],
  ["the alerts of a payment", ({ alerts }) => alerts.listOfPayment("pay_1")],
  ["open alerts", ({ alerts }) => alerts.list({ isOpen: true, limit: 51 })],
  ["open alerts of a store, the next page", ({ alerts }) => alerts.list({ ...store, isOpen: true, before: "alr_5" })],
  ["the audit of a store", ({ audit }) => audit.list(store)],
  ["the audit of a store, a later page", ({ audit }) => audit.list({ ...store, before: 1_780_000_000_000 })],
  ["the audit of everything", ({ audit }) => audit.list({ limit: 51, before: 1_780_000_000_000 })],
  ["the keys that webhook secrets name", ({ stores }) => stores.listSealingKeyIds()],
  ["the keys that sealed sessions name", ({ attempts }) => attempts.listSealingKeyIds()],
  ["sealed sessions", ({ attempts }) => attempts.listSealed({ after: "", limit: 100 })],
  ["the keys that sealed entries name", ({ statements }) => statements.listSealingKeyIds()],
  ["sealed entries", ({ statements }) => statements.listSealedEntries({ after: "", limit: 100 })],
  ["statement entries in a state", ({ statements }) => statements.listEntries({ ...store, states: ["put_aside"] })],
  ["sessions to ask about", ({ attempts }) => attempts.listDuePolls(1e13, 50)],
  ...retentionKinds.flatMap((kind): [string, (records: Records) => Promise<unknown>][] => [
    [`pruning ${kind}`, ({ retention }) => retention.prune(kind, 1, 100)],
    [`what pruning ${kind} would remove`, ({ retention }) => retention.countPrunable(kind, 1)],
  ]),
  ["expired payments", ({ payments }) => payments.listExpired(1, 50)],
])("O9: %s: every statement is a search of an index", async (_, read) => {
  texts.clear();
  await read(records);
  expect(texts.size).toBeGreaterThan(0);
  for (const sql of texts) expect(faultsOf(sql), sql).toEqual([]);
});

test.each([
  ["a word that all orders begin with", { search: "ORDER-", ...store }],
  ["one letter", { search: "e", ...store, states: ["unresolved"] as const }],
  ["what nothing fits", { search: "no such thing", ...store }],
])("O9: a search for %s compares and looks up a bounded number of payments", async (_, filter) => {
  texts.clear();
  await records.payments.list(filter);
  for (const sql of texts) {
    const isBounded = /LIMIT \d+\)|IN \(SELECT value FROM json_each|LIMIT @limit/.test(sql);
    expect(isBounded, sql).toBe(true);
    // Sorted: the ids that were looked up, some thousands at most.
    expect(
      faultsOf(sql).filter((detail) => !detail.includes("TEMP B-TREE FOR ORDER BY")),
      sql,
    ).toEqual([]);
  }
});

/** The planner looks at values: a store without rows may be read in any way. */
function boundTo(name: string): string | number {
  if (name === "merchantId") return store.merchantId;
  if (name === "limit") return store.limit;
  return /ids/i.test(name) ? "[]" : 1;
}

/** Steps of the plan that read a table from one end to the other, or sort what they read. */
function faultsOf(sql: string): string[] {
  const names = [...new Set([...sql.matchAll(/@(\w+)/g)].map(([, name = ""]) => name))];
  const places = sql.replaceAll(/'[^']*'/g, "").match(/\?/g) ?? [];
  // Sound: the plan's text is in this column.
  const plan = connection
    .prepare(`EXPLAIN QUERY PLAN ${withPlainLimits(sql)}`)
    .all(names.length > 0 ? Object.fromEntries(names.map((name) => [name, boundTo(name)])) : places.map(() => "x")) as {
    detail: string;
  }[];
  return plan
    .map(({ detail }) => detail)
    .filter(
      (detail) =>
        (/^SCAN (payment|deliver|audit|mails|idempotency|statement)/.test(detail) && !isBoundedScan(detail, sql)) ||
        (detail.startsWith("USE TEMP B-TREE") && !isSmallSort(sql)),
    );
}

/** A partial index, or the table of what needs attention, in its own order and up to a limit. */
function isBoundedScan(detail: string, sql: string): boolean {
  return (
    /^SCAN payment_attention$|USING (COVERING )?INDEX (deliveries_(failed|unfinished|claimed|due|due_of_store|ended)|payment_alerts_open_by_id)/.test(
      detail,
    ) && /LIMIT/.test(sql)
  );
}

/** One row for each state or currency, the alerts of one payment, or the order in which ids were given. */
function isSmallSort(sql: string): boolean {
  return /GROUP BY (state|currency|1, 2, 3)|WHERE payment_id = @paymentId ORDER BY id|ORDER BY due\.key/.test(sql);
}

test("no condition of an index or trigger is a list, which SQLite would make a table of at each write", () => {
  const rows = connection
    .prepare("SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
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
])("a bound limit stands in an expression, so that the statement is planned once: %s", (sql, written) => {
  expect(withPlainLimits(sql)).toBe(written);
});
