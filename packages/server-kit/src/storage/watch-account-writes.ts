// Calls back after the commit of a unit of work that wrote stores or API keys; updates of `lastUsedAt` do not count.
import type { Records, Storage } from "./port.js";

interface WatchedRecords {
  records: Records;
  /** Of the unit of work in progress. */
  note: () => void;
}

/** Wraps a storage. `onWritten` is awaited after the commit and before the unit's caller continues. */
export function watchAccountWrites(storage: Storage, onWritten: () => void | Promise<void>): Storage {
  // Created once for each connection's records: units of work on one connection run one after the other.
  const kept = new WeakMap<Records, WatchedRecords>();
  const watch = (records: Records): WatchedRecords => {
    const watched: WatchedRecords = kept.get(records) ?? {
      records: noting(records, () => watched.note()),
      note: () => undefined,
    };
    kept.set(records, watched);
    return watched;
  };
  return {
    ...storage,
    async write(work, options) {
      let hasWritten = false;
      const note = () => {
        hasWritten = true;
      };
      try {
        return await storage.write((records) => {
          const watched = watch(records);
          watched.note = note;
          return work(watched.records);
        }, options);
      } finally {
        // Also after a failure: it is not always known whether the commit succeeded.
        if (hasWritten) await onWritten();
      }
    },
  };
}

function noting(records: Records, note: () => void): Records {
  const { stores, apiKeys } = records;
  return {
    ...records,
    stores: {
      ...stores,
      insertIfAbsent: (store) => noted(() => stores.insertIfAbsent(store)),
      update: (store) => noted(() => stores.update(store)),
      beginArchive: (merchantId, archivedId) => noted(() => stores.beginArchive(merchantId, archivedId)),
      archiveSlice: (merchantId, archivedId, limit) => noted(() => stores.archiveSlice(merchantId, archivedId, limit)),
    },
    apiKeys: {
      ...apiKeys,
      insert: (key) => noted(() => apiKeys.insert(key)),
      revoke: (id, now) => noted(() => apiKeys.revoke(id, now)),
    },
  };

  function noted<Result>(write: () => Promise<Result>): Promise<Result> {
    note();
    return write();
  }
}
