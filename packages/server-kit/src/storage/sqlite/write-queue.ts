// Queues units of work. Those that arrive together share one transaction and resolve when its commit is on the disk: some twenty times the
// rate of single commits (docs/decisions/group-commit.md).
import type Sqlite from "better-sqlite3";
import { unavailable } from "../unavailable.js";
import type { Database } from "./database.js";
import { createGroupCommit, type WriteUnit } from "./group-commit.js";
import { acquireWriteLock } from "./write-lock.js";

export interface WriteQueue {
  add<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Resolves when no unit is queued or running. */
  drained(): Promise<void>;
  /** Runs between units of work, when no transaction is open. */
  between<Result>(work: () => Result): Promise<Result>;
}

export interface WriteQueueDependencies {
  connection: Sqlite.Database;
  statements: Database;
  /** @throws when nothing may be written any more. */
  requireIntact(): void;
  /** Resolves when everything committed so far is on the disk. */
  sync(): Promise<void>;
  /** Units wait for it while a checkpoint copies the rest of the log; the event loop is not blocked. */
  pause(): Promise<void> | undefined;
  /** Maps the error of a failed commit or unit to the one that callers receive. */
  toCallersError(error: unknown): unknown;
}

/** Keeps a transaction short, so that it does not delay other processes or the event loop. */
const maxUnitsPerCommit = 80;

export function createWriteQueue(dependencies: WriteQueueDependencies): WriteQueue {
  const { connection, statements, requireIntact, sync, pause, toCallersError } = dependencies;
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const commitGroup = createGroupCommit(connection, toCallersError);

  const queue: WriteUnit[] = [];
  let isDraining = false;
  /** Units that were added and have neither succeeded nor failed. */
  let pendingCount = 0;
  /** The running sync. */
  let syncing: Promise<void> | undefined;

  /** Commits one group in each turn of the event loop, so that a caller that writes in sequence does not delay the others. */
  async function drain(): Promise<void> {
    // Units that arrive during a sync could not resolve before its end: they are committed together afterwards, which
    // writes fewer pages. After one more turn the callers that have just resolved have added their next units, which
    // join the same commit.
    if (syncing !== undefined) {
      await syncing;
      await nextTurn();
    }
    await pause();
    if (await beginTransaction()) {
      const { committed, toRunAgain } = await commitGroup(queue.splice(0, maxUnitsPerCommit));
      queue.unshift(...toRunAgain);
      if (committed.length > 0) resolveAfterSync(committed);
    }
    if (queue.length > 0) setImmediate(drain);
    else isDraining = false;
  }

  /** False when the lock could not be acquired or nothing may be written; all queued units have failed then. */
  async function beginTransaction(): Promise<boolean> {
    try {
      requireIntact();
      await acquireWriteLock(begin);
      return true;
    } catch (error) {
      for (const unit of queue.splice(0)) unit.fail(toCallersError(error));
      return false;
    }
  }

  /** Callers learn of a commit only when it is on the disk; the next transaction begins after that. */
  function resolveAfterSync(units: WriteUnit[]): void {
    syncing = sync()
      .then(
        () => {
          for (const unit of units) unit.succeed();
        },
        (error: unknown) => {
          for (const unit of units) unit.fail(unavailable(error));
        },
      )
      .finally(() => {
        syncing = undefined;
      });
  }

  function enqueue(unit: WriteUnit): void {
    queue.push(unit);
    if (isDraining) return;
    isDraining = true;
    setImmediate(drain);
  }

  return {
    add<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
      pendingCount += 1;
      const result = new Promise<Result>((resolve, reject) => {
        enqueue(createUnit(() => work(statements), { resolve, reject }));
      });
      const end = () => {
        pendingCount -= 1;
      };
      result.then(end, end);
      return result;
    },
    async drained() {
      while (isDraining || pendingCount > 0) await nextTurn();
    },
    async between(work) {
      // A transaction never spans more than one turn of the event loop.
      while (connection.open && connection.inTransaction) await nextTurn();
      requireIntact();
      return work();
    },
  };
}

function createUnit<Result>(
  work: () => Promise<Result>,
  { resolve, reject }: { resolve(result: Result): void; reject(error: unknown): void },
): WriteUnit {
  let result: Result;
  return {
    isGuarded: false,
    run: async () => {
      result = await work();
    },
    succeed: () => resolve(result),
    fail: reject,
  };
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
