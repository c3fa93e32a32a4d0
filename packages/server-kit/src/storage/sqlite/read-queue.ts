// Reads that arrive in one turn of the event loop share one read transaction, so that each of them sees one snapshot.
import type { Database } from "./database.js";
import { isBusy } from "./sqlite-errors.js";
import { nextTurn } from "./write-queue.js";

export interface ReadQueue {
  add<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  drained(): Promise<void>;
}

type QueuedRead = (database: Database) => Promise<void>;

/** Fifty pages that are requested concurrently would block the event loop for a tenth of a second. */
const longestTurnMs = 5;
/** A reader finds a lock only briefly, while another process opens, recovers or truncates the log. */
const maxTries = 200;

export function createReadQueue(database: Database, toCallersError: (error: unknown) => unknown): ReadQueue {
  let queue: QueuedRead[] = [];
  let isDraining = false;

  async function drain(): Promise<void> {
    const reads = queue;
    queue = [];
    const until = performance.now() + longestTurnMs;
    let done = 0;
    database.prepare("BEGIN").run();
    try {
      // What callers do with their rows immediately, such as rendering a page, is part of this turn.
      do await reads[done++]?.(database);
      while (done < reads.length && performance.now() < until);
    } finally {
      end();
    }
    if (done < reads.length) queue = [...reads.slice(done), ...queue];
    if (queue.length > 0) setImmediate(drain);
    else isDraining = false;
  }

  /** Ends a transaction that wrote nothing. After a disk error or a damaged page SQLite refuses to commit, or has ended it itself. */
  function end(): void {
    for (const statement of ["COMMIT", "ROLLBACK"]) {
      try {
        database.prepare(statement).run();
        return;
      } catch {}
    }
  }

  function enqueue(read: QueuedRead): void {
    queue.push(read);
    if (isDraining) return;
    isDraining = true;
    setImmediate(drain);
  }

  return {
    add<Result>(work: (database: Database) => Promise<Result>) {
      return new Promise<Result>((resolve, reject) => {
        let tries = 0;
        const read: QueuedRead = async (connection) => {
          try {
            resolve(await work(connection));
          } catch (error) {
            tries += 1;
            if (isBusy(error) && tries < maxTries) setTimeout(() => enqueue(read), Math.min(tries, 25));
            else reject(toCallersError(error));
          }
        };
        enqueue(read);
      });
    },
    async drained() {
      while (isDraining) await nextTurn();
    },
  };
}
