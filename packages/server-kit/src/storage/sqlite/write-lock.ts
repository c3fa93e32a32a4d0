// Acquires the write lock of the file for a transaction: another process may hold it for a moment.
import type Sqlite from "better-sqlite3";
import { isBusy } from "./sqlite-errors.js";

const lockTimeoutMs = 10_000;
const maxRetryDelayMs = 50;

/**
 * Begins a write transaction with `begin`, and tries again while the lock is held elsewhere; between two tries the event loop runs.
 * @throws the driver's error after 10 s, and any other error immediately.
 */
export async function acquireWriteLock(begin: Sqlite.Statement): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  for (let delayMs = 1; ; delayMs = Math.min(2 * delayMs, maxRetryDelayMs)) {
    try {
      begin.run();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() + delayMs >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}
