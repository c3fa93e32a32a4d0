// Finds the owner of an API key, in the storage or in a short-lived cache: the same few keys make nearly all calls.
import type { Storage } from "../storage/port.js";
import { watchAccountWrites } from "../storage/watch-account-writes.js";
import type { Caller } from "./call.js";

/**
 * The key with this hash and its store; undefined for an unknown key and one whose store was deleted. The caller checks expiry and
 * revocation. `mayBeKey` runs before the storage read: a malformed key costs no query, and a cached key is not checked again.
 */
export type FindCaller = (hash: string, mayBeKey?: () => boolean) => Promise<Caller | undefined>;

/**
 * Another process may have revoked a key or changed a store: cached entries are read again after this time. Instances that share a storage
 * notify each other immediately; this limit covers lost notifications.
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
 * Caches callers until this process, or another instance that shares the storage, writes a key or a store, and for at most half a second.
 * All writes must go through the returned storage.
 */
export function keepCallers(
  storage: Storage,
  now: () => number = () => performance.now(),
): { storage: Storage; findCaller: FindCaller } {
  let version = 0;
  const kept = new Map<string, { caller: Caller; until: number }>();
  /** Concurrent calls with the same key share one read. */
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
    // A concurrently committed write may be missing from this read.
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
      const inFlight = reading.get(hash);
      if (inFlight !== undefined) return inFlight;
      const started = readAndKeep(hash).finally(() => {
        if (reading.get(hash) === started) reading.delete(hash);
      });
      reading.set(hash, started);
      return started;
    },
  };
}
