// Restoring a backup on the same machine and on another, and what is refused (O4).
import { createHash } from "node:crypto";
import fs, {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPaymentService, postgresStorage, sqliteStorage } from "../../src/index.js";
import { restoreSqlite } from "../../src/storage/sqlite/restore.js";
import { commandLineOn, freshFile } from "./call-command-line.js";

const keyOf = (name: string) => createHash("sha256").update(name).digest("base64");
const withKey = (name: string) => ({ PAYMENT_SESSIONS_ENCRYPTION_KEY: keyOf(name) });
const openService = (filename: string) =>
  createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: sqliteStorage({ filename }),
    encryptionKey: keyOf("ours"),
  });

/** A database with one store, and a backup of it. */
async function backedUp() {
  const database = freshFile();
  const backup = join(dirname(database), "backup.db");
  const service = openService(database);
  const { merchantId } = await service.stores.create({ name: "Kept" });
  const progress: [number, number][] = [];
  const { pages } = await service.backup(backup, { onProgress: (...pair) => progress.push(pair) });
  expect(progress.at(-1)).toEqual([pages, pages]);
  return { database, backup, service, merchantId };
}

test("O4: service.backup copies while the service runs, and never replaces a file", async () => {
  const { backup, service } = await backedUp();
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  await expect(service.backup(backup)).rejects.toThrow(/EEXIST/);
  await expect(service.backup("")).rejects.toThrow("needs the name of a new file");
  await service.stop();
  const inMemory = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: sqliteStorage({ filename: ":memory:" }),
  });
  await expect(inMemory.backup(`${backup}2`)).rejects.toThrow("tools of its database");
  await inMemory.stop();
  const server = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: postgresStorage({ connectionString: "postgres://127.0.0.1:1/none" }),
  });
  await expect(server.backup(`${backup}3`)).rejects.toThrow("pg_dump");
  await server.stop();
});

test("O4: a backup is restored on another machine, checked before and after", async () => {
  const { service, backup, merchantId } = await backedUp();
  await service.stop();
  const elsewhere = freshFile();
  const { call } = commandLineOn(elsewhere, withKey("ours"));
  const done = await call("restore", backup);
  expect(done).toMatchObject({ exitCode: 0, out: expect.stringContaining("stores 1") });
  expect(done.error).toContain("100 % copied");
  expect(readdirSync(dirname(elsewhere))).toEqual(["payments.db"]);
  expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
  const restored = openService(elsewhere);
  expect(await restored.stores.get(merchantId)).toMatchObject({ name: "Kept" });
  await restored.stop();
});

test("O4: restore keeps an existing database unless --replace is given, and then moves it aside with its write-ahead log", async () => {
  const { database, backup, service, merchantId } = await backedUp();
  const { merchantId: later } = await service.stores.create({ name: "Later" });
  await service.stop();
  const { call, json } = commandLineOn(database, withKey("ours"));
  expect(await call("restore", backup)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("give --replace"),
  });
  const { document } = await json("restore", backup, "--replace");
  expect(document).toMatchObject({ stores: 1, isChecked: true, replaced: expect.stringContaining(".replaced-") });
  const restored = openService(database);
  expect(await restored.stores.get(later)).toBeUndefined();
  expect(await restored.stores.get(merchantId)).toBeDefined();
  await restored.stop();
  // Asserted above.
  const aside = openService((document as { replaced: string }).replaced);
  expect(await aside.stores.get(later)).toBeDefined();
  await aside.stop();
});

const watcher = `
const { workerData } = require("node:worker_threads");
const { existsSync } = require("node:fs");
const flags = new Int32Array(workerData.flags);
Atomics.store(flags, 0, 1);
while (Atomics.load(flags, 1) === 0) if (!existsSync(workerData.file)) Atomics.store(flags, 2, 1);`;

test("O4: at no moment of a restore is there no database, which a service that starts would create empty", async () => {
  const { database, backup, service } = await backedUp();
  await service.stop();
  // Whether it is watching, whether it should end, whether the file was missing.
  const flags = new Int32Array(new SharedArrayBuffer(12));
  const thread = new Worker(watcher, { eval: true, workerData: { flags: flags.buffer, file: database } });
  const ended = new Promise((resolve) => thread.once("exit", resolve));
  await expect.poll(() => Atomics.load(flags, 0)).toBe(1);
  for (let round = 0; round < 20; round += 1) {
    const files = { backup, target: database, setAside: `${database}.replaced-${round}` };
    await restoreSqlite(
      files,
      () => undefined,
      async () => undefined,
    );
  }
  Atomics.store(flags, 1, 1);
  await ended;
  expect(Atomics.load(flags, 2)).toBe(0);
});

