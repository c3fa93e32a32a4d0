// Syncs the write-ahead log to the disk without blocking the event loop: one fdatasync for everything committed since the previous one
// began (docs/decisions/group-commit.md).
import { closeSync, fdatasync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { generationWithFrames } from "./log-length.js";

export interface LogSync {
  /** Resolves when everything written to the log before this call is on the disk. After a failure it rejects for good. */
  sync(): Promise<void>;
  /** Set once a sync has failed: nothing may be written after what the disk may have lost. */
  failure(): Error | undefined;
  /** The generation of the log when it has at least this many frames. */
  generationWithFrames(frames: number): string | undefined;
  /** The open log; undefined before the first sync. */
  readonly descriptor: number | undefined;
  close(): void;
}

/** `fdatasync` of the platform. */
export type SyncFile = (descriptor: number, done: (error: Error | null) => void) => void;

/**
 * With synchronous NORMAL, SQLite syncs the log before each checkpoint and the database after it, so the file is always consistent. It does
 * not sync each commit: that happens here, before the callers of the commit get their results.
 */
export function createLogSync(logFile: string, syncFile: SyncFile = fdatasync): LogSync {
  let descriptor: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: Error | undefined;

  /** After a failed sync the kernel may drop the pages that it could not write, so a later success would prove nothing. */
  function fail(cause: unknown): Error {
    failure ??= new Error(failedSyncAdvice, { cause });
    return failure;
  }

  async function syncOnce(): Promise<void> {
    if (descriptor === undefined) syncFolder(dirname(logFile), fail);
    descriptor ??= openSync(logFile, "r+");
    const opened = descriptor;
    await new Promise<void>((resolve, reject) => {
      syncFile(opened, (error) => (error ? reject(fail(error)) : resolve()));
    });
  }

  /** A running sync may not cover later writes: their callers share the next one. */
  async function sync(): Promise<void> {
    if (failure !== undefined) throw failure;
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
    failure: () => failure,
    get descriptor() {
      return descriptor;
    },
    generationWithFrames: (frames) => (descriptor === undefined ? undefined : generationWithFrames(descriptor, frames)),
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

const failedSyncAdvice =
  "The disk failed to store the database's log, so nothing is written until this process is restarted. What was acknowledged is stored; " +
  "requests that failed with 503 may have been stored or not. Check the disk (the kernel's log, free space, quota), then restart.";

/** A new file survives a power failure only when its folder is synced too. Windows has no such call. */
function syncFolder(folder: string, fail: (cause: unknown) => Error): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    throw fail(error);
  } finally {
    closeSync(descriptor);
  }
}
