// Tests that the payments generated for measurements equal payments written by the service.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { makePayments } from "../../../../bench/million/make-payments.mjs";
import { searchTermsOf } from "../../src/domain/payment-search.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

test("O9: generated payments can be read, searched and counted like those of the service, and are the same each time", async () => {
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
    const digest = database.prepare("SELECT group_concat(body) AS text FROM deliveries ORDER BY delivery_id").get();
    database.close();
    await storage.close();
    return { payments, digest };
  };
  const first = await make("first.db");
  expect(first.payments).toHaveLength(300);
  expect(await make("second.db")).toEqual(first);
  await rm(folder, { recursive: true });
});
