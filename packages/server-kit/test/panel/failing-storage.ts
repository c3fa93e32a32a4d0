// A storage on which one change fails, as when the database is busy: for tests that repeat what failed.
import type { Storage } from "../../src/index.js";
import { freshStorage } from "../storages.js";

/** `failNext`: the next unit of work that records this action in the audit log fails, and leaves nothing. */
export function failingOnce() {
  const storage = freshStorage();
  let failing: string | undefined;
  const withFailure: Storage = {
    ...storage,
    write: (work, options) => {
      // A storage may run a unit of work again, such as one whose shared commit failed: it fails then too.
      let isFailing = false;
      return storage.write((records) => {
        const audit: typeof records.audit = {
          ...records.audit,
          async append(record) {
            isFailing ||= record.action === failing;
            if (isFailing) {
              failing = undefined;
              throw new Error(`${record.action} cannot be written.`);
            }
            await records.audit.append(record);
          },
        };
        return work({ ...records, audit });
      }, options);
    },
  };
  return {
    storage: withFailure,
    failNext(action: string) {
      failing = action;
    },
  };
}
