// Returns free pages of the file to the disk, a few at a time, between units of work.
import Sqlite from "better-sqlite3";
import { explainOpening } from "./opening-errors.js";
import { isBusy } from "./sqlite-errors.js";
import { nextTurn } from "./write-queue.js";

/** Free pages kept for the next writes: four megabytes. */
const keptPages = 1000;
/** A step takes a few milliseconds. All steps return at most 400 MB; the next housekeeping run continues. */
const pagesOfStep = 250;
const maxSteps = 400;
const incremental = 2;

/** Does nothing for a file that was created without incremental vacuum: its free pages are reused, but it does not shrink. */
export async function releaseFreePages(
  between: (step: (connection: Sqlite.Database) => boolean) => Promise<boolean>,
): Promise<void> {
  let hasMore = true;
  for (let step = 0; hasMore && step < maxSteps; step += 1) {
    hasMore = await between((connection) => {
      const freePages = Number(connection.pragma("freelist_count", { simple: true }));
      if (freePages <= keptPages || connection.pragma("auto_vacuum", { simple: true }) !== incremental) return false;
      try {
        connection.pragma(`incremental_vacuum(${Math.min(pagesOfStep, freePages - keptPages)})`);
        return true;
      } catch (error) {
        // Another process is writing: the next housekeeping run continues.
        if (isBusy(error)) return false;
        throw error;
      }
    });
    await nextTurn();
  }
}

/**
 * Rewrites a file without its free pages, and enables incremental vacuum. Needs as much disk space as the file, and holds the write lock
 * throughout: the service must not run.
 * @throws Error when another process is writing to it.
 */
export function compactSqlite(filename: string): { bytesBefore: number; bytesAfter: number } {
  const connection = new Sqlite(filename, { fileMustExist: true, timeout: 5000 });
  try {
    const bytes = () =>
      Number(connection.pragma("page_count", { simple: true })) *
      Number(connection.pragma("page_size", { simple: true }));
    const bytesBefore = bytes();
    connection.pragma("auto_vacuum = INCREMENTAL");
    connection.exec("VACUUM");
    connection.pragma("wal_checkpoint(TRUNCATE)");
    return { bytesBefore, bytesAfter: bytes() };
  } catch (error) {
    throw explainOpening(error, filename);
  } finally {
    connection.close();
  }
}
