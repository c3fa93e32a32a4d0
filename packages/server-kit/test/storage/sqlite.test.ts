// Tests the storage port on SQLite: the whole conformance suite on a file and in memory, and tests that only
// a file allows.
import { execFile } from "node:child_process";
import { existsSync, fdatasync } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import type { Storage } from "../../src/storage/port.js";
import type { Database } from "../../src/storage/sqlite/database.js";
import { driverFile } from "../../src/storage/sqlite/driver-file.js";
import { openSqliteDatabase, type SqliteDatabase } from "../../src/storage/sqlite/sqlite-database.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";
import { bundledProgram } from "../bundled-program.js";
import { storageInMemory, writeMigratedFile } from "../migrated-sqlite.js";
import { describeStorage } from "./conformance.js";

async function emptyFile() {
  const folder = await mkdtemp(join(tmpdir(), "payment-sessions-sqlite-"));
  return { filename: join(folder, "payments.db"), remove: () => rm(folder, { recursive: true, force: true }) };
}

async function opened(filename: string): Promise<Storage> {
  const storage = sqliteStorage({ filename });
  await storage.open();
  return storage;
}

describeStorage("SQLite file", async () => {
  const { filename, remove } = await emptyFile();
  writeMigratedFile(filename);
  const first = await opened(filename);
  const instances = [first];
  return {
    storage: first,
    openAgain: async () => {
      const again = await opened(filename);
      instances.push(again);
      return again;
    },
    cleanUp: async () => {
      await Promise.all(instances.map((instance) => instance.close()));
      await remove();
    },
  };
});

describeStorage(
  "SQLite in memory",
  async () => {
    const storage = storageInMemory();
    await storage.open();
    return { storage, cleanUp: () => storage.close() };
  },
  { isShared: false },
);

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
const freshFile = async () => {
  const { filename, remove } = await emptyFile();
  cleanUps.push(remove);
  return filename;
};
const open = async (filename: string) => {
  const storage = await opened(filename);
  cleanUps.push(() => storage.close());
  return storage;
};

test("a committed write is on the disk: write-ahead log, fully synchronous", async () => {
  const filename = await freshFile();
  await open(filename);
  const other = new Sqlite(filename);
  expect(other.pragma("journal_mode", { simple: true })).toBe("wal");
  other.close();
});

test("refuses a database that a newer version has migrated, and does not change it", async () => {
  const filename = await freshFile();
  await (await open(filename)).close();
  const other = new Sqlite(filename);
  other.prepare("INSERT INTO migrations (name, checksum, applied_at) VALUES ('999-later', 'x', 1)").run();
  const names = () => other.prepare("SELECT name FROM migrations ORDER BY name").pluck().all();
  const before = names();
  await expect(opened(filename)).rejects.toThrow("999-later");
  expect(names()).toEqual(before);
  other.prepare("DELETE FROM migrations WHERE name = '999-later'").run();
  other.close();
  await open(filename);
});

test("refuses a database on which a migration ran that has been changed since", async () => {
  const filename = await freshFile();
  await (await open(filename)).close();
  const other = new Sqlite(filename);
  other.prepare("UPDATE migrations SET checksum = 'other' WHERE name = '001-initial'").run();
  other.close();
  await expect(opened(filename)).rejects.toThrow("001-initial was changed");
});

test("sequential writes do not block the event loop", async () => {
  const storage = await open(await freshFile());
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  for (let round = 0; round < 50; round += 1)
    await storage.write((records) => records.settings.put("a", String(round)));
  clearImmediate(immediate);
  expect(turns).toBeGreaterThanOrEqual(40);
});

