// Units of work that arrive together share one transaction and are answered when the common commit is on the disk: some twenty times
// the rate of single commits. When one of them fails, the group runs again, each unit under a savepoint (decision: group-commit).
import type Sqlite from "better-sqlite3";
import { unavailable } from "../unavailable.js";
import type { Database } from "./database.js";
import { isBusy } from "./sqlite-errors.js";

export interface WriteQueue {
  add<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Resolves when no unit waits and none is under way. */
  drained(): Promise<void>;
  /** Runs between units of work, when no transaction is open. */
  between<Result>(work: () => Result): Promise<Result>;
}

export interface WriteQueueDependencies {
  connection: Sqlite.Database;
  statements: Database;
  /** Resolves when everything committed so far is on the disk. */
  sync(): Promise<void>;
  /** What a failed commit or unit is told as, such as a full disk. */
  toCallersError(error: unknown): unknown;
}

interface QueuedUnit {
  /** Runs under a savepoint: it, or another one of its group, has failed without. */
  isGuarded: boolean;
  run(): Promise<void>;
  succeed(): void;
  fail(error: unknown): void;
}

/** Keeps one transaction short enough that other processes and the event loop are not held up. */
const maxUnitsPerCommit = 200;
/** How long units wait for another process's write lock, in all. */
const lockPatienceMs = 10_000;
const longestLockPauseMs = 50;

export function createWriteQueue(dependencies: WriteQueueDependencies): WriteQueue {
  const { connection, statements, sync, toCallersError } = dependencies;
  const begin = connection.prepare("BEGIN IMMEDIATE");
  const commit = connection.prepare("COMMIT");
  const savepoint = connection.prepare("SAVEPOINT unit");
  const release = connection.prepare("RELEASE unit");
  const rollbackToSavepoint = connection.prepare("ROLLBACK TO unit");

  const queue: QueuedUnit[] = [];
  let isDraining = false;
  let unanswered = 0;
  /** The sync under way. */
  let syncing: Promise<void> | undefined;

  /** One transaction in each turn: whoever writes in a chain neither starves the others nor misses their company. */
  async function drain(): Promise<void> {
    // Units that arrive while the disk is busy could be answered no sooner: they gather, and fewer commits write fewer pages. One more turn,
    // so that those who were just answered go on outside of the next transaction, and what they ask for is part of it.
    if (syncing !== undefined) {
      await syncing;
      await nextTurn();
    }
    if (await lockIsHeld()) {
      const units = queue.splice(0, maxUnitsPerCommit);
      await commitTogether(units);
    }
    if (queue.length > 0) setImmediate(drain);
    else isDraining = false;
  }

  /** Asks for the write lock until it is there, never waiting inside the driver; units that have waited too long are told so. */
  async function lockIsHeld(): Promise<boolean> {
    const until = performance.now() + lockPatienceMs;
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestLockPauseMs)) {
      try {
        begin.run();
        return true;
      } catch (error) {
        const isWorthWaiting = isBusy(error) && performance.now() + pauseMs < until;
        if (!isWorthWaiting) {
          for (const unit of queue.splice(0)) unit.fail(toCallersError(error));
          return false;
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  async function commitTogether(units: QueuedUnit[]): Promise<void> {
    const done: QueuedUnit[] = [];
    try {
      for (const unit of units) {
        if (unit.isGuarded) await runGuarded(unit, done);
        else if (!(await runPlain(unit, units, done))) return;
      }
      commit.run();
    } catch (error) {
      if (connection.inTransaction) connection.exec("ROLLBACK");
      for (const unit of units) unit.fail(toCallersError(error));
      return;
    }
    answerWhenOnDisk(done);
  }

  /** False: it failed, and was rolled back with its group, which runs again, each unit under a savepoint. */
  async function runPlain(unit: QueuedUnit, group: readonly QueuedUnit[], done: QueuedUnit[]): Promise<boolean> {
    try {
      await unit.run();
      done.push(unit);
      return true;
    } catch (error) {
      // SQLite ends the whole transaction by itself on a full disk or an I/O error.
      if (!connection.inTransaction) throw error;
      connection.exec("ROLLBACK");
      if (group.length === 1) unit.fail(toCallersError(error));
      else {
        for (const each of group) each.isGuarded = true;
        queue.unshift(...group);
      }
      return false;
    }
  }

  async function runGuarded(unit: QueuedUnit, done: QueuedUnit[]): Promise<void> {
    savepoint.run();
    try {
      await unit.run();
      release.run();
      done.push(unit);
    } catch (error) {
      unit.fail(toCallersError(error));
      if (!connection.inTransaction) throw error;
      rollbackToSavepoint.run();
      release.run();
    }
  }

  /** The next transaction begins when they are answered. */
  function answerWhenOnDisk(units: QueuedUnit[]): void {
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

  return {
    add(work) {
      unanswered += 1;
      return new Promise((resolve, reject) => {
        let result: Awaited<ReturnType<typeof work>>;
        const settled = () => {
          unanswered -= 1;
        };
        queue.push({
          isGuarded: false,
          run: async () => {
            result = await work(statements);
          },
          succeed() {
            settled();
            resolve(result);
          },
          fail(error) {
            settled();
            reject(error);
          },
        });
        if (!isDraining) {
          isDraining = true;
          setImmediate(drain);
        }
      });
    },
    async drained() {
      while (isDraining || unanswered > 0) await nextTurn();
    },
    async between(work) {
      // A transaction spans no more than one turn of the event loop.
      while (connection.open && connection.inTransaction) await nextTurn();
      return work();
    },
  };
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
