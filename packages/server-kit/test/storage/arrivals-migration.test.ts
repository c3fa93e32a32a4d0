// Tests that a database from before arrivals were recorded keeps its evidence and alerts, and that its
// arrivals are created from them.
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { initialSchema } from "../../src/storage/sqlite/migrations/001-initial.js";
import { arrivalsSchema } from "../../src/storage/sqlite/migrations/003-arrivals.js";
import { arrivalReferencesSchema } from "../../src/storage/sqlite/migrations/040-arrival-references.js";

test("stored evidence becomes arrivals and open alerts, in the current words", () => {
  const database = new Database(":memory:");
  database.exec(initialSchema);
  const payment = database.prepare(
    `INSERT INTO payments (payment_id, merchant_id, environment, order_id, amount_cents, currency, checkout_mode, payment_method,
       remittance_info, remittance_info_source, state, version, attempt_count, is_attempt_accepted, checkout_token, created_at,
       updated_at, expires_at)
     VALUES (?, 'shop', 'live', ?, 1999, 'EUR', 'foxpay_checkout', 'qr_pay', 'r', 'merchant', ?, 1, 0, 0, 't', 1, 1, 9)`,
  );
  const fact = database.prepare(
    "INSERT INTO payment_evidence (payment_id, event, was_allowed, amount_cents, at) VALUES (?, ?, ?, ?, 5)",
  );
  payment.run("settled", "1", "settled");
  payment.run("part", "2", "submitted");
  payment.run("announced", "3", "submitted");
  fact.run("settled", "provider.success", 1, null);
  fact.run("settled", "provider.rejected", 0, null);
  fact.run("part", "settlement.partial", 1, 700);
  fact.run("announced", "provider.success", 1, null);
  fact.run("announced", "settlement.partial", 1, null);
  const alert = database.prepare(
    "INSERT INTO payment_alerts (payment_id, type, detail, at) VALUES ('part', ?, 'd', 6)",
  );
  for (const type of ["currency_mismatch", "under_paid", "under_paid"]) alert.run(type);

  database.exec(arrivalsSchema);
  expect(
    database.prepare("SELECT payment_id AS id, amount_cents AS cents, is_proven AS proven FROM payment_arrivals").all(),
  ).toEqual([
    { id: "settled", cents: 1999, proven: 0 },
    { id: "part", cents: 700, proven: 1 },
  ]);
  expect(
    database
      .prepare(
        "SELECT type, merchant_id AS store, environment AS mode, at, count, resolved_at AS ended FROM payment_alerts",
      )
      .all(),
  ).toEqual(
    ["wrong_currency", "under_paid", "under_paid"].map((type) => ({
      ...{ type, store: "shop", mode: "live", at: 6, count: 1, ended: null },
    })),
  );
  expect(database.prepare("SELECT DISTINCT count, last_at AS lastAt FROM payment_evidence").all()).toEqual([
    { count: 1, lastAt: 5 },
  ]);
  database.close();
});

test("a stored settlement without a statement entry is confirmed", () => {
  const database = new Database(":memory:");
  database.exec(initialSchema);
  database.exec(arrivalsSchema);
  database.pragma("foreign_keys = OFF");
  const arrival = database.prepare(
    `INSERT INTO payment_arrivals (arrival_id, payment_id, source, statement_entry_id, amount_cents, currency, is_proven, received_at, at, count, last_at)
     VALUES (?, 'p', ?, ?, 1, 'EUR', ?, 1, 1, 1, 1)`,
  );
  arrival.run("settlement", "provider", null, 1);
  arrival.run("announcement", "provider", null, 0);
  arrival.run("by entry", "provider", "ent_1", 1);
  arrival.run("person", "person", null, 1);
  database.exec(arrivalReferencesSchema);
  const confirmed = database.prepare("SELECT arrival_id AS id FROM payment_arrivals WHERE is_confirmed = 1").all();
  expect(confirmed).toEqual([{ id: "settlement" }]);
  database.close();
});

test("lists of open alerts and of payments that need attention are read by index", () => {
  const database = new Database(":memory:");
  database.exec(initialSchema);
  database.exec(arrivalsSchema);
  const planOf = (sql: string) =>
    // EXPLAIN QUERY PLAN gives rows with a text column `detail`.
    (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join("; ");
  const open = "FROM payment_alerts WHERE resolved_at IS NULL";
  for (const [sql, index] of [
    [`SELECT * ${open} ORDER BY alert_id DESC LIMIT 5`, "payment_alerts_open_by_id"],
    [`SELECT * ${open} AND merchant_id = 'a' ORDER BY alert_id DESC LIMIT 5`, "payment_alerts_open_of_store"],
    [`SELECT count(*) ${open} AND payment_id = 'a'`, "payment_alerts_open"],
    [
      "SELECT * FROM payments WHERE merchant_id = 'a' AND environment = 'b' AND order_id = 'c' AND state = 'settled'",
      "payments_settled_of_order",
    ],
  ] as const) {
    expect(planOf(sql)).toContain(index);
    expect(planOf(sql)).not.toContain("TEMP B-TREE");
  }
  database.close();
});
