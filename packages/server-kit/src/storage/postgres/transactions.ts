// Runs transactions on a pool of connections, for one unit of work or for a group of units. All settings are local to the transaction, so that
// connections may go through a pooler.
import type { UnitOfWork } from "../port.js";
import type { Database } from "./database.js";
import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.js";
import { asNotConnected, isConnectionLost, isServerState, isStatementLost, wasNotSent } from "./postgres-errors.js";
import { gatherInserts, type PutOffInsert } from "./put-off-inserts.js";
import { quoteName } from "./quote-name.js";
import { type CommitOutcome, createTransaction, type Naming, type Transaction } from "./transaction.js";
import { createUnitDatabase, sendInserts, type UnitDatabase } from "./unit-database.js";
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
   * Runs units that share no lock in one transaction. Never rejects. A unit that fails before it has written does not affect the others; any
   * other failure rolls all of them back.
   * @param place Not used by another group at the same time.
   */
  writeGroup: RunGroup;
  /** Runs reads in one transaction, so that all of them see the snapshot of the first. */
  readGroup: RunGroup;
}

type RunGroup = (units: readonly GroupedUnit[], place: number) => Promise<readonly GroupOutcome[]>;

/** @param onDue Called after a commit with the stores whose deliveries it has made due. */
export function createTransactions(
  pool: PostgresPool,
  schema: string,
  onDue: (merchantIds: readonly string[]) => void,
): Transactions {
  const limits = `SET LOCAL search_path TO ${quoteName(schema)}, pg_catalog; SET LOCAL statement_timeout = 10000;
    SET LOCAL lock_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 15000`;
  const beginWrite = `BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE; ${limits}`;
  const unitLocks = createUnitLocks(schema);
  /** One message, one round trip. The unit's first statement runs after the locks are granted and sees the writes of their last holder. */
  const beginLocked = (options: UnitOfWork) =>
    `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}; ${unitLocks.take(options)}`;
  const beginGroup = (units: readonly GroupedUnit[]) =>
    `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}; ${unitLocks.tryAll(units.map(({ options }) => options))}`;
  const beginRead = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}`;
  const unitOfClient = new WeakMap<PostgresClient, UnitDatabase>();
  /** By the place of a group, which only one group has at a time. */
  const writing: UnitDatabase[][] = [];
  const reading: UnitDatabase[][] = [];
  const naming: Naming = { isUsed: true };

  function unitOf(client: PostgresClient): UnitDatabase {
    let unit = unitOfClient.get(client);
    if (unit === undefined) {
      unit = createUnitDatabase(unitLocks.storeKey);
      // Without a listener the error would end the process; the statements of this client fail with it.
      client.on("error", () => undefined);
      unitOfClient.set(client, unit);
    }
    return unit;
  }

  /** Rolls back when `run` fails; `run` commits. */
  async function inTransaction<Result>(
    begin: string,
    run: (transaction: Transaction, unit: UnitDatabase, begun: Promise<PostgresResult>) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect().catch((error: unknown) => {
      throw asNotConnected(error);
    });
    let isBroken = false;
    try {
      const begun = client.query(begin);
      return await run(createTransaction(client, naming, begun), unitOf(client), begun);
    } catch (error) {
      // A pooler that does not keep prepared statements: from now on they are unnamed, and the unit runs again.
      if (isStatementLost(error)) naming.isUsed = false;
      isBroken = error instanceof UnknownCommit || isConnectionLost(error) || !(await hasRolledBack(client));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  const runInOwnTransaction = <Result>(begin: string, work: Work<Result>): Promise<Result> =>
    inTransaction(begin, async (transaction, unit) => {
      unit.begin(transaction, begin !== beginRead);
      const [outcome] = await Promise.allSettled([work(unit.database)]);
      const putOff = unit.end();
      if (outcome.status === "rejected") throw (await transaction.end()) ?? outcome.reason;
      await commit(transaction, putOff);
      onDue(unit.noted());
      return outcome.value;
    });

  function databasesOf(places: UnitDatabase[][], place: number, count: number): UnitDatabase[] {
    places[place] ??= [];
    const databases = places[place];
    while (databases.length < count) databases.push(createUnitDatabase(unitLocks.storeKey));
    return databases.slice(0, count);
  }

  async function runGroup(
    begin: string,
    units: readonly GroupedUnit[],
    databases: UnitDatabase[],
  ): Promise<readonly GroupOutcome[]> {
    try {
      return await inTransaction(begin, async (transaction, _unit, begun) => {
        const areFree = freeOf(await begun);
        const putOff: PutOffInsert[] = [];
        const outcomes = await Promise.all(
          databases.map(async (unit, index): Promise<GroupOutcome> => {
            if (areFree?.[index] === false) return { status: "separate" };
            unit.begin(transaction, begin !== beginRead);
            const [outcome] = await Promise.allSettled([units[index]?.work(unit.database)]);
            putOff.push(...unit.end());
            return outcome;
          }),
        );
        const ran = databases.filter((_, index) => outcomes[index]?.status !== "separate");
        if (databases.some((unit, index) => outcomes[index]?.status === "rejected" && unit.hasWritten())) {
          // Waits, because statements that wait for earlier ones would otherwise be sent after the rollback.
          throw (await transaction.end()) ?? new Error("A unit of the group failed after it had written.");
        }
        await commit(transaction, gatherInserts(putOff));
        onDue(ran.flatMap((unit) => unit.noted()));
        return outcomes;
      });
    } catch (reason) {
      const isFinal = reason instanceof UnknownCommit || isServerState(reason);
      return units.map(() => (isFinal ? { status: "rejected", reason } : { status: "separate" }));
    }
  }

  return {
    read: (work) => runInOwnTransaction(beginRead, work),
    write: (work) => runInOwnTransaction(beginWrite, work),
    writeLocked: (work, options) => runInOwnTransaction(beginLocked(options), work),
    writeGroup: (units, place) => runGroup(beginGroup(units), units, databasesOf(writing, place, units.length)),
    readGroup: (units, place) => runGroup(beginRead, units, databasesOf(reading, place, units.length)),
  };
}

/** The connection broke during COMMIT: the outcome is unknown, so the unit is neither reported as committed nor run again. */
export class UnknownCommit extends Error {
  override name = "UnknownCommit";
}

/** Sends the deferred INSERTs and COMMIT together. An error of the INSERTs fails the transaction. */
async function commit(transaction: Transaction, putOff: readonly PutOffInsert[]): Promise<void> {
  if (putOff.length > 0) void sendInserts(transaction, putOff).catch(() => undefined);
  requireCommitted(await transaction.commit());
}

/** Whether each unit's locks were free, from the last statement of the message; undefined when it requested none. */
function freeOf(results: PostgresResult): boolean[] | undefined {
  // Sound: the driver returns an array of results for a text of several statements.
  const last = (results as unknown as PostgresResult[]).at(-1);
  // Sound: the statement of `tryAll` returns one row with this column; BEGIN and SET return none.
  const [row] = (last?.rows ?? []) as { free: boolean[] }[];
  return row?.free;
}

function requireCommitted({ statementError, commitError }: CommitOutcome): void {
  const mayBeCommitted = statementError === undefined || isConnectionLost(statementError);
  if (mayBeCommitted && isConnectionLost(commitError) && !wasNotSent(commitError)) {
    throw new UnknownCommit("The connection was lost before the response to COMMIT.", { cause: commitError });
  }
  const error = statementError ?? commitError;
  if (error !== undefined) throw error;
}

async function hasRolledBack(client: PostgresClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
