// Tests that checkpoints run in a separate thread: the event loop continues while the log is copied.
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCheckpoints } from "../../src/storage/sqlite/checkpoints.js";
import { generationWithFrames } from "../../src/storage/sqlite/log-length.js";

let folder: string;
let filename: string;
let writer: Sqlite.Database;
let log: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "checkpoints-"));
  filename = join(folder, "payments.db");
  writer = new Sqlite(filename);
  writer.pragma("journal_mode = WAL");
  writer.pragma("wal_autocheckpoint = 0");
  writer.exec("CREATE TABLE notes (text TEXT)");
  log = openSync(`${filename}-wal`, "r");
});
afterEach(() => {
  closeSync(log);
  writer.close();
  rmSync(folder, { recursive: true });
});

const generation = (frames: number) => generationWithFrames(log, frames);

/** One transaction that appends slightly more than `count` pages to the log. */
function writePages(count: number): void {
  writer.prepare("INSERT INTO notes VALUES (?)").run("x".repeat(count * 4096));
}

test("O2: the length of the log is read from its frames, also after the log was reset and its file kept its size", () => {
  writePages(50);
  const first = generation(50);
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(generation(1)).toBe(first);
  expect(generation(100)).toBeUndefined();
  writer.pragma("wal_checkpoint(PASSIVE)");
  writePages(1);
  expect(generation(50)).toBeUndefined();
  expect(generation(1)).not.toBe(first);
});

test("O2: a long log is copied by another thread and then reset, a short one is not", async () => {
  const checkpoints = createCheckpoints(filename);
  writePages(100);
  const first = generation(1);
  await checkpoints.afterCommit(generation);
  writePages(1);
  expect(generation(1)).toBe(first);

  writePages(4000);
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  await checkpoints.afterCommit(generation);
  isOver = true;
  // Starting the thread, opening the file and copying take more than one turn, however fast.
  expect(turns).toBeGreaterThan(1);
  writePages(1);
  expect(generation(1)).not.toBe(first);
  await checkpoints.close();
});

test("O2: a log that a backup still reads is copied again only when it has grown by as much again", async () => {
  const checkpoints = createCheckpoints(filename);
  const reader = new Sqlite(filename, { readonly: true });
  reader.exec("BEGIN; SELECT count(*) FROM notes");
  writePages(4000);
  const checkedFrames: number[] = [];
  const recordingGeneration = (frames: number) => {
    checkedFrames.push(frames);
    return generation(frames);
  };
  await checkpoints.afterCommit(recordingGeneration);
  expect(checkedFrames).toEqual([4000]);
  await checkpoints.afterCommit(recordingGeneration);
  expect(checkedFrames.at(-1)).toBeGreaterThan(8000);
  writePages(4000);
  reader.close();
  await checkpoints.afterCommit(recordingGeneration);
  const before = generation(1);
  writePages(1);
  expect(generation(1)).not.toBe(before);
  await checkpoints.close();
});

test("O2: units of work go on while the log is copied, and a closed storage leaves no thread behind", async () => {
  const checkpoints = createCheckpoints(filename);
  writePages(4000);
  const first = checkpoints.afterCommit(generation);
  writePages(10);
  await first;
  expect(checkpoints.pause).toBeUndefined();
  expect(await checkpoints.run()).toMatchObject({ log: expect.any(Number) });
  await checkpoints.close();
  await checkpoints.close();
});

test("a checkpoint that fails rejects for the caller that requested it, and never for a commit", async () => {
  const checkpoints = createCheckpoints(join(folder, "missing.db"));
  await expect(checkpoints.run()).rejects.toThrow();
  await checkpoints.afterCommit(() => "a generation");
  await checkpoints.close();
});
