// Tests the migration to receipts of money that was recorded manually before: from the arrivals, with actor
// and reason from the evidence. On both databases, whose SQL differs.
import Sqlite from "better-sqlite3";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { postgresStorage, sqliteStorage } from "../../src/index.js";
import { receiptsSchema as postgresSql } from "../../src/storage/postgres/migrations/036-receipts.js";
import { receiptsSchema as sqliteSql } from "../../src/storage/sqlite/migrations/036-receipts.js";
import { freshFile } from "../cli/call-command-line.js";
import { createMigratedDatabase } from "../postgres/server.js";
import { barePayment, noon, sampleArrival, sampleStore } from "./conformance/sample-records.js";

const databases = {
  async SQLite() {
    const filename = freshFile();
    const repeat = async () => {
      const connection = new Sqlite(filename);
      connection.exec("DROP TABLE receipts; DROP INDEX payments_claimed");
      connection.exec(sqliteSql);
      connection.close();
    };
    return { storage: sqliteStorage({ filename }), repeat };
  },
  async PostgreSQL() {
    const { connectionString, drop } = await createMigratedDatabase();
    onTestFinished(drop);
    const repeat = async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query("SET search_path TO payment_sessions, pg_catalog; DROP TABLE receipts");
      await client.query(postgresSql);
      await client.end();
    };
    return { storage: postgresStorage({ connectionString }), repeat };
  },
};

test.each(Object.entries(databases))("%s: what people recorded before becomes receipts", async (_, prepare) => {
  const { storage, repeat } = await prepare();
  await storage.open();
  onTestFinished(() => storage.close());
  const manualArrival = {
    source: "person",
    attemptId: undefined,
    statementEntryId: undefined,
    amountCents: 700,
  } as const;
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(sampleStore());
    await records.payments.insert(barePayment({ paymentId: "pay_1" }));
    await records.arrivals.insert(sampleArrival({ ...manualArrival, currency: "EUR", reference: "B1" }));
    await records.arrivals.insert(sampleArrival({ ...manualArrival, arrivalId: "arr_2", currency: "USD" }));
    await records.arrivals.insert(sampleArrival({ arrivalId: "arr_3" }));
    await records.evidence.record({
      ...{ paymentId: "pay_1", attemptId: undefined, statementEntryId: undefined, event: "money.received" },
      ...{ wasAllowed: true, providerTime: noon, amountCents: 700, currency: "EUR", reference: "B1", at: noon },
      detail: "ana@shop.example: seen: on the account",
    });
  });
  await repeat();
  const { merchantId, environment } = barePayment();
  const found = await storage.read(({ receipts }) => receipts.list({ merchantId, environment, limit: 9 }));
  expect(found.map(({ receipt }) => receipt)).toMatchObject([
    { receiptId: "rcp_2", currency: "USD", outcome: "other_currency", recordedBy: "", reason: "" },
    {
      ...{ receiptId: "rcp_1", paymentId: "pay_1", arrivalId: "arr_1", amountCents: 700, reference: "B1" },
      ...{ outcome: "counted", recordedBy: "ana@shop.example", reason: "seen: on the account", at: noon },
    },
  ]);
});
