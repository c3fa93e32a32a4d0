// The input of the conformance suite: a way to get an empty database, and optionally to open the same one a second time.
import { afterEach } from "vitest";
import type { Records, Storage } from "../../../src/storage/port.js";
import { sampleStore } from "./sample-records.js";

export interface OpenedStorage {
  /** An open, empty database. */
  storage: Storage;
  /** Opens another instance on the same database. Undefined where a database belongs to one instance. */
  openAgain?: () => Promise<Storage>;
  /** Closes what is still open and removes the database. */
  cleanUp: () => Promise<void>;
}

export type OpenStorage = () => Promise<OpenedStorage>;

export interface Harness {
  /** A fresh database for one test; cleaned up after it. */
  fresh(): Promise<OpenedStorage & { storage: Storage }>;
  /** A fresh database with the store `shop_1`, and its `write` and `read`. */
  withStore(): Promise<{ storage: Storage; write: Storage["write"]; read: Storage["read"] }>;
}

/** To be called within a `describe`. */
export function createHarness(open: OpenStorage): Harness {
  const opened: OpenedStorage[] = [];
  afterEach(async () => {
    for (const { cleanUp } of opened.splice(0)) await cleanUp();
  });

  const fresh = async () => {
    const one = await open();
    opened.push(one);
    return one;
  };
  return {
    fresh,
    async withStore() {
      const { storage } = await fresh();
      await storage.write((records) => records.stores.insertIfAbsent(sampleStore()));
      return {
        storage,
        write: <Result>(work: (records: Records) => Promise<Result>) => storage.write(work),
        read: <Result>(work: (records: Records) => Promise<Result>) => storage.read(work),
      };
    },
  };
}
