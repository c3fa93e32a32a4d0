// Syncs the write-ahead log to the disk without blocking the event loop: one fdatasync for everything committed since the previous one
// began (docs/decisions/group-commit.md).
import { closeSync, fdatasync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { generationWithFrames } from "./log-length.js";

export interface LogSync {
  /** Resolves when everything written to the log before this call is on the disk. */
  sync(): Promise<void>;
  /** The generation of the log when it has at least this many frames. */
  generationWithFrames(frames: number): string | undefined;
  close(): void;
}

/**
 * With synchronous NORMAL, SQLite syncs the log before each checkpoint and the database after it, so the file is always consistent. It does
 * not sync each commit: that happens here, before the callers of the commit get their results.
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
        // After a failed sync the kernel may drop the pages that it could not write, so a later success would prove nothing.
        failure = error;
        reject(error);
      });
    });
  }

  /** A running sync may not cover later writes: their callers share the next one. */
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
    generationWithFrames: (frames) => (descriptor === undefined ? undefined : generationWithFrames(descriptor, frames)),
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** A new file survives a power failure only when its folder is synced too. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
