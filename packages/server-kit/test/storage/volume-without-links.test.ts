// Backup and restore on a volume without hard links, such as exFAT or a network share: `link` fails there, and every other call works.
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { backUpSqlite } from "../../src/storage/sqlite/back-up.js";
import { restoreSqlite } from "../../src/storage/sqlite/restore.js";

let linkCode = "EPERM";
let onLink = (_from: string): void => undefined;
const { linkSync, renameSync } = fs;

/** No such volume can be mounted by every user, so `link` itself fails. */
beforeAll(() => {
  fs.linkSync = (from) => {
    onLink(String(from));
    throw Object.assign(new Error(`${linkCode}: operation not permitted, link`), { code: linkCode });
  };
  syncBuiltinESMExports();
});
afterAll(() => {
  fs.linkSync = linkSync;
  syncBuiltinESMExports();
});

afterEach(() => {
  onLink = () => undefined;
});

const noProgress = () => undefined;

function folderWith(name: string) {
  const folder = mkdtempSync(join(tmpdir(), "no-links-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  const database = new Sqlite(file);
  database.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('kept')");
  database.close();
  return { folder, file };
}

test.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EISDIR"])(
  "a backup gets its name where a link fails with %s, and never replaces a file",
  async (code) => {
    linkCode = code;
    const { folder, file } = folderWith("payments.db");
    const backup = join(folder, "backup.db");
    await backUpSqlite(file, backup, noProgress);
    expect(readdirSync(folder).sort()).toEqual(["backup.db", "payments.db"]);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, "mine.db"), "mine");
    await expect(backUpSqlite(file, join(folder, "mine.db"), noProgress)).rejects.toMatchObject({ code: "EEXIST" });
    expect(readFileSync(join(folder, "mine.db"), "utf8")).toBe("mine");
    expect(readdirSync(folder)).toHaveLength(3);
  },
);

test("a link that fails for another reason is an error, and the copy is removed", async () => {
  linkCode = "EIO";
  const { folder, file } = folderWith("payments.db");
  await expect(backUpSqlite(file, join(folder, "backup.db"), noProgress)).rejects.toMatchObject({ code: "EIO" });
  expect(readdirSync(folder)).toEqual(["payments.db"]);
});

test("a restore without links replaces the database, and keeps the old one with its log", async () => {
  linkCode = "ENOSYS";
  const { folder, file } = folderWith("backup.db");
  const files = { backup: file, target: join(folder, "payments.db"), setAside: join(folder, "old.db") };
  await restoreSqlite(files, noProgress, async () => undefined);
  expect(readdirSync(folder).sort()).toEqual(["backup.db", "payments.db"]);
  writeFileSync(files.target, "damaged beyond repair");
  writeFileSync(`${files.target}-wal`, "its log");
  await restoreSqlite(files, noProgress, async () => undefined);
  expect(readdirSync(folder).sort()).toEqual(["backup.db", "old.db", "old.db-wal", "payments.db"]);
  expect(readFileSync(files.setAside, "utf8")).toBe("damaged beyond repair");
  expect(readFileSync(`${files.setAside}-wal`, "utf8")).toBe("its log");
  const restored = new Sqlite(files.target, { readonly: true });
  expect(restored.prepare("SELECT text FROM notes").pluck().all()).toEqual(["kept"]);
  restored.close();
});

test("what a service writes while a restore without links moves its database aside is kept with it", async () => {
  linkCode = "ENOSYS";
  const { folder, file } = folderWith("backup.db");
  const files = { backup: file, target: join(folder, "payments.db"), setAside: join(folder, "old.db") };
  await restoreSqlite(files, noProgress, async () => undefined);
  let service: Sqlite.Database | undefined;
  onLink = (from) => {
    if (from !== files.target) return;
    service = new Sqlite(files.target);
    service.pragma("journal_mode = WAL");
    service.exec("INSERT INTO notes VALUES ('written meanwhile')");
  };
  await restoreSqlite(files, noProgress, async () => undefined);
  service?.exec("INSERT INTO notes VALUES ('written afterwards')");
  expect(readdirSync(folder).filter((name) => name.startsWith("payments.db"))).toEqual(["payments.db"]);
  const kept = new Sqlite(files.setAside, { readonly: true });
  expect(kept.prepare("SELECT text FROM notes").pluck().all()).toEqual([
    "kept",
    "written meanwhile",
    "written afterwards",
  ]);
  kept.close();
  service?.close();
});

test("a restore that fails at its end gives the old database its name and its log back", async () => {
  linkCode = "ENOSYS";
  const { folder, file } = folderWith("backup.db");
  const files = { backup: file, target: join(folder, "payments.db"), setAside: join(folder, "old.db") };
  writeFileSync(files.target, "damaged beyond repair");
  writeFileSync(`${files.target}-wal`, "its log");
  fs.renameSync = (from, to) => {
    if (String(from).includes(".restoring-") && to === files.target) throw new Error("EIO");
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  });
  await expect(restoreSqlite(files, noProgress, async () => undefined)).rejects.toThrow("EIO");
  expect(readdirSync(folder).sort()).toEqual(["backup.db", "payments.db", "payments.db-wal"]);
  expect(readFileSync(files.target, "utf8")).toBe("damaged beyond repair");
  expect(readFileSync(`${files.target}-wal`, "utf8")).toBe("its log");
});
