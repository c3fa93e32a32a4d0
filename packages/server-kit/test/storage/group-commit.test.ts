// Which units of a rolled-back SQLite group run again.
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { createGroupCommit, type WriteUnit } from "../../src/storage/sqlite/group-commit.js";

test("a unit whose failure its caller has received does not run again when its group is rolled back", async () => {
  const connection = new Sqlite(":memory:");
  const commitGroup = createGroupCommit(connection, (error) => error);
  const failures: string[] = [];
  const failing = (name: string, isGuarded: boolean): WriteUnit => ({
    isGuarded,
    run: () => Promise.reject(new Error(name)),
    succeed() {},
    fail: () => void failures.push(name),
  });
  connection.exec("BEGIN IMMEDIATE");
  const outcome = await commitGroup([failing("guarded", true), failing("new", false)]);
  connection.close();
  expect(failures).toEqual(["guarded"]);
  expect(outcome.committed).toEqual([]);
  expect(outcome.toRunAgain).toEqual([expect.objectContaining({ isGuarded: true })]);
});
