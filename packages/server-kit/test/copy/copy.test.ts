// Tests payment-sessions copy from SQLite to PostgreSQL and back: nothing is lost, and links, keys and
// sessions issued before still work.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { postgresStorage, sqliteStorage } from "../../src/index.js";
import { copyDatabase } from "../../src/storage/copy/copy-database.js";
import type { CopyTarget } from "../../src/storage/copy/copy-side.js";
import { openPostgresSource, openPostgresTarget } from "../../src/storage/copy/postgres-side.js";
import { openSqliteSource, openSqliteTarget } from "../../src/storage/copy/sqlite-side.js";
import { commandLineOn, freshFile } from "../cli/call-command-line.js";
import { createTestDatabase } from "../postgres/server.js";
import { furnish, openReceiver, panelPassword, startService } from "./copied-service.js";

const startAt = Date.UTC(2026, 4, 7, 12);

async function freshServer(): Promise<string> {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  return connectionString;
}

let prepared: Awaited<ReturnType<typeof createPreparedFile>>;
beforeAll(async () => {
  prepared = await createPreparedFile();
});
afterAll(() => rmSync(prepared.folder, { recursive: true, force: true }));

async function createPreparedFile() {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-copy-"));
  const file = join(folder, "payments.db");
  const receiver = await openReceiver();
  const { service, origin } = await startService(sqliteStorage({ filename: file }), { at: startAt });
  await furnish(service, origin, receiver.url);
  await service.stop();
  await receiver.close();
  return { folder, file };
}

/** A SQLite file of a service that was stopped; each is a copy of one. */
function furnishedFile(): string {
  const file = freshFile();
  copyFileSync(prepared.file, file);
  return file;
}

/** A SQLite file of a service that was stopped, with a webhook that its store rejected, and the store's receiver. */
async function stoppedService() {
  const file = freshFile();
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const clock = { at: startAt };
  const { service, origin } = await startService(sqliteStorage({ filename: file }), clock);
  const furnished = await furnish(service, origin, receiver.url);
  await service.stop();
  return { file, receiver, clock, ...furnished };
}

const place = (connectionString: string) => ({ connectionString, schema: "payment_sessions", label: "the server" });

test("a service moved to PostgreSQL keeps links, keys, sessions and passwords, and sends what was waiting", async () => {
  const { file, receiver, clock, merchantId, key, opened, waiting, settled } = await stoppedService();
  const database = await freshServer();
  const { json } = commandLineOn("payments.db");
  const copied = await json("copy", "--from", file, "--to", database);
  expect(copied).toMatchObject({ exitCode: 0, document: { isResumed: false } });
  // The document that the command prints.
  const { tables } = copied.document as { tables: { table: string; rows: number }[] };
  expect(tables.find(({ table }) => table === "payments")?.rows).toBe(31);

  const failed = receiver.received.splice(0);
  expect(failed.length).toBeGreaterThan(0);
  receiver.respondWith(200);
  clock.at += 60 * 60 * 1000;
  const { service, origin } = await startService(postgresStorage({ connectionString: database }), clock);
  onTestFinished(() => service.stop());
  await service.runDue();
  for (const before of failed) {
    expect(before).toEqual({ deliveryId: expect.any(String), body: expect.any(String), signature: expect.any(String) });
    const sent = receiver.received.filter(({ deliveryId }) => deliveryId === before.deliveryId);
    expect(sent).toEqual([before]);
  }
  expect((await service.webhooks.history(waiting)).deliveries.length).toBeGreaterThan(0);

  const page = await fetch(opened[1]?.paymentUrl.replace("http://127.0.0.1:1", origin) ?? "");
  expect(page.status).toBe(200);
  const status = await fetch(`${origin}/payments/${settled.paymentId}/status`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(status.status).not.toBe(401);
  expect((await service.payments.get(settled.paymentId))?.state).toBe("settled");
  expect(await service.statements.unmatched(merchantId)).toHaveLength(1);

  // Calling again for the same order returns the same payment, and a new one is numbered after the copied
  // ones.
  const call = (orderId: string) =>
    fetch(`${origin}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ merchantId, orderId, amountCents: 1999, currency: "EUR", metadata: { note: "ü\n" } }),
    });
  const [again, fresh] = [await call("order-2"), await call("order-new")];
  expect([again.status, fresh.status]).toEqual([200, 200]);
  // The fields that the contract requires for 200.
  const newId = ((await fresh.json()) as { paymentId: string }).paymentId;
  expect(await service.payments.recordProviderEvent(newId, { type: "provider.success" })).toMatchObject({
    accepted: true,
  });

  const signIn = await fetch(`${origin}/panel/sign-in`);
  const hidden = [...(await signIn.text()).matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const signedIn = await fetch(`${origin}/panel/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: {
      cookie: signIn.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; "),
      origin: "http://127.0.0.1:1",
      "sec-fetch-site": "same-origin",
    },
    body: new URLSearchParams({
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
      email: "ann@tea.example",
      password: panelPassword,
    }),
  });
  expect(signedIn.status).toBe(303);
});

