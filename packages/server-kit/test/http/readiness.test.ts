// When an instance may get traffic, and what /health and doctor say about the rest (O5, O6, O7).
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPaymentService, type PaymentService, sqliteStorage } from "../../src/index.js";
import type { Storage } from "../../src/storage/port.js";
import { commandLineOn } from "../cli/call-command-line.js";
import { listen } from "../listen.js";
import { silentLogger } from "../silent-logger.js";
import { createDatabase, freshStorage, storageName } from "../storages.js";

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-ready-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "payments.db");
}

function serviceOn(storage: Storage, more: object = {}): PaymentService {
  return createPaymentService({ baseUrl: "http://127.0.0.1:1", storage, logger: silentLogger, ...more });
}

/** Mounted as by a host; not started. */
async function mounted(service: PaymentService) {
  const { url, close } = await listen(service.callback());
  onTestFinished(async () => {
    await service.stop();
    await close();
  });
  return async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

/** Overwrites the first pages of a table and of its indexes. */
function damage(filename: string, table: string): void {
  const database = new Sqlite(filename);
  database.pragma("journal_mode = DELETE");
  // The schema has this column.
  const pages = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0")
    .all(table) as {
    rootpage: number;
  }[];
  const pageSize = Number(database.pragma("page_size", { simple: true }));
  database.close();
  const file = openSync(filename, "r+");
  for (const { rootpage } of pages) {
    writeSync(file, Buffer.alloc(pageSize, 0x5a), 0, pageSize, (rootpage - 1) * pageSize);
  }
  closeSync(file);
}

describe.runIf(storageName === "SQLite")("on SQLite, whose file is checked by the service", () => {
  test("O6: after a damaged page was read, readiness fails permanently, and other reads continue", async () => {
    const filename = freshFile();
    const before = serviceOn(sqliteStorage({ filename }));
    const { merchantId } = await before.stores.create({ name: "Tea" });
    await before.stop();
    damage(filename, "payments");
    const service = serviceOn(sqliteStorage({ filename }));
    const ask = await mounted(service);
    expect((await ask("/ready")).status).toBe(200);
    await expect(service.payments.list()).rejects.toMatchObject({ code: "UNHEALTHY" });
    for (const path of ["/ready", "/health", "/ready"]) {
      expect(await ask(path)).toMatchObject({ status: 503, body: { services: { database: "down" } } });
    }
    expect(await service.stores.get(merchantId)).toMatchObject({ name: "Tea" });
    expect((await ask("/live")).status).toBe(200);
  });

  test("O6: doctor reads every page of the file and names the command that restores a backup", async () => {
    const filename = freshFile();
    const { call, json } = commandLineOn(filename);
    await call("migrate");
    const sound = await json("doctor");
    expect(sound.document).toMatchObject({
      findings: expect.arrayContaining([{ level: "ok", check: "database file", message: "every page can be read" }]),
    });
    damage(filename, "deliveries");
    const { document, exitCode } = await json("doctor");
    expect(exitCode).toBe(1);
    expect(document).toMatchObject({
      findings: expect.arrayContaining([
        {
          level: "problem",
          check: "database file",
          message: expect.stringContaining('run "payment-sessions restore <backup> --replace"'),
        },
      ]),
    });
  });
});

describe.runIf(storageName === "SQLite")("on SQLite, where no other instance can do the work", () => {
  test("O7: a mounted service without start() reports that no background work runs, and is not ready after 15 minutes", async () => {
    let now = Date.UTC(2027, 0, 1);
    const service = serviceOn(freshStorage(), { clock: { now: () => now } });
    const ask = await mounted(service);
    expect(await ask("/health")).toMatchObject({ status: 200, body: { services: { background: "not_started" } } });
    now += 15 * 60_000 + 1;
    for (const path of ["/health", "/ready"]) {
      expect(await ask(path)).toMatchObject({ status: 503, body: { services: { application: "no_background_work" } } });
    }
    // A host that runs by cron.
    await service.runDue();
    expect(await ask("/health")).toMatchObject({ status: 200, body: { services: { background: "on_demand" } } });
    now += 15 * 60_000 + 1;
    expect((await ask("/ready")).status).toBe(503);
    await service.start();
    now += 60 * 60_000;
    expect(await ask("/health")).toMatchObject({ status: 200, body: { services: { background: "running" } } });
    expect(await ask("/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
  });
});

test("O5: with a wrong encryption key a mounted service is not ready and logs which key is missing", async () => {
  const database = await createDatabase();
  onTestFinished(database.remove);
  const [right, wrong] = ["right", "wrong"].map((word) => Buffer.from(word.repeat(20)).subarray(0, 32));
  const first = serviceOn(database.storage(), { encryptionKey: mix(right) });
  await first.stores.create({ name: "Tea" });
  await first.stop();
  const logged: unknown[] = [];
  const logger = { ...silentLogger, error: (fields: object, message: string) => void logged.push({ fields, message }) };
  const ask = await mounted(serviceOn(database.storage(), { encryptionKey: mix(wrong), logger }));
  expect((await ask("/ready")).status).toBe(503);
  expect((await ask("/live")).status).toBe(200);
  expect(JSON.stringify(logged)).toContain("MissingEncryptionKeysError");
});

/** Bytes that no one would call guessable. */
function mix(key: Uint8Array | undefined): Uint8Array {
  return Uint8Array.from(key ?? [], (byte, index) => (byte * (index + 3) * 31 + index * index * 7) % 256);
}
