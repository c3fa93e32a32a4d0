// The storage port in memory: for tests and for the mock of the SDK. No native code, no files; data is lost at process exit.

import type { Records, Storage } from "../port.js";
import { createMemoryTables, type MemoryTables, snapshotTables } from "./memory-tables.js";
import { createRecords } from "./records.js";

export interface MemoryStorage extends Storage {
  /** Synchronous read access: rows of finished units of work, and of one in progress. */
  tables: MemoryTables;
  /** Takes a snapshot between units of work; the returned function restores it, any number of times. */
  snapshot(): Promise<() => Promise<void>>;
}

/**
 * Stores everything in memory. Units of work and reads run one after the other, each to its end, so that a read sees only committed
 * data; a failed unit of work is rolled back.
 */
export function memoryStorage(): MemoryStorage {
  const undone: (() => void)[] = [];
  const tables = createMemoryTables({ note: (undo) => undone.push(undo) });
  const records = createRecords(tables);
  let isOpen = false;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!isOpen) return Promise.reject(new Error("The storage is not open: call open() first."));
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function runUnit<Result>(work: (records: Records) => Promise<Result>): Promise<Result> {
    undone.length = 0;
    try {
      return await work(records);
    } catch (error) {
      for (const undo of undone.splice(0).reverse()) undo();
      throw error;
    }
  }

  return {
    tables,
    async open() {
      isOpen = true;
    },
    async close() {
      isOpen = false;
      await last;
    },
    write: (work) => inTurn(() => runUnit(work)),
    read: (work) => inTurn(() => work(records)),
    ping: () => inTurn(async () => undefined),
    migrations: () => inTurn(async () => [{ name: "memory", isApplied: true }]),
    maintain: () => inTurn(async () => ({ walBytes: 0 })),
    snapshot: () =>
      inTurn(async () => {
        const restore = snapshotTables(tables);
        return () => inTurn(async () => restore());
      }),
  };
}
