// A backup under writes, and what doctor says about a missing key.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createPaymentService, sqliteStorage } from "../../src/index.js";
import { commandLineOn, freshFile } from "./call-command-line.js";

const serviceOn = (filename: string) =>
  createPaymentService({ baseUrl: "http://127.0.0.1:1", storage: sqliteStorage({ filename }) });

test("a leftover of an interrupted backup is named with what to do, and is not overwritten", async () => {
  const database = freshFile();
  const file = join(dirname(database), "copy.db");
  const { call } = commandLineOn(database);
  await call("migrate");
  writeFileSync(`${file}.partial`, "kept");
  const refused = await call("backup", file);
  expect(refused).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("copy.db.partial exists: another backup"),
  });
  expect(refused.error).toContain("delete it and try again");
  expect(existsSync(file)).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "a pipe in place of a file is refused at once by backup, restore and doctor",
  async () => {
    const database = freshFile();
    const pipe = join(dirname(database), "pipe");
    spawnSync("mkfifo", ["-m", "600", pipe]);
    const message = expect.stringContaining(`${pipe} is a device, a pipe or a socket: give a file`);
    const ofPipe = commandLineOn(pipe);
    expect((await ofPipe.call("backup", `${database}.copy`)).error).toEqual(message);
    expect((await ofPipe.call("doctor")).out).toEqual(message);
    expect((await commandLineOn(database).call("restore", pipe)).error).toEqual(message);
    expect(readdirSync(dirname(database))).toEqual(["pipe"]);
  },
);

test("O4: a backup during writes has every record that was acknowledged before it, and passes the check", async () => {
  const database = freshFile();
  const file = join(dirname(database), "copy.db");
  const service = serviceOn(database);
  const acknowledged: string[] = [];
  for (let number = 0; number < 20; number += 1) {
    acknowledged.push((await service.stores.create({ name: `Shop ${number}` })).merchantId);
  }
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) await service.stores.create({ name: "Later" });
  })();
  const { call } = commandLineOn(database);
  const done = await call("backup", file);
  isWriting = false;
  await writing;
  await service.stop();
  expect(done).toMatchObject({ exitCode: 0, out: expect.stringContaining("checked copy") });
  expect(done.error).toContain("100 % copied");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([`${file}.partial`, `${file}-wal`].some(existsSync)).toBe(false);

  const restored = freshFile();
  copyFileSync(file, restored);
  const again = serviceOn(restored);
  for (const merchantId of acknowledged) expect(await again.stores.get(merchantId)).toMatchObject({ merchantId });
  await again.stop();
});

test("O4: a backup never replaces a file", async () => {
  const database = freshFile();
  const { call } = commandLineOn(database);
  await call("migrate");
  const file = join(dirname(database), "kept.db");
  writeFileSync(file, "kept");
  expect(await call("backup", file)).toMatchObject({ exitCode: 2, error: expect.stringContaining("already exists") });
  expect(statSync(file).size).toBe(4);
});

test("O5: doctor names the missing encryption key of stored values", async () => {
  const database = freshFile();
  const key = (name: string) => createHash("sha256").update(name).digest();
  const id = createHash("sha256").update("key id").update(key("old")).digest("hex").slice(0, 8);
  const old = commandLineOn(database, { PAYMENT_SESSIONS_ENCRYPTION_KEY: key("old").toString("base64") });
  await old.call("store", "create", "--name", "Tea");
  const { json } = commandLineOn(database, { PAYMENT_SESSIONS_ENCRYPTION_KEY: key("new").toString("base64") });
  const { exitCode, document } = await json("doctor");
  expect(exitCode).toBe(1);
  const { findings } = document as { findings: { check: string }[] };
  expect(findings.filter(({ check }) => check === "encryption key")).toEqual([
    { level: "problem", check: "encryption key", message: expect.stringContaining(id) },
  ]);
});
