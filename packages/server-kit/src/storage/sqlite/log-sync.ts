// Brings the write-ahead log to the disk without holding up the event loop: one fdatasync for everything that was committed since the
// last one began (decision: group-commit).
import { closeSync, fdatasync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

export interface LogSync {
  /** Resolves when everything written to the log before this call is on the disk. */
  sync(): Promise<void>;
  close(): void;
}

/**
 * SQLite itself syncs the log before each checkpoint and the database after it (synchronous NORMAL), so the file is always sound; what
 * NORMAL leaves out, the sync of each commit, happens here before anybody is told of the commit.
 */
export function createLogSync(logFile: string): LogSync {
  let descriptor: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: unknown;

  function syncOnce(): Promise<void> {
    if (descriptor === undefined) syncFolder(dirname(logFile));
    descriptor ??= openSync(logFile, "r+");
    const opened = descriptor;
    return new Promise((resolve, reject) => {
      fdatasync(opened, (error) => {
        if (error === null) return resolve();
        // After a failed sync the kernel may forget what it could not write: a later success would prove nothing.
        failure = error;
        reject(error);
      });
    });
  }

  /** A sync that has begun may miss what was written meanwhile: callers share the one after it. */
  function sync(): Promise<void> {
    if (failure !== undefined) return Promise.reject(failure);
    if (running === undefined) {
      running = syncOnce().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return sync();
      });
    return next;
  }

  return {
    sync,
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** A file that was just made is found again after a power cut only when its folder is on the disk too. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
