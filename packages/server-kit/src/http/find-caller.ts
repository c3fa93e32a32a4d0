// Whose API key is this? Read from the storage, or kept for a moment: the same few keys make nearly all calls.
import type { Storage } from "../storage/port.js";
import { watchAccountWrites } from "../storage/watch-account-writes.js";
import type { Caller } from "./call.js";

/**
 * The key with this hash and its store; undefined for an unknown key and one whose store was deleted. Judging the key is the caller's.
 * `mayBeKey` is asked before the storage: what cannot be a key costs no look-up, and a key that is kept is not checked again.
 */
export type FindCaller = (hash: string, mayBeKey?: () => boolean) => Promise<Caller | undefined>;

/**
 * Another process may have revoked a key or changed a store: what is kept is read again after this time. Instances that share a storage
 * tell each other at once; this is for when that gets lost.
 */
const maxAgeMs = 500;
const maxKept = 10_000;

export function readCaller(storage: Storage): FindCaller {
  return async (hash, mayBeKey = () => true) => {
    if (!mayBeKey()) return undefined;
    return storage.read(
      async (records) => {
        const key = await records.apiKeys.findByHash(hash);
        const store = key && (await records.stores.find(key.merchantId));
        return key && store && { key, store };
      },
      { isShort: true },
    );
  };
}

/**
 * Keeps callers until this process, or another instance that shares the storage, writes a key or a store, and never longer than half a
 * second. The storage that it gives has to be used for all writes.
 */
export function keepCallers(
  storage: Storage,
  now: () => number = () => performance.now(),
): { storage: Storage; findCaller: FindCaller } {
  let version = 0;
  const kept = new Map<string, { caller: Caller; until: number }>();
  /** Calls that come while their key is being read wait for that one read. */
  const reading = new Map<string, Promise<Caller | undefined>>();
  const forget = () => {
    version += 1;
    kept.clear();
    reading.clear();
  };
  const watched = watchAccountWrites(storage, async () => {
    forget();
    await storage.instances?.notify({ accounts: true });
  });
  storage.instances?.onChange((change) => {
    if (change === undefined || change.accounts === true) forget();
  });
  const read = readCaller(watched);
  async function readAndKeep(hash: string): Promise<Caller | undefined> {
    const versionBefore = version;
    const until = now() + maxAgeMs;
    const caller = await read(hash);
    kept.delete(hash);
    // A write that was committed meanwhile may not be in what was read.
    if (caller === undefined || version !== versionBefore) return caller;
    if (kept.size >= maxKept) kept.clear();
    kept.set(hash, { caller, until });
    return caller;
  }
  return {
    storage: watched,
    async findCaller(hash, mayBeKey = () => true) {
      const found = kept.get(hash);
      if (found !== undefined && found.until > now()) return found.caller;
      if (!mayBeKey()) return undefined;
      const underWay = reading.get(hash);
      if (underWay !== undefined) return underWay;
      const begun = readAndKeep(hash).finally(() => {
        if (reading.get(hash) === begun) reading.delete(hash);
      });
      reading.set(hash, begun);
      return begun;
    },
  };
}
