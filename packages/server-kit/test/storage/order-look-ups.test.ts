// Tests the look-ups of initialize in an order with thousands of payments, as planned by SQLite.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import {
  holderOfSlot,
  newestOpenOfOrder,
  newestSupersededOfSlot,
  settledOfOrder,
} from "../../src/storage/sqlite/payment-records.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

test.each([
  ["the holder of a slot", holderOfSlot, 6],
  ["the newest superseded payment of a slot", newestSupersededOfSlot, 6],
  ["the newest open payment of an order", newestOpenOfOrder, 3],
  ["the settled payments of an order", settledOfOrder, 3],
])("M15: %s is one search of an index, without a sort of more than the open payment", async (_, condition, columns) => {
  const folder = await mkdtemp(join(tmpdir(), "payment-sessions-plan-"));
  const filename = join(folder, "payments.db");
  const storage = sqliteStorage({ filename });
  await storage.open();
  await storage.close();
  const database = new Sqlite(filename, { readonly: true });
  const places = condition.match(/\?/g) ?? [];
  // EXPLAIN QUERY PLAN gives rows with a text column `detail`.
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN SELECT * FROM payments ${condition}`)
    .all(places.map(() => "x")) as { detail: string }[];
  database.close();
  await rm(folder, { recursive: true });
  const [, ...after] = plan.map(({ detail }) => detail);
  expect(after).toEqual(
    [newestOpenOfOrder, settledOfOrder].includes(condition) ? ["USE TEMP B-TREE FOR ORDER BY"] : [],
  );
  expect(plan[0]?.detail).toMatch(/^SEARCH payments USING INDEX payments_\w+ \(/);
  expect(plan[0]?.detail.match(/=\?/g)).toHaveLength(columns);
});
