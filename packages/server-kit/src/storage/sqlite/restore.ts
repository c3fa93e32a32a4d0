// Puts a backup in the place of a SQLite database. The old database is moved aside, never deleted.
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { backUpSqlite } from "./back-up.js";
import { giveOwnerOf, keepAs, putInPlace } from "./put-in-place.js";
import { isBusy } from "./sqlite-errors.js";

export class DatabaseInUseError extends Error {
  override readonly name = "DatabaseInUseError";
}

const logEndings = ["-wal", "-shm"];

/**
 * Copies `backup` into the folder of `target`, runs `check` on the copy (which may open it, migrate it and close it), and puts it in place.
 * An existing file is moved to `setAside` first. Nothing is changed when anything throws. `hasOwner` is false when the file that was replaced
 * belongs to another user, who cannot open the restored one.
 * @throws DatabaseInUseError when `target` is open in a process.
 */
export async function restoreSqlite(
  { backup, target, setAside }: { backup: string; target: string; setAside: string },
  onProgress: (copied: number, total: number) => void,
  check: (copy: string) => Promise<void>,
): Promise<{ pages: number; hasReplaced: boolean; hasOwner: boolean }> {
  const copy = `${target}.restoring-${process.pid}`;
  try {
    // Includes the write-ahead log of the backup, if it has one; a copy that fails the quick check is refused.
    const { pages } = await backUpSqlite(backup, copy, onProgress);
    await check(copy);
    const hasReplaced = existsSync(target);
    if (hasReplaced) {
      const keptLog = `${setAside}-wal`;
      // SQLite deletes the log of a file that it cannot read, but payments may be recovered from the log.
      if (existsSync(`${target}-wal`)) keepAs(`${target}-wal`, keptLog);
      if (closeForGood(target, keptLog)) rmSync(keptLog, { force: true });
    }
    // Root restores for the user that the service runs as; the folder of a new file belongs to that user.
    const hasOwner = hasReplaced || isRoot() ? giveOwnerOf(hasReplaced ? target : dirname(target), copy) : true;
    // A log without its file belongs to an earlier database: SQLite would apply it to the restored one.
    moveLogAside(target, setAside);
    if (hasReplaced) {
      // The name leads to one of the two databases at every moment: a service that starts meanwhile would create an empty one.
      keepAs(target, setAside);
      renameSync(copy, target);
    } else {
      putInPlace(copy, target);
    }
    return { pages, hasReplaced, hasOwner };
  } finally {
    for (const ending of ["", ...logEndings]) rmSync(copy + ending, { force: true });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Moves the log into the file, which needs an exclusive lock. False for a file that cannot be opened as a database, which no process can be
 * using then.
 */
function closeForGood(filename: string, keptLog: string): boolean {
  let connection: Sqlite.Database | undefined;
  try {
    connection = new Sqlite(filename, { timeout: 0, fileMustExist: true });
    connection.pragma("journal_mode = DELETE");
    return true;
  } catch (error) {
    if (isBusy(error)) {
      rmSync(keptLog, { force: true });
      throw new DatabaseInUseError(`${filename} is open in another process: stop the service that runs on it first.`);
    }
    return false;
  } finally {
    connection?.close();
  }
}

function moveLogAside(filename: string, setAside: string): void {
  for (const ending of logEndings) {
    if (!existsSync(filename + ending)) continue;
    // The kept log has two names: renaming one to the other would leave both.
    if (existsSync(setAside + ending)) rmSync(filename + ending);
    else renameSync(filename + ending, setAside + ending);
  }
}