test("O4: restore refuses while a service runs on the file", async () => {
  const { database, backup, service } = await backedUp();
  await service.stores.create({ name: "Later" });
  const { call } = commandLineOn(database, withKey("ours"));
  expect(await call("restore", backup, "--replace")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("stop the service that runs on it first"),
  });
  expect(await service.stores.list()).toHaveLength(2);
  await service.stop();
  expect(readdirSync(dirname(database)).sort()).toEqual(["backup.db", "payments.db"]);
});

test("O4: restore refuses a backup whose encryption key is not given, and changes nothing", async () => {
  const { database, backup, service } = await backedUp();
  await service.stop();
  const before = readFileSync(database);
  const { call } = commandLineOn(database, withKey("another"));
  const { exitCode, error } = await call("restore", backup, "--replace");
  expect(exitCode).toBe(1);
  expect(error).toMatch(/need the encryption key [0-9a-f]{8}, which is not configured/);
  expect(readFileSync(database)).toEqual(before);
  expect(readdirSync(dirname(database)).sort()).toEqual(["backup.db", "payments.db"]);
});

test("O4: restore refuses a damaged backup and a file that is not a database, and changes nothing", async () => {
  const { database, backup, service } = await backedUp();
  for (let number = 0; number < 200; number += 1) await service.stores.create({ name: `Shop ${number}` });
  const large = join(dirname(backup), "large.db");
  await service.backup(large);
  await service.stop();
  const bytes = readFileSync(large);
  const damaged = join(dirname(backup), "damaged.db");
  // Every page but the first.
  writeFileSync(damaged, bytes.fill(0x5a, 4096), { mode: 0o600 });
  const text = join(dirname(backup), "notes.txt");
  writeFileSync(text, "not a database".repeat(500));
  const { call } = commandLineOn(database, withKey("ours"));
  const files = readdirSync(dirname(database)).sort();
  for (const file of [damaged, text]) {
    expect(await call("restore", file, "--replace")).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(/quick check|malformed|is damaged|not a SQLite database/),
    });
  }
  expect(await call("restore", join(dirname(backup), "none.db"))).toMatchObject({ exitCode: 2 });
  expect(readdirSync(dirname(database)).sort()).toEqual(files);
});

test("O4: restore refuses an empty file, which an interrupted backup may leave, and changes nothing", async () => {
  const { database, backup, service } = await backedUp();
  await service.stop();
  writeFileSync(backup, "");
  const { call } = commandLineOn(database, withKey("ours"));
  const { exitCode, error } = await call("restore", backup, "--replace");
  expect([exitCode, error]).toEqual([1, expect.stringContaining(`${backup} is empty`)]);
  expect(readdirSync(dirname(database)).sort()).toEqual(["backup.db", "payments.db"]);
  expect(statSync(database).size).toBeGreaterThan(0);
});

test("O4: a damaged database is replaced by its backup and kept under another name", async () => {
  const { database, backup, service, merchantId } = await backedUp();
  await service.stop();
  writeFileSync(database, "damaged beyond repair");
  writeFileSync(`${database}-wal`, "left over");
  const { json } = commandLineOn(database, withKey("ours"));
  const { document } = await json("restore", backup, "--replace");
  // What the command prints.
  const { replaced } = document as { replaced: string };
  expect(readFileSync(replaced, "utf8")).toBe("damaged beyond repair");
  expect(existsSync(`${replaced}-wal`)).toBe(true);
  const restored = openService(database);
  expect(await restored.stores.get(merchantId)).toBeDefined();
  await restored.stop();
});

/** As a restore on a volume without hard links leaves it when it is killed between its last two renames. */
async function killedRestore() {
  const { database, backup, service } = await backedUp();
  await service.stop();
  const previous = `${database}.replaced-2026-01-02`;
  const copy = `${database}.restoring-12345`;
  renameSync(database, previous);
  copyFileSync(backup, copy);
  return { database, backup, previous, copy };
}

test("O4: no empty database is created where an interrupted restore has moved the database aside", async () => {
  const { database, copy, previous } = await killedRestore();
  const { call, json } = commandLineOn(database, withKey("ours"));
  const files = readdirSync(dirname(database)).sort();
  for (const command of [
    ["migrate"],
    ["serve", "--port", "0"],
    ["store", "create", "--name", "Tea"],
    ["store", "list"],
  ]) {
    const { exitCode, error } = await call(...command);
    expect([exitCode, error], command.join(" ")).toEqual([2, expect.stringContaining(`${copy} exists: a restore of`)]);
    expect(error).toContain("delete it and restore the backup again");
    expect(error).toContain(`The previous database is ${previous}`);
  }
  const mounted = openService(database);
  await expect(mounted.stores.list()).rejects.toThrow(`${copy} exists`);
  await mounted.stop();
  const { document } = await json("doctor");
  expect(document).toMatchObject({
    findings: expect.arrayContaining([
      { level: "problem", check: "database", message: expect.stringContaining(`${copy} exists: a restore of`) },
    ]),
  });
  expect(readdirSync(dirname(database)).sort()).toEqual(files);
});

