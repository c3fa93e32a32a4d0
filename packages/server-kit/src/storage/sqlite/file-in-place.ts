// Notices that another program has removed or replaced the database file, or its write-ahead log: SQLite would go on writing into the
// removed file, and everything acknowledged from then on would be lost when the process ends.
import { fstatSync, type Stats, statSync } from "node:fs";

export interface FileInPlace {
  /**
   * The error that names what was removed or replaced, and what to do. It never recovers, since earlier commits may be missing from the new
   * file.
   */
  findFailure(logDescriptor: number | undefined): Error | undefined;
}

/** Remembers which file `filename` is now. */
export function createFileInPlace(filename: string): FileInPlace {
  const opened = statSync(filename);
  let failure: Error | undefined;

  function findDisplaced(logDescriptor: number | undefined): string | undefined {
    if (!isSame(opened, filename)) return filename;
    const logFile = `${filename}-wal`;
    return logDescriptor === undefined || isSame(fstatSync(logDescriptor), logFile) ? undefined : logFile;
  }

  return {
    findFailure(logDescriptor) {
      // Windows does not let an open file be removed.
      if (failure !== undefined || process.platform === "win32") return failure;
      const displaced = findDisplaced(logDescriptor);
      if (displaced !== undefined) failure = displacedError(displaced);
      return failure;
    },
  };
}

function isSame({ dev, ino }: Stats, path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.ino === ino && found.dev === dev;
}

function displacedError(path: string): Error {
  return new Error(
    `${path} was removed, moved or replaced while the service runs, so nothing more is stored: stop the service, put the file and its -wal back or restore a backup, then start it.`,
  );
}
