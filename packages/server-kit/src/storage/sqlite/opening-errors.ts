// Why a SQLite file cannot be opened, and what to do about it.
import { statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { errorCode } from "../../domain/read-field.js";
import { isBusy, isFull, isReadError } from "./sqlite-errors.js";

/** The database file is invalid, or the driver is missing. The message names the file and what would be valid. */
export class DatabaseFileError extends Error {
  override readonly name = "DatabaseFileError";
}

/** A copy does not pass SQLite's check. */
export class DamagedFileError extends Error {
  override readonly name = "DamagedFileError";
}

/** Whether the content of a file is damaged, by the error or one of its causes. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFound = error instanceof DamagedFileError || errorCode(error)?.startsWith("SQLITE_CORRUPT") === true;
  return isFound || isDamage(error.cause);
}

/** @throws DatabaseFileError for a folder, a device, which must keep its mode, and a pipe, whose opening would wait for its other end. */
export function requireRegularFile(filename: string): void {
  const found = statSync(filename, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const what = found.isDirectory() ? "is a folder: give a file in it" : "is a device, a pipe or a socket: give a file";
  throw new DatabaseFileError(`${filename} ${what}.`);
}

/** Translates an error from opening a database; an error that is clear already is returned as it is. */
export function explainOpening(error: unknown, filename: string): unknown {
  const code = errorCode(error);
  const fileError = (message: string) => new DatabaseFileError(`${filename} ${message}`, { cause: error });
  if (error instanceof Sqlite.SqliteError) {
    if (code === "SQLITE_NOTADB")
      return fileError("is not a SQLite database: give a SQLite file, or a file to create.");
    if (code === "SQLITE_CORRUPT") {
      return fileError('is damaged: restore a backup with "payment-sessions restore <backup> --replace".');
    }
    if (code === "SQLITE_CANTOPEN")
      return fileError("cannot be opened: check that it is a file and that this user may write to its folder.");
    if (code?.startsWith("SQLITE_READONLY")) {
      return fileError(
        "cannot be written by this user: change the owner or mode of the file, of its -wal and -shm, and of its folder.",
      );
    }
    // Not a DatabaseFileError: the file may be right, and the same call may succeed later.
    if (isBusy(error)) {
      return new Error(
        `${filename} is locked by another process, and payments wait for it too: find it with "fuser -v ${filename}", and stop it.`,
        { cause: error },
      );
    }
    if (isFull(error) || isReadError(error)) {
      return new Error(
        `${filename} cannot be used: ${error.message} (${code}). Check the free space of its disk (df), and the disk.`,
        { cause: error },
      );
    }
    return error;
  }
  if (code === "ENOENT" || code === "ENOTDIR") return fileError("cannot be created: its folder does not exist.");
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return fileError("cannot be written by this user: change its owner or mode, or give another file.");
  }
  return explainMissingDriver(error);
}

/** A package manager that skips install scripts leaves the driver without its binary; the driver's own message lists a dozen paths. */
export function explainMissingDriver(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith("Could not locate the bindings file")) return error;
  return new DatabaseFileError(
    'The SQLite driver better-sqlite3 was installed without its build script: run "pnpm approve-builds" and choose better-sqlite3, or "npm rebuild better-sqlite3" with npm.',
    { cause: error },
  );
}
