// Why a SQLite file cannot be opened, and what to do about it.
import Sqlite from "better-sqlite3";
import { errorCode } from "../../domain/read-field.js";

/** The file, or what reads it, is not as it has to be. The message names the file and what would be right. */
export class DatabaseFileError extends Error {
  override readonly name = "DatabaseFileError";
}

/** What an error of opening means; errors that say enough stay as they are. */
export function explainOpening(error: unknown, filename: string): unknown {
  const code = errorCode(error);
  const fault = (message: string) => new DatabaseFileError(`${filename} ${message}`, { cause: error });
  if (error instanceof Sqlite.SqliteError) {
    if (code === "SQLITE_NOTADB")
      return fault("is not a SQLite database: name another file, or one that is to be made.");
    if (code === "SQLITE_CORRUPT") {
      return fault(
        'is damaged: "payment-sessions restore <backup> --replace" puts a sound backup in place of a database.',
      );
    }
    if (code === "SQLITE_CANTOPEN") return fault("cannot be opened: is it a file, and may this user write its folder?");
    return error;
  }
  if (code === "ENOENT" || code === "ENOTDIR") return fault("cannot be made: its folder does not exist.");
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return fault("may not be written by this user: change its owner or mode, or name another file.");
  }
  return explainMissingDriver(error);
}

/** Package managers that skip install scripts leave the driver without its compiled part; it then lists a dozen paths. */
export function explainMissingDriver(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith("Could not locate the bindings file")) return error;
  return new DatabaseFileError(
    'The SQLite driver better-sqlite3 was installed without its build script: run "pnpm approve-builds" and choose better-sqlite3, or "npm rebuild better-sqlite3" with npm.',
    { cause: error },
  );
}
