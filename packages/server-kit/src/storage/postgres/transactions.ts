// Runs transactions on a pool of connections, for one unit of work or for a group of units.
import type { UnitOfWork } from "../port.js";
import { createBeginStatements } from "./begin-statements.js";
import { commitTransaction, UnknownCommit } from "./commit-transaction.js";
import { createConnectionUse } from "./connection-use.js";
import type { Database } from "./database.js";
import { type DeferredInsert, gatherInserts } from "./deferred-inserts.js";
import type { PostgresPool, PostgresResult } from "./driver.js";
import { isServerState, isWaitOfOneUnit } from "./postgres-errors.js";
import type { Transaction } from "./transaction.js";
import { createUnitDatabase, type UnitDatabase } from "./unit-database.js";
import type { GroupedUnit, GroupOutcome } from "./unit-groups.js";
import { createUnitLocks } from "./unit-locks.js";

export type Work<Result> = (database: Database) => Promise<Result>;

export interface Transactions {
  read<Result>(work: Work<Result>): Promise<Result>;
  /** Isolated from all other units: SERIALIZABLE. */
  write<Result>(work: Work<Result>): Promise<Result>;
  /** Waits for the locks that the unit names. */
  writeLocked<Result>(work: Work<Result>, options: UnitOfWork): Promise<Result>;
  /**
   * Runs units that share no lock in one transaction. Never rejects. A unit that fails before it has written does not
   * affect the others; any other failure rolls all of them back.
   * @param place Not used by another group at the same time.
   */
  writeGroup: RunGroup;
  /** Runs reads in one transaction, so that all of them see the snapshot of the first. */
  readGroup: RunGroup;
}

type RunGroup = (units: readonly GroupedUnit[], place: number) => Promise<readonly GroupOutcome[]>;

/** @param onDue Called after a commit for each store whose deliveries it has made due. */
export function createTransactions(
  pool: PostgresPool,
  schema: string,
  onDue: (merchantId: string) => void,
): Transactions {
  const unitLocks = createUnitLocks(schema);
  const begin = createBeginStatements(schema, unitLocks);
  const inTransaction = createConnectionUse(pool, unitLocks.storeKey);
  const writing = createGroupDatabases(unitLocks.storeKey);
  const reading = createGroupDatabases(unitLocks.storeKey);

  /** A read has written nothing: without a response to its COMMIT it may run again, as after any other loss of its connection. */
  const commit = (statement: string, transaction: Transaction, deferred: readonly DeferredInsert[]): Promise<void> =>
    commitTransaction(transaction, deferred).catch((error: unknown) => {
      throw error instanceof UnknownCommit && statement === begin.read ? error.cause : error;
    });

  const runInOwnTransaction = <Result>(statement: string, work: Work<Result>): Promise<Result> =>
    inTransaction(statement, async (transaction, unit) => {
      unit.begin(transaction, statement !== begin.read);
      const [outcome] = await Promise.allSettled([work(unit.database)]);
      const deferred = unit.end();
      if (outcome.status === "rejected") throw (await transaction.end()) ?? outcome.reason;
      await commit(statement, transaction, deferred);
      for (const merchantId of unit.noted()) onDue(merchantId);
      return outcome.value;
    });

  async function runGroup(
    statement: string,
    units: readonly GroupedUnit[],
    databases: UnitDatabase[],
  ): Promise<readonly GroupOutcome[]> {
    try {
      return await inTransaction(statement, async (transaction, _unit, begun) => {
        const areFree = freeOf(await begun);
        const deferred: DeferredInsert[] = [];
        const outcomes = await Promise.all(
          databases.map(async (unit, index): Promise<GroupOutcome> => {
            if (areFree?.[index] === false) return { status: "separate" };
            unit.begin(transaction, statement !== begin.read);
            const [outcome] = await Promise.allSettled([units[index]?.work(unit.database)]);
            deferred.push(...unit.end());
            return outcome;
          }),
        );
        const ran = databases.filter((_, index) => outcomes[index]?.status !== "separate");
        if (databases.some((unit, index) => outcomes[index]?.status === "rejected" && unit.hasWritten())) {
          // Waits, because statements that wait for earlier ones would otherwise be sent after the rollback.
          throw (await transaction.end()) ?? new Error("A unit of the group failed after it had written.");
        }
        await commit(statement, transaction, gatherInserts(deferred));
        for (const unit of ran) for (const merchantId of unit.noted()) onDue(merchantId);
        return outcomes;
      });
    } catch (reason) {
      const maySucceedAlone = units.length > 1 && isWaitOfOneUnit(reason);
      const isFinal = reason instanceof UnknownCommit || (isServerState(reason) && !maySucceedAlone);
      return units.map(() => (isFinal ? { status: "rejected", reason } : { status: "separate" }));
    }
  }

  return {
    read: (work) => runInOwnTransaction(begin.read, work),
    write: (work) => runInOwnTransaction(begin.write, work),
    writeLocked: (work, options) => runInOwnTransaction(begin.locked(options), work),
    writeGroup: (units, place) => runGroup(begin.group(units), units, writing(place, units.length)),
    readGroup: (units, place) => runGroup(begin.read, units, reading(place, units.length)),
  };
}

/** The databases for the units of a group, kept by the place of the group: only one group has a place at a time. */
function createGroupDatabases(storeLock: (merchantId: string) => string) {
  const places: UnitDatabase[][] = [];
  return (place: number, count: number): UnitDatabase[] => {
    places[place] ??= [];
    const databases = places[place];
    while (databases.length < count) databases.push(createUnitDatabase(storeLock));
    return databases.slice(0, count);
  };
}

/** Whether each unit's locks were free, from the last statement of the message; undefined when it requested none. */
function freeOf(results: PostgresResult): boolean[] | undefined {
  // The driver returns an array of results for a text of several statements.
  const last = (results as unknown as PostgresResult[]).at(-1);
  // The statement of `tryAll` returns one row with this column; BEGIN and SET return none.
  const [row] = (last?.rows ?? []) as { free: boolean[] }[];
  return row?.free;
}