test("a copy to PostgreSQL and back is the same database, row for row", async () => {
  const file = furnishedFile();
  const database = await freshServer();
  const back = freshFile();
  const { json } = commandLineOn("payments.db");
  // The document that the command prints.
  const there = (await json("copy", "--from", file, "--to", database)).document as { tables: object[] };
  // The document that the command prints.
  const here = (await json("copy", "--from", database, "--to", back)).document as { tables: object[] };
  expect(here.tables).toEqual(there.tables);
  const [before, after] = [file, back].map((name) => {
    const connection = new Sqlite(name, { readonly: true });
    const rows = connection.prepare("SELECT rowid, * FROM deliveries ORDER BY rowid").all();
    connection.close();
    return rows;
  });
  expect(after).toEqual(before);
});

test("a copy that is interrupted between slices continues where it stopped, and no service starts on it meanwhile", async () => {
  const file = furnishedFile();
  const database = await freshServer();
  const source = await openSqliteSource(file);
  const target = await openPostgresTarget(place(database));
  let slices = 0;
  const failing: CopyTarget = {
    ...target,
    async append(table, rows) {
      slices += 1;
      if (slices > 20) throw new Error("cut off");
      await target.append(table, rows);
    },
  };
  const cut = copyDatabase({ source, target: failing, onProgress: () => undefined, sliceRows: 5 });
  await expect(cut).rejects.toThrow("cut off");
  await source.close();
  await target.close();

  const storage = postgresStorage({ connectionString: database });
  await expect(storage.open()).rejects.toThrow(/A copy from .* into this database is not finished/);
  const { json, call } = commandLineOn(database);
  expect((await call("store", "list")).error).toContain('run "payment-sessions copy" again');
  expect((await call("copy", "--from", furnishedFile(), "--to", database)).error).toContain(
    "contains an unfinished copy from",
  );

  const done = await json("copy", "--from", file, "--to", database);
  expect(done).toMatchObject({ exitCode: 0, document: { isResumed: true } });
  expect(await call("store", "list")).toMatchObject({ exitCode: 0, out: expect.stringContaining("Tea & Söhne") });
});

test("the event loop turns between any two slices of a file that is copied and compared", async () => {
  const file = furnishedFile();
  const source = await openSqliteSource(file);
  const target = await openPostgresTarget(place(await freshServer()));
  onTestFinished(async () => {
    await source.close();
    await target.close();
  });
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const turnsOfSlices: number[] = [];
  const watched: typeof source = {
    ...source,
    rowsAfter(...position) {
      turnsOfSlices.push(turn);
      return source.rowsAfter(...position);
    },
  };
  await copyDatabase({ source: watched, target, onProgress: () => undefined, sliceRows: 5 });
  isDone = true;
  expect(turnsOfSlices.length).toBeGreaterThan(20);
  expect(new Set(turnsOfSlices).size).toBe(turnsOfSlices.length);
});

test("a target with records is refused and unchanged; a target that was only migrated is accepted", async () => {
  const file = furnishedFile();
  const database = await freshServer();
  const { call } = commandLineOn(database);
  await call("migrate");
  expect(await call("copy", "--from", file, "--to", database)).toMatchObject({ exitCode: 0 });
  const again = await call("copy", "--from", file, "--to", database);
  expect(again.exitCode).toBe(1);
  expect(again.error).toMatch(/is not empty: .*payments \(31\).*Copy into a new database/);
  expect(await call("store", "list")).toMatchObject({ exitCode: 0 });
});

