// Puts a backup in the place of a SQLite database. The old database is moved aside, never deleted.
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { backUpSqlite } from "./back-up.js";
import { findInterruptedRestore, restoringCopyOf } from "./interrupted-restore.js";
import { DatabaseFileError } from "./opening-errors.js";
import { giveOwnerOf, keepAs, moveAside, putInPlace } from "./put-in-place.js";
import { isBusy } from "./sqlite-errors.js";

export class DatabaseInUseError extends Error {
  override readonly name = "DatabaseInUseError";
}

const logEndings = ["-wal", "-shm"];

/**
 * Copies `backup` into the folder of `target`, runs `check` on the copy (which may open it, migrate it and close it), and puts it in place.
 * An existing file is moved to `setAside` first. When anything throws, the old database keeps its name and its contents; a log without a
 * database file may already be at `setAside`. `isOwnerKept` is false when the restored file does not belong to the owner of the replaced
 * file (of the folder, for a new file), who then cannot open it.
 * @throws DatabaseInUseError when `target` is open in a process.
 * @throws DatabaseFileError when another restore is running, or was interrupted.
 */
export async function restoreSqlite(
  { backup, target, setAside }: { backup: string; target: string; setAside: string },
  onProgress: (copied: number, total: number) => void,
  check: (copy: string) => Promise<void>,
): Promise<{ pages: number; hasReplaced: boolean; isOwnerKept: boolean }> {
  const interrupted = findInterruptedRestore(target);
  if (interrupted !== undefined) throw new DatabaseFileError(interrupted);
  const copy = restoringCopyOf(target);
  try {
    // Includes the write-ahead log of the backup, if it has one; a copy that fails the quick check is refused.
    const { pages } = await backUpSqlite(backup, copy, onProgress);
    await check(copy);
    const hasReplaced = existsSync(target);
    // Root restores for the user that the service runs as; the folder of a new file belongs to that user.
    const isOwnerKept = hasReplaced || isRoot() ? giveOwnerOf(hasReplaced ? target : dirname(target), copy) : true;
    if (hasReplaced) {
      closeForGood(target, `${setAside}-wal`);
      replace(target, setAside, copy);
    } else {
      moveLog(target, setAside);
      putInPlace(copy, target);
    }
    return { pages, hasReplaced, isOwnerKept };
  } finally {
    for (const ending of ["", ...logEndings]) rmSync(copy + ending, { force: true });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Moves the log into the file, which needs an exclusive lock. A file that cannot be opened as a database is in use by no process; its log
 * is kept as `keptLog`.
 */
function closeForGood(filename: string, keptLog: string): void {
  // SQLite deletes the log of a file that it cannot read, but payments may be recovered from the log.
  if (existsSync(`${filename}-wal`)) keepAs(`${filename}-wal`, keptLog);
  let connection: Sqlite.Database | undefined;
  try {
    connection = new Sqlite(filename, { timeout: 0, fileMustExist: true });
    connection.pragma("journal_mode = DELETE");
    rmSync(keptLog, { force: true });
  } catch (error) {
    if (!isBusy(error)) return;
    rmSync(keptLog, { force: true });
    throw new DatabaseInUseError(`${filename} is open in another process: stop the service that runs on it first.`);
  } finally {
    connection?.close();
  }
}

/** When it fails, the old database and its log get their names back. */
function replace(target: string, setAside: string, copy: string): void {
  moveAside(target, setAside);
  try {
    // A log without its file belongs to an earlier database: SQLite would apply it to the restored one. It is moved after its file, since a
    // service that starts meanwhile creates one.
    moveLog(target, setAside);
    renameSync(copy, target);
  } catch (error) {
    renameSync(setAside, target);
    // rename() does nothing when both names are links to one file, so `setAside` may still exist.
    rmSync(setAside, { force: true });
    moveLog(setAside, target);
    throw error;
  }
}

function moveLog(from: string, to: string): void {
  for (const ending of logEndings) {
    if (!existsSync(from + ending)) continue;
    // Kept there already.
    if (existsSync(to + ending)) rmSync(from + ending);
    else renameSync(from + ending, to + ending);
  }
}
