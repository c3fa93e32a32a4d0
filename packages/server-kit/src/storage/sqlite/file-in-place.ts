// Notices that another program has removed, replaced or overwritten the database file, or has removed or replaced its
// write-ahead log: SQLite would go on writing, and everything acknowledged from then on would be lost when the
// process ends.
import { fstatSync, renameSync, type Stats, statSync } from "node:fs";
import { openFileHeader } from "./file-header.js";
import { DatabaseFileError } from "./opening-errors.js";

export interface FileInPlace {
  /**
   * The error that names what was changed, and what to do. It never recovers, since earlier commits may be missing from the new file.
   */
  findFailure(logDescriptor: number | undefined): Error | undefined;
  /** After all connections are closed. */
  close(): void;
}

/**
 * Called before SQLite opens the file.
 * @throws DatabaseFileError when the log beside it belongs to another file: SQLite would apply it.
 */
export function requireOwnLog(filename: string): void {
  const header = openFileHeader(filename);
  const logFile = logOf(filename);
  // A file leaves WAL mode after its log was removed, and gets a log after it has entered it: the log is looked for
  // on both sides of the read.
  const hasLogOfAnother = hasContent(logFile) && header.read()?.isInWalMode === false && hasContent(logFile);
  header.close();
  if (!hasLogOfAnother) return;
  throw new DatabaseFileError(
    `${filename} is not the file that ${logFile} belongs to: move ${logFile} and ${filename}-shm elsewhere to use the file without them, or put the file back that they belong to.`,
  );
}

/** Remembers which file `filename` is now. Called after SQLite has opened it for writing: a layered file system replaces the file then. */
export function createFileInPlace(filename: string): FileInPlace {
  const opened = statSync(filename);
  const header = openFileHeader(filename);
  const logFile = logOf(filename);
  let failure: Error | undefined;
  /** The log that this process writes. */
  let ownLog: Stats | undefined;
  let isFileOverwritten = false;
  let changeCounter = 0;

  /**
   * The file stays in WAL mode while a connection to it is open, and its change counter never falls. Copies that `backup` writes are not in
   * that mode; other copies have a lower counter, unless they were made since this process opened the file.
   */
  function isOverwritten(): boolean {
    const found = header.read();
    if (found === undefined || !found.isInWalMode || found.changeCounter < changeCounter) return true;
    changeCounter = found.changeCounter;
    return false;
  }

  function findChange(logDescriptor: number | undefined): Error | undefined {
    if (!isSame(opened, filename)) return displacedError(filename);
    ownLog = logDescriptor === undefined ? undefined : fstatSync(logDescriptor);
    if (ownLog !== undefined && !isSame(ownLog, logFile)) return displacedError(logFile);
    isFileOverwritten = isOverwritten();
    return isFileOverwritten ? overwrittenError(filename) : undefined;
  }

  return {
    findFailure(logDescriptor) {
      // Windows does not let an open file be removed.
      if (failure === undefined && process.platform !== "win32") failure = findChange(logDescriptor);
      return failure;
    },
    close() {
      header.close();
      // The next start would apply the log to the file that it does not belong to. A log of another file, put there since, is left alone.
      if (isFileOverwritten && ownLog !== undefined && isSame(opened, filename) && isSame(ownLog, logFile)) {
        renameSync(logFile, `${filename}.overwritten-${new Date().toISOString().replaceAll(/[:.]/g, "-")}-wal`);
      }
    },
  };
}

const logOf = (filename: string) => `${filename}-wal`;

function isSame({ dev, ino }: Stats, path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.ino === ino && found.dev === dev;
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function displacedError(path: string): Error {
  return new Error(
    `${path} was removed, moved or replaced while the service runs, so nothing more is stored: stop the service, put the file and its -wal back or restore a backup, then start it.`,
  );
}

function overwrittenError(path: string): Error {
  return new Error(
    `${path} was overwritten by another program while the service runs, so nothing more is stored: stop the service, restore a backup (payment-sessions restore <backup> --replace), then start it.`,
  );
}
