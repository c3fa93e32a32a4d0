// Tests that every column of both databases is on exactly one list: of a buyer, of a user of the service,
// encrypted, expiring, or without personal data. A value written into a buyer's columns is in no table after
// the erasure.

import Sqlite from "better-sqlite3";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { erasuresOf } from "../../src/storage/erasures.js";
import { otherPersonalColumns, plainColumns, sealedColumns } from "../../src/storage/personal-data.js";
import type { Records } from "../../src/storage/port.js";
import { createDatabase, type StorageName } from "../storages.js";
import {
  noon,
  pendingDelivery,
  sampleAlert,
  sampleAttempt,
  sampleDeliveryAttempt,
  samplePayment,
} from "./conformance/sample-records.js";
import { sampleEntry, sampleStatement } from "./conformance/statements.js";
import { columnsOf } from "./schema-columns.js";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const erasures = erasuresOf({ isOneOfIds: () => "", isPersonal: "", emptyBytes: "", detailWithoutReason: "" });

function classify(): Map<string, string[]> {
  const classes = new Map<string, string[]>();
  const add = (table: string, columns: readonly string[], word: string) => {
    for (const column of columns)
      classes.set(`${table}.${column}`, [...(classes.get(`${table}.${column}`) ?? []), word]);
  };
  for (const { table, set, columns = [] } of erasures) add(table, [...Object.keys(set ?? {}), ...columns], "buyer");
  for (const [table, { expires = [], people = [] }] of Object.entries(otherPersonalColumns)) {
    add(table, expires, "expires");
    add(table, people, "people");
  }
  for (const [table, columns] of Object.entries(sealedColumns)) add(table, columns, "sealed");
  for (const [table, columns] of Object.entries(plainColumns)) add(table, columns.split(" "), "plain");
  return classes;
}

test("O25: every column of both databases is on exactly one list, and every listed column exists", async () => {
  const present = new Set<string>();
  for (const kind of ["SQLite", "PostgreSQL"] as const) {
    const { columns, remove } = await columnsOf(kind);
    cleanUps.push(remove);
    for (const [table, names] of Object.entries(columns)) for (const name of names) present.add(`${table}.${name}`);
  }
  const classes = classify();
  expect([...present].filter((column) => !classes.has(column))).toEqual([]);
  expect([...classes.keys()].filter((column) => !present.has(column))).toEqual([]);
  expect([...classes].filter(([, words]) => words.length > 1)).toEqual([]);
});

const canary = "Kanarienvogel";