test("a source in use by a service is refused, on SQLite and on PostgreSQL", async () => {
  const file = furnishedFile();
  const clock = { at: startAt };
  const database = await freshServer();
  const { call } = commandLineOn("payments.db");
  const onFile = await startService(sqliteStorage({ filename: file }), clock);
  const refused = await call("copy", "--from", file, "--to", database);
  expect(refused).toMatchObject({ exitCode: 1, error: expect.stringContaining("is in use by another process") });
  await onFile.service.stop();
  expect(await call("copy", "--from", file, "--to", database)).toMatchObject({ exitCode: 0 });

  const onServer = await startService(postgresStorage({ connectionString: database }), clock);
  const back = await call("copy", "--from", database, "--to", freshFile());
  expect(back).toMatchObject({ exitCode: 1, error: expect.stringContaining("A service is connected to") });
  await onServer.service.stop();

  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query("BEGIN; UPDATE payment_sessions.stores SET updated_at = updated_at");
  const written = await call("copy", "--from", database, "--to", freshFile());
  expect(written).toMatchObject({ exitCode: 1, error: expect.stringContaining("is being written to") });
  await client.end();
});

test("rows that changed during the copy are reported at the end, and the copy cannot be opened", async () => {
  const file = furnishedFile();
  const database = await freshServer();
  const source = await openSqliteSource(file);
  const target = await openPostgresTarget(place(database));
  let isBegun = false;
  const halting: CopyTarget = {
    ...target,
    async append(table, rows) {
      if (isBegun && table.name === "statements") throw new Error("cut off");
      isBegun = true;
      await target.append(table, rows);
    },
  };
  await expect(copyDatabase({ source, target: halting, onProgress: () => undefined })).rejects.toThrow("cut off");
  await source.close();
  await target.close();
  const changed = new Sqlite(file);
  changed.exec("UPDATE payments SET amount_cents = amount_cents + 1 WHERE order_id = 'order-3'");
  changed.close();
  const { call } = commandLineOn("payments.db");
  const result = await call("copy", "--from", file, "--to", database);
  expect(result.error).toMatch(/The copy differs from .* in payments \(31 rows, 31 in the copy\)/);
  await expect(postgresStorage({ connectionString: database }).open()).rejects.toThrow("is not finished");
});

test("of two simultaneous copies into one target one succeeds and one is refused", async () => {
  const database = await freshServer();
  const first = await openPostgresTarget(place(database));
  onTestFinished(() => first.close());
  await expect(openPostgresTarget(place(database))).rejects.toThrow("Another copy of the server");
});

test.each([
  ["two files", ["--from", "a.db", "--to", "b.db"], /are both files: copy a file with "payment-sessions backup"/],
  [
    "two servers",
    ["--from", "postgres://a/x", "--to", "postgres://b/x"],
    /are both PostgreSQL servers: copy between servers with pg_dump/,
  ],
  ["no target", ["--from", "a.db"], /--to is missing/],
  ["a source that is not there", ["--from", "none.db", "--to", "postgres://127.0.0.1:1/x"], /no database none\.db/],
])("refuses %s", async (_, argv, message) => {
  const { exitCode, error } = await commandLineOn("payments.db").call("copy", ...argv);
  expect(error).toMatch(message);
  expect(exitCode).toBeGreaterThan(0);
  expect(existsSync("none.db")).toBe(false);
});

test("a source that is one migration behind is refused with what to run, whichever database it is", async () => {
  const file = furnishedFile();
  const behind = new Sqlite(file);
  behind.exec("DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)");
  behind.close();
  await expect(openSqliteSource(file)).rejects.toThrow('run "payment-sessions migrate --database');
  const database = await freshServer();
  const target = await openPostgresTarget(place(database));
  await target.unfinishedFrom();
  await target.close();
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query("DELETE FROM payment_sessions.migrations WHERE name = '001-initial'");
  await client.end();
  await expect(openPostgresSource(place(database))).rejects.toThrow('run "payment-sessions migrate"');
  expect(existsSync(`${file}-target`)).toBe(false);
  await (await openSqliteTarget(`${file}-target`)).close();
});
