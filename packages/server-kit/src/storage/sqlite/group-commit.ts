// Runs a group of units in one transaction. When one of them fails, the group is rolled back and runs again, each
// unit under a savepoint, so that only the failing unit is lost (docs/decisions/group-commit.md).
import type Sqlite from "better-sqlite3";

export interface WriteUnit {
  /** Runs under a savepoint, because it or another unit of its group has failed without one. */
  isGuarded: boolean;
  run(): Promise<void>;
  succeed(): void;
  fail(error: unknown): void;
}

export interface GroupOutcome {
  /** Committed, not yet synced to the disk. */
  committed: WriteUnit[];
  /** Rolled back because one of them failed; all are guarded now. Units whose `fail` was called are not among them. */
  toRunAgain: WriteUnit[];
}

/** Expects an open write transaction and ends it. A unit that is in neither list has failed, and its `fail` was called. */
export type CommitGroup = (units: WriteUnit[]) => Promise<GroupOutcome>;

export function createGroupCommit(
  connection: Sqlite.Database,
  toCallersError: (error: unknown) => unknown,
): CommitGroup {
  const commit = connection.prepare("COMMIT");
  const savepoint = connection.prepare("SAVEPOINT unit");
  const release = connection.prepare("RELEASE unit");
  const rollbackToSavepoint = connection.prepare("ROLLBACK TO unit");

  async function runGuarded(unit: WriteUnit, failed: Set<WriteUnit>): Promise<boolean> {
    savepoint.run();
    try {
      await unit.run();
      release.run();
      return true;
    } catch (error) {
      unit.fail(toCallersError(error));
      failed.add(unit);
      if (!connection.inTransaction) throw error;
      rollbackToSavepoint.run();
      release.run();
      return false;
    }
  }

  /** False after a rollback of the whole transaction. */
  async function runUnguarded(unit: WriteUnit, group: readonly WriteUnit[]): Promise<boolean> {
    try {
      await unit.run();
      return true;
    } catch (error) {
      // SQLite itself ends the whole transaction on a full disk or an I/O error.
      if (!connection.inTransaction) throw error;
      connection.exec("ROLLBACK");
      if (group.length === 1) unit.fail(toCallersError(error));
      return false;
    }
  }

  return async (units) => {
    const committed: WriteUnit[] = [];
    const failed = new Set<WriteUnit>();
    try {
      for (const unit of units) {
        if (unit.isGuarded) {
          if (await runGuarded(unit, failed)) committed.push(unit);
        } else if (await runUnguarded(unit, units)) {
          committed.push(unit);
        } else {
          // A unit that failed under its savepoint is over: its caller has the error.
          const toRunAgain = units.length === 1 ? [] : units.filter((each) => !failed.has(each));
          for (const each of toRunAgain) each.isGuarded = true;
          return { committed: [], toRunAgain };
        }
      }
      commit.run();
      return { committed, toRunAgain: [] };
    } catch (error) {
      if (connection.inTransaction) connection.exec("ROLLBACK");
      for (const unit of units) if (!failed.has(unit)) unit.fail(toCallersError(error));
      return { committed: [], toRunAgain: [] };
    }
  };
}
