// Classifies errors of the driver: retry immediately, database unavailable, or a bug.
import Sqlite from "better-sqlite3";
import { unavailable } from "../unavailable.js";

/** Another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);
}

export function isFull(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code === "SQLITE_FULL";
}

const unavailableCodes = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

/** Errors of the disk and of locks become a 503 with a cause; other errors are returned as they are. */
export function asUnavailable(error: unknown): unknown {
  return error instanceof Sqlite.SqliteError && unavailableCodes.test(error.code) ? unavailable(error) : error;
}

/** The file is damaged: a retry does not help, and other data that is read from it may be wrong. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}

/** The disk failed to read. */
export function isReadError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_IOERR/.test(error.code);
}
