// Search among a million payments: what a person types is found at once, whether one payment fits it or all do.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Storage } from "../../src/storage/port.js";
import { searchTermsText } from "../../src/storage/sqlite/payment-search.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

const count = 1_000_000;
let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payment-sessions-search-"));
  const filename = join(folder, "payments.db");
  storage = sqliteStorage({ filename });
  await storage.open();
  const database = new Sqlite(filename);
  database.pragma("synchronous = OFF");
  database.function("search_terms_of", { deterministic: true }, searchTermsText);
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO payments (payment_id, merchant_id, environment, order_id, amount_cents, currency, checkout_mode, payment_method,
      customer_email, customer_name, remittance_info, remittance_info_source, state, version, attempt_count, is_attempt_accepted,
      checkout_token, created_at, updated_at, expires_at)
    SELECT printf('pay_%09d', n), 'shop_' || (n % 50), 'live', 'ORDER-' || n, 1999, 'EUR', 'foxpay_checkout', 'qr_pay',
      'buyer' || n || '@example.com', 'Erika Buyer' || n, 'PS-ORDER-' || n || '-' || printf('%08x', n), 'generated',
      iif(n = 4000, 'declined', 'settled'), 1, 0, 0, 't', n, n, n FROM numbers;
    INSERT INTO payment_search_terms (term, payment_id, is_personal)
    SELECT json_extract(found.value, '$.term'), payment_id, json_extract(found.value, '$.isPersonal')
    FROM payments, json_each(search_terms_of(order_id, remittance_info, end_to_end_id, customer_email, customer_name)) AS found;
    ANALYZE;`);
  database.close();
}, 600_000);

afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

const one = { limit: 51, merchantId: "shop_7" };
test.each([
  ["one order id", { search: "order-654307", ...one }, 1],
  ["a reference out of a statement's line", { search: "SVWZ+ ps order 654307 0009FBE3 thanks", ...one }, 1],
  ["an e-mail address", { search: "Buyer654307@example.com", ...one }, 1],
  ["a last name", { search: "buyer654307", ...one }, 1],
  ["nothing", { search: "no such thing at all", ...one }, 0],
  ["what every order id begins with", { search: "ORDER-", ...one }, 51],
  ["what every order id begins with, in all stores", { search: "ORDER-", limit: 51 }, 51],
  ["a first name that all have", { search: "erika", ...one }, 51],
  ["one letter", { search: "e", ...one }, 51],
])("M20: %s is found", async (_, filter, expected) => {
  const search = () => storage.read((records) => records.payments.list(filter));
  await search();
  const times: number[] = [];
  let found: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now();
    found = await search();
    times.push(performance.now() - begun);
  }
  const median = times.sort((left, right) => left - right)[2] ?? 0;
  console.info(`${JSON.stringify(filter)}: ${median.toFixed(2)} ms`);
  expect(found.length).toBe(expected);
});
