// doctor while another process holds the write lock of the file (O1): like a service it waits five seconds for the lock.
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { commandLineOn, freshFile } from "./call-command-line.js";

test("O1: a file that another process keeps locked is not called damaged, and the command names the file and the fix", async () => {
  const database = freshFile();
  const { call } = commandLineOn(database);
  await call("migrate");
  const other = new Sqlite(database);
  onTestFinished(() => void other.close());
  other.pragma("locking_mode = EXCLUSIVE");
  other.exec("BEGIN EXCLUSIVE; COMMIT");
  for (const command of [["doctor"], ["store", "list"], ["backup", `${database}.copy`]]) {
    const { exitCode, out, error } = await call(...command);
    expect([exitCode, out + error]).toEqual([1, expect.stringMatching(/payments\.db is locked by another process/)]);
    expect(out + error).toContain(`fuser -v ${database}`);
    expect(out + error).not.toMatch(/damaged|restore/);
  }
});

test("O1: doctor reports that another process holds the write lock, and how to find it", async () => {
  const database = freshFile();
  const { call, json } = commandLineOn(database);
  await call("migrate");
  const other = new Sqlite(database);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  expect((await json("doctor")).document).toMatchObject({
    isHealthy: false,
    findings: expect.arrayContaining([
      {
        level: "problem",
        check: "database",
        message: expect.stringMatching(/find it with "fuser -v \S+payments.db"/),
      },
    ]),
  });
});