test("O4: restore names what an interrupted one has left, and works once that is deleted", async () => {
  const { database, backup, copy, previous } = await killedRestore();
  const { call, json } = commandLineOn(database, withKey("ours"));
  renameSync(copy, `${copy}.partial`);
  expect(await call("restore", backup)).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining(`${copy}.partial exists: a restore of`),
  });
  renameSync(`${copy}.partial`, copy);
  expect(await call("restore", backup)).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining(`${copy} exists: a restore of`),
  });
  expect([existsSync(copy), existsSync(database)]).toEqual([true, false]);
  rmSync(copy);
  expect(await call("restore", backup)).toMatchObject({ exitCode: 0 });
  expect(existsSync(previous)).toBe(true);
  writeFileSync(copy, "a part");
  const { document } = await json("doctor");
  expect(document).toMatchObject({
    findings: expect.arrayContaining([
      { level: "warning", check: "restore", message: expect.stringContaining(`${copy} exists: a restore of`) },
    ]),
  });
});

test("a restore through a symbolic link replaces the file that it leads to, and keeps the link", async () => {
  const { database, backup, service, merchantId } = await backedUp();
  const { merchantId: later } = await service.stores.create({ name: "Later" });
  await service.stop();
  const link = freshFile();
  symlinkSync(database, link);
  const { call, json } = commandLineOn(link, withKey("ours"));
  const { document } = await json("restore", backup, "--replace");
  expect(document).toMatchObject({ database, replaced: expect.stringContaining(`${database}.replaced-`) });
  expect([lstatSync(link).isSymbolicLink(), readdirSync(dirname(link))]).toEqual([true, ["payments.db"]]);
  const restored = openService(database);
  expect([await restored.stores.get(later), await restored.stores.get(merchantId)]).toEqual([
    undefined,
    expect.objectContaining({ name: "Kept" }),
  ]);
  await restored.stop();
  renameSync(database, `${database}.restoring-1`);
  expect((await call("migrate")).error).toContain(`${database}.restoring-1 exists: a restore of`);
});

test("a folder whose name sounds like damage does not make a backup a damaged one", async () => {
  const { backup, service } = await backedUp();
  const folder = join(dirname(backup), "malformed or is damaged");
  mkdirSync(folder);
  const target = join(folder, "payments.db");
  const other = openService(target);
  await other.stores.create({ name: "Open" });
  const { error } = await commandLineOn(target, withKey("ours")).call("restore", backup, "--replace");
  expect(error).toContain("stop the service that runs on it first");
  await other.stop();
  await service.stop();
});

describe.runIf(process.getuid?.() === 0)("as root", () => {
  test("a restored database belongs to the owner of the one before, or of its folder", async () => {
    const { database, backup, service } = await backedUp();
    await service.stop();
    chownSync(database, 12_345, 12_346);
    const { call } = commandLineOn(database, withKey("ours"));
    expect(await call("restore", backup, "--replace")).toMatchObject({ exitCode: 0 });
    expect(statSync(database)).toMatchObject({ uid: 12_345, gid: 12_346 });
    const elsewhere = freshFile();
    chownSync(dirname(elsewhere), 12_347, 12_348);
    await commandLineOn(elsewhere, withKey("ours")).call("restore", backup);
    expect(statSync(elsewhere)).toMatchObject({ uid: 12_347, gid: 12_348 });
  });

  test("another user than root is told that the service's user cannot open the restored database", async () => {
    const { database, backup, service } = await backedUp();
    await service.stop();
    // What the user may do: write into the folder, read the backup and write the database.
    chownSync(dirname(database), 12_345, 12_345);
    chownSync(backup, 12_345, 12_345);
    chmodSync(database, 0o666);
    const { call } = commandLineOn(database, withKey("ours"));
    process.seteuid?.(12_345);
    onTestFinished(() => process.seteuid?.(0));
    const { exitCode, error } = await call("restore", backup, "--replace");
    process.seteuid?.(0);
    expect([exitCode, error]).toEqual([0, expect.stringContaining("Warning: ")]);
    expect(error).toContain("belongs to another user than the database before it: change its owner to that of");
  });

  test("root that may not change owners is told to give a new database to the owner of its folder", async () => {
    const { backup, service } = await backedUp();
    await service.stop();
    const target = freshFile();
    chownSync(dirname(target), 12_345, 12_345);
    // Not the imported name: it follows the replacement.
    const original = fs.chownSync;
    fs.chownSync = () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      fs.chownSync = original;
      syncBuiltinESMExports();
    });
    const { exitCode, error } = await commandLineOn(target, withKey("ours")).call("restore", backup);
    expect(exitCode).toBe(0);
    expect(error).toContain(
      `${target} belongs to another user than its folder: change its owner to that of ${dirname(target)}`,
    );
    expect(error).not.toContain("replaced-");
  });
});
