// Tests the payments generated for measurements: the database accepts them, their search terms are those of the service, and two runs are equal.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { makePayments } from "../../../../bench/million/make-payments.mjs";
import { searchTermsOf } from "../../src/domain/payment-search.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

test("O9: generated payments are readable, have the search terms that the service would store, and are the same each time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "payment-sessions-made-"));
  const make = async (name: string) => {
    const filename = join(folder, name);
    const storage = sqliteStorage({ filename });
    await storage.open();
    const database = new Sqlite(filename);
    makePayments(database, { payments: 300, stores: 3 });
    const terms = database.prepare(
      "SELECT term, is_personal AS isPersonal FROM payment_search_terms WHERE payment_id = ? ORDER BY term",
    );
    const payments = await storage.read((records) => records.payments.list({ limit: 1000 }));
    for (const payment of payments) {
      const expected = searchTermsOf(payment).map(({ term, isPersonal }) => ({ term, isPersonal: isPersonal ? 1 : 0 }));
      expect(terms.all(payment.paymentId)).toEqual(expected.sort((left, right) => (left.term < right.term ? -1 : 1)));
    }
    expect(database.pragma("foreign_key_check")).toEqual([]);
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    const deliveries = database.prepare("SELECT delivery_id, body FROM deliveries ORDER BY delivery_id").all();
    database.close();
    await storage.close();
    return { payments, deliveries };
  };
  const first = await make("first.db");
  expect(first.payments).toHaveLength(300);
  expect(await make("second.db")).toEqual(first);
  await rm(folder, { recursive: true });
});
