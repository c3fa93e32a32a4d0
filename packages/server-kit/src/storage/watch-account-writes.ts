// Tells when a unit of work that wrote stores or API keys has been committed; the time of a key's last use does not count.
import type { Records, Storage } from "./port.js";

/** A storage like the given one. `onWritten` is called, and waited for, after the commit and before the unit's caller hears of it. */
export function watchAccountWrites(storage: Storage, onWritten: () => void | Promise<void>): Storage {
  return {
    ...storage,
    async write(work, how) {
      let hasWritten = false;
      const note = () => {
        hasWritten = true;
      };
      try {
        return await storage.write((records) => work(noting(records, note)), how);
      } finally {
        // Also after a failure: whether the commit came through is not always known.
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
