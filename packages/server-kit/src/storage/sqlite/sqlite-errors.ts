// What the driver's errors mean for the callers: worth another try at once, a database that is not available, or a bug.
import Sqlite from "better-sqlite3";
import { unavailable } from "../unavailable.js";

/** Another connection holds the lock that is needed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);
}

const unavailableCodes = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

/** Errors of the disk and of locks become a 503 with a cause; everything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  return error instanceof Sqlite.SqliteError && unavailableCodes.test(error.code) ? unavailable(error) : error;
}

/** The file is not what it was: no other try helps, and what else is read from it may be wrong. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}

/** The disk did not give what is on it. */
export function isReadError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_IOERR/.test(error.code);
}