/** Writes the canary into every column that can contain a buyer's data. */
async function fill(records: Records): Promise<void> {
  const payment = samplePayment({
    state: "settled",
    orderId: "order-1",
    customerEmail: `${canary}@example.com`,
    customerName: `${canary} Buyer`,
    returnUrl: `https://shop.example/${canary}`,
    metadata: { note: canary },
    description: canary,
    items: [{ name: canary }],
    updatedAt: noon,
    supersededBy: undefined,
  });
  const { paymentId, merchantId } = payment;
  await records.payments.insert(payment);
  await records.attempts.insert(
    sampleAttempt({ paymentId, sealedRequest: canary, redirectUrl: `https://bank.example/${canary}`, status: "ended" }),
  );
  await records.payments.appendHistory({
    ...{
      paymentId,
      from: undefined,
      to: "created",
      event: "initialize",
      actor: "operator:ann",
      reason: canary,
      at: noon,
    },
  });
  await records.evidence.record({
    ...{ paymentId, attemptId: undefined, statementEntryId: undefined, event: "provider.success", wasAllowed: true },
    ...{
      providerTime: noon,
      amountCents: 1,
      currency: "EUR",
      reference: undefined,
      detail: `${canary} DE89`,
      at: noon,
    },
  });
  await records.receipts.insert({
    ...{ receiptId: `rcp_${paymentId}`, merchantId, environment: "live", paymentId, arrivalId: "arr_1" },
    ...{ amountCents: 1, currency: "EUR", reference: undefined, reason: canary, recordedBy: "ann" },
    ...{ outcome: "counted", receivedAt: noon, at: noon },
  });
  await records.alerts.insert(
    sampleAlert({ paymentId, merchantId, detail: canary, resolvedAt: noon, resolution: canary, resolvedBy: "ann" }),
  );
  const body = new TextEncoder().encode(`{"customer_email":"${canary}"}`);
  await records.deliveries.insert(
    pendingDelivery("d1", undefined, { paymentId, merchantId, body, state: "delivered", finishedAt: noon }),
  );
  await records.deliveries.recordAttempt(
    sampleDeliveryAttempt({ deliveryId: "d1", attempt: 1, responseExcerpt: canary }),
  );
  await records.orders.put(merchantId, "order-1", { buyer: canary }, noon);
  await records.audit.append({
    ...{ at: noon, actor: "ann", actorKind: undefined, address: undefined, action: "payment.cancelled" },
    ...{ merchantId, subject: paymentId, detail: { reason: canary, event: "kept" } },
  });
  await records.statements.insert(sampleStatement());
  const entry = { sealedCounterparty: canary, remittanceLines: [canary], reason: canary, createdAt: noon };
  await records.statements.insertEntry(
    sampleEntry({ ...entry, entryId: "ent_1", fingerprint: "1", state: "assigned" }),
  );
  await records.statements.insertAssignment({ entryId: "ent_1", paymentId, amountCents: 1, actor: "ann", at: noon });
  await records.statements.insertEntry(
    sampleEntry({ ...entry, entryId: "ent_2", fingerprint: "2", state: "put_aside" }),
  );
}

async function textOfEverything(kind: StorageName, address: string, tables: string[]): Promise<string> {
  if (kind === "SQLite") {
    const connection = new Sqlite(address, { readonly: true });
    const rows = tables.flatMap((table) =>
      connection
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row) => [table, row]),
    );
    connection.close();
    return JSON.stringify(rows.map((row) => readable(row)));
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const rows: unknown[] = [];
  for (const table of tables) {
    for (const row of (await client.query(`SELECT * FROM payment_sessions.${table}`)).rows) rows.push([table, row]);
  }
  await client.end();
  return JSON.stringify(rows.map((row) => readable(row)));
}

function readable(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, readable(field)]));
}

test.each(["SQLite", "PostgreSQL"] as const)(
  "O25: after the erasure nothing of the buyer is in any table of %s",
  async (kind) => {
    const database = await createDatabase(kind);
    cleanUps.push(() => database.remove());
    const storage = database.storage();
    await storage.open();
    const { columns, remove } = await columnsOf(kind);
    cleanUps.push(remove);
    await storage.write(fill);
    const everything = () => textOfEverything(kind, database.address, Object.keys(columns));
    const before = await everything();
    const filled = new Set(erasures.map(({ table }) => table));
    // TextOfEverything writes a list of pairs of table and row.
    const found = (JSON.parse(before) as [string, object][]).filter((row) => JSON.stringify(row).includes(canary));
    expect(
      [...filled]
        .filter((table) => !found.some(([name]) => name === table))
        .filter((table) => table !== "payment_search_terms"),
    ).toEqual([]);

    await storage.write(async (records) => {
      expect(await records.privacy.listToErase(noon + 1, 10)).toEqual(["pay_1"]);
      await records.privacy.erase(["pay_1"], noon + 1);
      expect(await records.privacy.eraseEntries(noon + 1, 10)).toBe(1);
      expect(await records.privacy.eraseEntries(noon + 1, 10)).toBe(0);
      expect(await records.privacy.listToErase(noon + 1, 10)).toEqual([]);
    });
    const after = await everything();
    expect(after.toLowerCase()).not.toContain(canary.toLowerCase());
    expect(after).toContain("kept");
    expect(after).toContain("operator:ann");
    await storage.close();
  },
);
