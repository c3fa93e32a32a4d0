// Tests the look-ups of initialize, of a settlement, of a status read and of a statement entry on PostgreSQL, as planned for a table that was
// never analyzed: in the first minute of a new database a plan by store would read each row of the store.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresStorage, type Storage } from "../../src/index.js";
import type { Records } from "../../src/storage/port.js";
import { type CountingPool, createCountingPool } from "../postgres/counting-pool.js";
import { administer, createMigratedDatabase, type TestDatabase } from "../postgres/server.js";
import { noon, samplePayment, sampleStore } from "./conformance/sample-records.js";
import { sampleEntry } from "./conformance/statements.js";

let database: TestDatabase;
let counting: CountingPool;
let storage: Storage;
beforeAll(async () => {
  database = await createMigratedDatabase();
  counting = createCountingPool(database.connectionString);
  storage = postgresStorage({ pool: counting.pool });
  await storage.open();
  await forgetStatistics(database.connectionString);
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(sampleStore());
    for (let number = 0; number < 200; number += 1) {
      const paymentId = `pay_${String(number).padStart(4, "0")}`;
      await records.payments.insert({ ...samplePayment(), paymentId, orderId: paymentId, checkoutToken: paymentId });
      const entryId = `ent_${String(number).padStart(4, "0")}`;
      await records.statements.insertEntry(sampleEntry({ merchantId, entryId, fingerprint: entryId }));
    }
  });
});
afterAll(async () => {
  await storage.close();
  await counting.pool.end();
  await database.drop();
});

/** A database that another test used may have statistics, and PostgreSQL takes new ones when a minute has passed. */
async function forgetStatistics(connectionString: string): Promise<void> {
  for (const table of ["payment_sessions.payments", "payment_sessions.statement_entries"]) {
    await administer(connectionString, `ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await administer(connectionString, `DELETE FROM pg_statistic WHERE starelid = '${table}'::regclass`);
  }
}

interface Plan {
  "Index Name"?: string;
  "Relation Name"?: string;
  "Node Type": string;
  Plans?: Plan[];
}

function accessPathsOf({ Plans = [], ...plan }: Plan): string[] {
  const isOfTable = ["payments", "statement_entries"].includes(plan["Relation Name"] ?? "");
  const path = isOfTable ? [plan["Index Name"] ?? plan["Node Type"]] : [];
  return [...path, ...Plans.flatMap(accessPathsOf)];
}

const { merchantId, environment, amountCents, currency, checkoutMode } = samplePayment();
const slot = { merchantId, environment, orderId: "any", amountCents, currency, checkoutMode };
const lookUps: [string, (records: Records) => Promise<unknown>, string[]][] = [
  [
    "what initialize decides by",
    (records) => records.initialize.find({ slot, idempotency: undefined, now: noon }),
    ["payments_reuse_slot", "payments_reuse_slot", "payments_superseded_in_slot"],
  ],
  [
    "the newest open payment of an order",
    (records) => records.payments.findNewestOpen(slot, "none"),
    ["payments_reuse_slot"],
  ],
  [
    "the settled payments of an order",
    (records) => records.payments.listSettledOfOrder(slot, 10),
    ["payments_settled_of_order"],
  ],
  ["a payment of a store", (records) => records.payments.findOfStore(merchantId, "pay_0001"), ["payments_pkey"]],
  [
    "a statement entry of a store",
    (records) => records.statements.findEntry(merchantId, "ent_0001"),
    ["statement_entries_pkey"],
  ],
  [
    "a page of the entries of a bank statement",
    (records) => records.statements.listEntries({ merchantId, statementId: "sta_1", limit: 10 }),
    ["statement_entries_of_statement"],
  ],
  [
    "how many entries of a bank statement are in each state",
    (records) => records.statements.countEntries({ merchantId, statementId: "sta_1" }),
    ["statement_entries_of_statement"],
  ],
  [
    "whether a store has a booking",
    (records) => records.statements.hasEntry({ merchantId, fingerprint: "ent_0001", occurrence: 1 }),
    ["statement_entries_booking"],
  ],
];

test.each(lookUps)(
  "M15: on PostgreSQL without statistics, %s is read by an index of the order or its id",
  async (_, read, indexes) => {
    counting.taken();
    await storage.write(read, { locks: ["any"] });
    const statement = counting.statements().find(({ text }) => /FROM (?:payments|statement_entries|unnest)/.test(text));
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query("SET search_path TO payment_sessions, pg_catalog");
    const explained = await client.query({
      text: `EXPLAIN (FORMAT JSON) ${statement?.text}`,
      values: statement?.values ?? [],
    });
    await client.end();
    // One row with one column of JSON, a list of one plan.
    const [
      {
        "QUERY PLAN": [{ Plan }],
      },
    ] = explained.rows as [{ "QUERY PLAN": [{ Plan: Plan }] }];
    expect(accessPathsOf(Plan).sort()).toEqual(indexes);
  },
);
