// Copies a SQLite database while other processes write to it. Copying the file alone would miss what is still in the write-ahead log.
import { closeSync, openSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { errorCode } from "../../domain/read-field.js";
import { requireSoundCopy } from "./check-copy.js";
import { DatabaseFileError, explainOpening, requireRegularFile } from "./opening-errors.js";
import { putInPlace } from "./put-in-place.js";
import { isFull } from "./sqlite-errors.js";

const pagesPerStep = 1000;

/**
 * Writes a snapshot of the database to a temporary file, checks it, and then gives it the name `target`. `onProgress` gets page counts.
 * @throws Error when `target` exists, the database is empty, or the copy does not pass SQLite's quick check.
 */
export async function backUpSqlite(
  filename: string,
  target: string,
  onProgress: (copied: number, total: number) => void,
): Promise<{ pages: number }> {
  const partial = `${target}.partial`;
  // Created with access for its owner only; fails while another backup to this file is running.
  closeSync(openPartial(partial));
  try {
    const source = openSource(filename);
    let pages: number;
    try {
      // Holds one snapshot: without it, each write of another process would restart the copy.
      beginReading(source, filename);
      const copying = source.backup(partial, {
        progress({ totalPages: total, remainingPages }) {
          onProgress(total - remainingPages, total);
          return pagesPerStep;
        },
      });
      const { totalPages } = await copying.catch((error: unknown) => {
        throw explainOpening(error, isFull(error) ? partial : filename);
      });
      pages = totalPages;
      onProgress(pages, pages);
    } finally {
      source.close();
    }
    await requireSoundCopy(partial);
    putInPlace(partial, target);
    return { pages };
  } finally {
    rmSync(partial, { force: true });
  }
}

function openPartial(partial: string): number {
  try {
    return openSync(partial, "wx", 0o600);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw explainOpening(error, partial);
    throw new DatabaseFileError(
      `${partial} exists: another backup to this file is running, or one was interrupted. If none is running, delete it and try again.`,
      { cause: error },
    );
  }
}

function openSource(filename: string): Sqlite.Database {
  try {
    requireRegularFile(filename);
    return new Sqlite(filename, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw explainOpening(error, filename);
  }
}

function beginReading(source: Sqlite.Database, filename: string): void {
  let tables: unknown;
  try {
    source.exec("BEGIN");
    tables = source.prepare("SELECT count(*) FROM sqlite_schema").pluck().get();
  } catch (error) {
    throw explainOpening(error, filename);
  }
  // SQLite takes an empty file, such as an interrupted backup may leave, as a database.
  if (tables === 0) throw new DatabaseFileError(`${filename} is empty: it has no tables, so there is nothing to copy.`);
}
