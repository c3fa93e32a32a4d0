// Wraps a storage: opened on first use, so that hosts may call any verb before `start()`, and not opened again after
// `stop()`: a late call must not open a database that nothing closes.
import type { Storage } from "../storage/port.js";

/** `prepare` runs once, after opening and before anything else. A failed opening closes the storage; the next call tries again. */
export function openOnFirstUse(storage: Storage, prepare: (storage: Storage) => Promise<void>): Storage {
  let opening: Promise<void> | undefined;
  let isClosed = false;
  const opened = (): Promise<void> => {
    if (isClosed) return Promise.reject(new Error("This payment service is stopped: create a new one to continue."));
    opening ??= storage
      .open()
      .then(() =>
        prepare(storage).catch(async (error: unknown) => {
          await storage.close();
          throw error;
        }),
      )
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  const { backUp } = storage;
  return {
    instances: storage.instances,
    fileId: () => storage.fileId?.(),
    open: opened,
    async close() {
      isClosed = true;
      if (opening === undefined) return;
      await opening.catch(() => undefined);
      opening = undefined;
      await storage.close();
    },
    async write(work, how) {
      await opened();
      return storage.write(work, how);
    },
    async read(work, how) {
      await opened();
      return storage.read(work, how);
    },
    async ping() {
      await opened();
      await storage.ping();
    },
    async migrations() {
      await opened();
      return storage.migrations();
    },
    async maintain() {
      await opened();
      return storage.maintain();
    },
    backUp:
      backUp &&
      (async (target, onProgress) => {
        await opened();
        return backUp.call(storage, target, onProgress);
      }),
  };
}