test("a slow reader sees one snapshot while others write", async () => {
  const filename = await freshFile();
  const storage = await open(filename);
  const other = new Sqlite(filename);
  const put = other.prepare(
    "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  );
  const putBoth = other.transaction((value: string) => {
    put.run("left", value);
    put.run("right", value);
  });
  putBoth("old");
  const seen = await storage.read(async ({ settings }) => {
    const left = await settings.find("left");
    putBoth("new");
    return [left, await settings.find("right")];
  });
  expect(seen).toEqual(["old", "old"]);
  expect(await storage.read(({ settings }) => settings.find("right"))).toBe("new");
  other.close();
});

test("a write waits for another process that is writing, and reads continue", async () => {
  const filename = await freshFile();
  const storage = await open(filename);
  await storage.write((records) => records.settings.put("a", "1"));
  const other = new Sqlite(filename);
  other.exec("BEGIN IMMEDIATE");
  other.prepare("UPDATE settings SET value = '2' WHERE name = 'a'").run();
  expect(await storage.read((records) => records.settings.find("a"))).toBe("1");
  other.exec("COMMIT");
  other.close();
  await storage.write((records) => records.settings.put("b", "1"));
  expect(await storage.read((records) => records.settings.find("a"))).toBe("2");
});

test("O1: while another process holds the write lock the event loop turns, reads continue, and writes wait or get an error", async () => {
  const filename = await freshFile();
  const storage = await open(filename);
  await storage.write((records) => records.settings.put("a", "1"));
  const other = new Sqlite(filename);
  other.exec("BEGIN IMMEDIATE");
  const waiting = storage.write((records) => records.settings.put("a", "2"));
  // The lock is released in a later turn only: a driver that waited for it would wait in vain.
  for (let turns = 0; turns < 200; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (turns % 10 === 0) expect(await storage.read((records) => records.settings.find("a"))).toBe("1");
  }
  other.exec("ROLLBACK");
  await waiting;
  expect(await storage.read((records) => records.settings.find("a"))).toBe("2");
  other.close();
});

test("O2: housekeeping does not wait for readers, and empties the log when there are none", async () => {
  const filename = await freshFile();
  const storage = await open(filename);
  await storage.write((records) => records.settings.put("a", "x".repeat(100_000)));
  const backup = new Sqlite(filename, { readonly: true });
  backup.exec("BEGIN");
  backup.prepare("SELECT count(*) FROM settings").get();
  await storage.write((records) => records.settings.put("b", "x".repeat(100_000)));
  // The reader keeps its transaction open: maintenance that waited for it would not end.
  const startedAt = performance.now();
  expect((await storage.maintain()).walBytes).toBeGreaterThan(100_000);
  expect(performance.now() - startedAt).toBeLessThan(4000);
  backup.exec("COMMIT");
  backup.close();
  expect((await storage.maintain()).walBytes).toBe(0);
  expect((await stat(`${filename}-wal`)).size).toBe(0);
});

test("O2: housekeeping postpones work that another process's write lock blocks", async () => {
  const filename = await freshFile();
  const storage = await open(filename);
  // The statistics are out of date, so housekeeping would write new ones.
  await storage.write(async (records) => {
    for (let index = 0; index < 500; index += 1) await records.counters.put(`c${index}`, 1, 1, 2);
  });
  const other = new Sqlite(filename);
  other.exec("ANALYZE; DELETE FROM sqlite_stat1");
  for (let index = 0; index < 3; index += 1) await storage.write((records) => records.counters.find("c1"));
  other.exec("BEGIN IMMEDIATE");
  expect((await storage.maintain()).walBytes).toBeGreaterThan(0);
  other.exec("ROLLBACK");
  other.close();
});

test("O3: after a write on a full disk the health query fails, reads continue, and it recovers by itself", async () => {
  const filename = await freshFile();
  await (await open(filename)).close();
  const database = openSqliteDatabase(filename);
  cleanUps.push(() => database.close());
  const { writer } = database;
  writer.pragma(`max_page_count = ${Number(writer.pragma("page_count", { simple: true }))}`);
  const put = (size: number) =>
    database.write(async (connection) =>
      connection.prepare("INSERT INTO settings (name, value) VALUES ('a', ?)").run("x".repeat(size)),
    );
  const count = () =>
    database.read(async (connection) => connection.prepare("SELECT count(*) FROM settings").pluck().get());
  await expect(put(100_000)).rejects.toMatchObject({ code: "UNHEALTHY", retryAfterSeconds: 2 });
  await expect(database.ping()).rejects.toMatchObject({ code: "UNHEALTHY" });
  const before = await count();
  writer.pragma("max_page_count = 1000000");
  await database.ping();
  await database.ping();
  expect(await count()).toBe(before);
  await put(100_000);
});

test("after a failed sync nothing is written, the health query fails and says what to do, and a new start keeps what was acknowledged", async () => {
  const filename = await freshFile();
  await (await open(filename)).close();
  let isDiskFailing = false;
  const database = openSqliteDatabase(filename, (descriptor, done) =>
    isDiskFailing ? setImmediate(done, new Error("EIO: i/o error, fdatasync")) : fdatasync(descriptor, done),
  );
  const executed: string[] = [];
  const put = (name: string) =>
    database.write(async (connection) => {
      executed.push(name);
      connection.prepare("INSERT INTO settings (name, value) VALUES (?, '1')").run(name);
    });
  await put("acknowledged");
  isDiskFailing = true;
  const failing = put("lost or not").catch((error: unknown) => error);
  await expect.poll(() => executed).toContain("lost or not");
  const queued = put("queued").catch((error: unknown) => error);
  expect(await Promise.all([failing, queued])).toMatchObject([{ code: "UNHEALTHY" }, { code: "UNHEALTHY" }]);
  isDiskFailing = false;
  await expect(put("later")).rejects.toMatchObject({ code: "UNHEALTHY" });
  expect(executed).toEqual(["acknowledged", "lost or not"]);
  await expect(database.ping()).rejects.toMatchObject({
    code: "UNHEALTHY",
    cause: expect.objectContaining({ message: expect.stringContaining("until this process is restarted") }),
  });
  await expect(database.checkpoint()).rejects.toMatchObject({ code: "UNHEALTHY" });
  const names = (from: SqliteDatabase) =>
    from.read(async (connection) => connection.prepare("SELECT name FROM settings").pluck().all());
  expect(await names(database)).toContain("acknowledged");
  await database.close();
  // The log is left to the next start, which checks it.
  expect((await stat(`${filename}-wal`)).size).toBeGreaterThan(0);
  const restarted = openSqliteDatabase(filename);
  cleanUps.push(() => restarted.close());
  expect(await names(restarted)).toContain("acknowledged");
  await restarted.ping();
  await restarted.write(async (connection) => connection.prepare("DELETE FROM settings").run());
});

test("on a full disk the affected units fail, none is reported as done, and later units succeed again", async () => {
  const filename = await freshFile();
  await (await open(filename)).close();
  const database = openSqliteDatabase(filename);
  cleanUps.push(() => database.close());
  const put = (name: string, size: number) => async (connection: Database) => {
    connection.prepare("INSERT INTO settings (name, value) VALUES (?, ?)").run(name, "x".repeat(size));
  };
  const pages = database.writer.pragma("page_count", { simple: true });
  database.writer.pragma(`max_page_count = ${Number(pages) + 2}`);
  const results = await Promise.allSettled([
    database.write(put("small", 1)),
    database.write(put("large", 1_000_000)),
    database.write(put("also small", 1)),
  ]);
  database.writer.pragma("max_page_count = 1000000");
  await database.write(put("later", 1_000_000));
  const stored = await database.read(async (connection) =>
    connection.prepare("SELECT name FROM settings").pluck().all(),
  );
  const fulfilled = ["small", "large", "also small"].filter((_, index) => results[index]?.status === "fulfilled");
  expect(results[1].status).toBe("rejected");
  expect(stored.toSorted()).toEqual([...fulfilled, "later"].toSorted());
});

test.skipIf(process.platform === "win32")("creates a file that only its owner may read", async () => {
  const filename = await freshFile();
  await open(filename);
  expect((await stat(filename)).mode & 0o077).toBe(0);
});

const storageProgram = bundledProgram("storage/storage-process.ts");
const run = (...args: string[]) => promisify(execFile)(process.execPath, [storageProgram, ...args]);

const displacements: [string, (filename: string) => Promise<void>][] = [
  ["the file is removed", (filename) => rm(filename)],
  ["the file is moved", (filename) => rename(filename, `${filename}.moved`)],
  ["the log is removed", (filename) => rm(`${filename}-wal`)],
  [
    "another file is moved over it",
    async (filename) => {
      await copyFile(filename, `${filename}.other`);
      await rename(`${filename}.other`, filename);
    },
  ],
];

test.each(displacements)("acknowledges nothing more, and says why, once %s", async (_, displace) => {
  const filename = await freshFile();
  const storage = await opened(filename);
  cleanUps.push(() => storage.close());
  await storage.write(async (records) => records.settings.put("kept", "1"));

  await displace(filename);
  await expect(storage.write(async (records) => records.settings.put("lost", "1"))).rejects.toMatchObject({
    code: "UNHEALTHY",
    cause: { message: expect.stringMatching(/payments\.db.* was removed, moved or replaced/) },
  });
  await expect(storage.ping()).rejects.toMatchObject({ code: "UNHEALTHY" });
  await expect(storage.write(async (records) => records.settings.put("lost", "1"))).rejects.toMatchObject({
    code: "UNHEALTHY",
  });
});

/** Writes enough that pages of the file change, and copies them into it. */
async function fill(storage: Storage, name: string) {
  await storage.write(async (records) => {
    for (let row = 0; row < 200; row += 1) await records.settings.put(`${name}${row}`, "x".repeat(1000));
  });
  await storage.maintain?.();
}

const overwrites: [string, (filename: string, storage: Storage) => Promise<() => Promise<void>>][] = [
  [
    "a backup that was made while it runs is copied over it",
    async (filename, storage) => {
      await storage.backUp?.(`${filename}.copy`, () => {});
      return () => copyFile(`${filename}.copy`, filename);
    },
  ],
  [
    "a copy by another program is copied over it",
    async (filename) => {
      new Sqlite(filename).exec(`VACUUM INTO '${filename}.copy'`).close();
      return () => copyFile(`${filename}.copy`, filename);
    },
  ],
  ["it is emptied", async (filename) => () => writeFile(filename, "")],
  ["it is overwritten by another kind of file", async (filename) => () => writeFile(filename, "text ".repeat(9000))],
];

test.each(overwrites)(
  "acknowledges nothing more in a file once %s, and does not change that one",
  async (_, prepare) => {
    const filename = await freshFile();
    const storage = await opened(filename);
    const second = await opened(filename);
    await fill(storage, "kept");
    const overwrite = await prepare(filename, storage);
    await fill(storage, "newer");
    await second.read((records) => records.settings.find("kept1"));

    await overwrite();
    const expected = { code: "UNHEALTHY", cause: { message: expect.stringMatching(/payments\.db was overwritten/) } };
    await expect(storage.write(async (records) => records.settings.put("lost", "1"))).rejects.toMatchObject(expected);
    await expect(storage.ping()).rejects.toMatchObject(expected);
    await expect(second.ping()).rejects.toMatchObject(expected);
    const left = await readFile(filename);
    await storage.close();
    await second.close();
    expect(left.equals(await readFile(filename))).toBe(true);
    // The log of the earlier file is kept, where no start applies it.
    const names = await readdir(dirname(filename));
    expect(names.filter((name) => name.endsWith("-wal"))).toEqual([expect.stringMatching(/\.overwritten-.*-wal$/)]);
  },
);

test("a plain copy from before the start, copied over the file of a running service, is noticed", async () => {
  const filename = await freshFile();
  const first = await opened(filename);
  await fill(first, "kept");
  await first.close();
  await copyFile(filename, `${filename}.copy`);
  const storage = await open(filename);
  await fill(storage, "newer");
  await copyFile(`${filename}.copy`, filename);
  await expect(storage.ping()).rejects.toMatchObject({ code: "UNHEALTHY" });
});

test("a storage that is closed, restored and opened again takes the older content for its own", async () => {
  const filename = await freshFile();
  const storage = await open(filename);
  await storage.backUp?.(`${filename}.copy`, () => {});
  await storage.maintain();
  await storage.close();
  await copyFile(`${filename}.copy`, filename);
  await storage.open();
  await storage.ping();
});

test("older content in the file of a running service is not forgotten after backups by another process", async () => {
  const filename = await freshFile();
  const storage = await open(filename);
  await storage.backUp?.(`${filename}.copy`, () => {});
  await storage.ping();
  await new Sqlite(`${filename}.copy`).backup(filename);
  await expect(storage.ping()).rejects.toMatchObject({ code: "UNHEALTHY" });
  const other = await open(filename);
  for (const night of [1, 2]) await other.backUp?.(`${filename}.${night}`, () => {});
  await expect(storage.ping()).rejects.toMatchObject({ code: "UNHEALTHY" });
});

test.each([
  ["of an earlier run", async () => undefined],
  ["of this run, from before the last housekeeping", async (storage: Storage) => void (await storage.maintain())],
  ["that the service itself has made", async (storage: Storage, copy: string) => storage.backUp?.(copy, () => {})],
])(
  "a backup %s that is restored into the file of a running service by SQLite's own means is noticed",
  async (...given) => {
    const [, prepare] = given;
    const filename = await freshFile();
    const first = await opened(filename);
    await fill(first, "kept");
    await first.close();
    const copy = `${filename}.copy`;
    const storage = await open(filename);
    const second = await open(filename);
    await prepare(storage, copy);
    if (!existsSync(copy)) new Sqlite(filename).exec(`VACUUM INTO '${copy}'`).close();
    await fill(storage, "newer");
    await second.maintain();
    for (const one of [storage, second]) await one.ping();
    await new Sqlite(copy).backup(filename);
    const expected = {
      code: "UNHEALTHY",
      cause: { message: expect.stringMatching(/payments\.db was overwritten with older content/) },
    };
    for (let round = 0; round < 2; round += 1) {
      for (const one of [storage, second]) await expect(one.ping()).rejects.toMatchObject(expected);
      await storage.maintain();
    }
    await storage.close();
    await second.close();
    await (await open(filename)).ping();
  },
);

test("whatever SQLite itself does to the file, in this process or another, is no overwriting", async () => {
  const filename = await freshFile();
  const [storage, second] = [await open(filename), await open(filename)];
  const statements = [
    "VACUUM",
    "PRAGMA wal_checkpoint(PASSIVE)",
    "PRAGMA wal_checkpoint(RESTART)",
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA incremental_vacuum(5)",
    "PRAGMA optimize",
    "PRAGMA user_version = 7",
    "PRAGMA journal_mode = DELETE",
    "DELETE FROM settings WHERE name LIKE 'more%'; VACUUM",
    "REINDEX; ANALYZE",
  ];
  for (const [index, statement] of statements.entries()) {
    await fill(index % 2 === 0 ? storage : second, `more${index}`);
    await promisify(execFile)(process.execPath, [
      "-e",
      `const db = new (require(process.argv[1]))(process.argv[2], { timeout: 2000 });
         try { db.exec(process.argv[3]); } catch (error) { if (!/^SQLITE_BUSY/.test(error.code)) throw error; }
         db.close();`,
      driverFile(),
      filename,
      statement,
    ]);
    await storage.backUp?.(`${filename}.copy`, () => {});
    await rm(`${filename}.copy`);
    for (const one of [storage, second]) {
      await one.ping();
      await one.write(async (records) => records.settings.put("last", statement));
    }
  }
  await storage.close();
  await second.ping();
  await second.write(async (records) => records.settings.put("last", "alone"));
});

test("a backup that is put beside the log of another database is refused, and neither is changed", async () => {
  const filename = await freshFile();
  const storage = await opened(filename);
  await storage.backUp?.(`${filename}.copy`, () => {});
  await storage.write(async (records) => records.settings.put("newer", "1"));
  // As a process leaves them that is killed.
  await copyFile(`${filename}-wal`, `${filename}.log`);
  await storage.close();
  await rename(`${filename}.copy`, filename);
  await rename(`${filename}.log`, `${filename}-wal`);
  const before = [await readFile(filename), await readFile(`${filename}-wal`)];
  await expect(sqliteStorage({ filename }).open()).rejects.toThrow(
    /is not the file that .*payments\.db-wal belongs to/,
  );
  expect([await readFile(filename), await readFile(`${filename}-wal`)]).toEqual(before);
  await rm(`${filename}-wal`);
  const again = await open(filename);
  expect(await again.read((records) => records.settings.find("newer"))).toBeUndefined();
});

test("readiness fails before the first write on a removed file", async () => {
  const filename = await freshFile();
  const storage = await opened(filename);
  cleanUps.push(() => storage.close());
  await rm(filename);
  await expect(storage.ping()).rejects.toMatchObject({ code: "UNHEALTHY" });
});

test("a symbolic link may lead to the file, whose log stays beside it", async () => {
  const filename = await freshFile();
  const link = `${filename}.link`;
  await symlink(filename, link);
  await writeFile(filename, "", { mode: 0o600 });
  const storage = await opened(link);
  cleanUps.push(() => storage.close());
  await storage.write(async (records) => records.settings.put("kept", "1"));
  await storage.ping();
  const direct = await opened(filename);
  cleanUps.push(() => direct.close());
  expect(await direct.read((records) => records.settings.find("kept"))).toBe("1");
});

test("five cold starts at once on an empty file: one migrates, the others wait, all work", async () => {
  const filename = await freshFile();
  await Promise.all(Array.from({ length: 5 }, () => run(filename, "1")));
  const storage = await open(filename);
  expect(await storage.read((records) => records.counters.find("count"))).toMatchObject({ value: 5 });
  expect((await storage.migrations()).every(({ isApplied }) => isApplied)).toBe(true);
});

test("two processes with a thousand writes each lose none", async () => {
  const filename = await freshFile();
  await Promise.all([run(filename, "1000"), run(filename, "1000")]);
  const storage = await open(filename);
  expect(await storage.read((records) => records.counters.find("count"))).toMatchObject({ value: 2000 });
});

test("knows the file that it opened after the file was moved", async () => {
  const { filename, remove } = await emptyFile();
  writeMigratedFile(filename);
  const storage = await opened(filename);
  cleanUps.push(async () => {
    await storage.close();
    await remove();
  });
  const before = storage.fileId?.();
  // A relative filename leads nowhere as well, once the host has changed its working folder.
  await rename(filename, `${filename}.moved`);
  expect(storage.fileId?.()).toBe(before);
});
