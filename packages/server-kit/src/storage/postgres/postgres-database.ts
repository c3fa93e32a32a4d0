// Units of work and reads on a pool of connections: one transaction each, the unit run again when another one was first. Nothing is set
// for longer than a transaction, so that a pooler may stand between.
import type { UnitOfWork } from "../port.js";
import { unavailable } from "../unavailable.js";
import type { Database } from "./database.js";
import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.js";
import {
  asNotConnected,
  asUnavailable,
  isConflict,
  isConnectionLost,
  isServerState,
  isStatementLost,
  isTaken,
  wasNotSent,
} from "./postgres-errors.js";
import { gatherInserts, type PutOffInsert } from "./put-off-inserts.js";
import { type CommitOutcome, createTransaction, type Naming, type Transaction } from "./transaction.js";
import { createUnitDatabase, sendInserts, type UnitDatabase } from "./unit-database.js";
import { createUnitGroups, type GroupedUnit, type GroupOutcome } from "./unit-groups.js";
import { createUnitLocks } from "./unit-locks.js";

export interface PostgresDatabase {
  /**
   * The work may run several times; only the last run counts.
   * @param how With `locks`, the unit waits for those that share one of these names, instead of being checked against all others, and may
   *   share its transaction with units of other names.
   */
  write<Result>(work: (database: Database) => Promise<Result>, how?: UnitOfWork): Promise<Result>;
  /** All reads of one work see one moment. */
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Waits for units and reads under way; later ones are refused. */
  drained(): Promise<void>;
}

/** How long a unit that keeps losing against others is run again. */
const conflictPatienceMs = 10_000;
const longestPauseMs = 40;
/** A taken value is most often a true one: two more looks are enough to see the unit that took it. */
const maxRunsOnTaken = 3;
const maxRunsOnLostConnection = 3;
/** Once is enough: after it, statements have no names. */
const maxRunsOnLostStatement = 3;

export function createPostgresDatabase(
  pool: PostgresPool,
  schema: string,
  /** Told of the stores for which a unit has made something due, after its commit. */
  onDue: (merchantIds: readonly string[]) => void = () => undefined,
): PostgresDatabase {
  const limits = `SET LOCAL search_path TO ${quoteName(schema)}, pg_catalog; SET LOCAL statement_timeout = 10000;
    SET LOCAL lock_timeout = 5000; SET LOCAL idle_in_transaction_session_timeout = 15000`;
  const beginWrite = `BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE; ${limits}`;
  const unitLocks = createUnitLocks(schema);
  /** One message, one round trip. The unit's first statement comes after the locks and sees what their last holder wrote. */
  const beginLocked = (how: UnitOfWork) =>
    `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}; ${unitLocks.take(how)}`;
  const beginGroup = (units: readonly GroupedUnit[]) =>
    `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}; ${unitLocks.tryAll(units.map(({ how }) => how))}`;
  const beginRead = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}`;
  const unitOfClient = new WeakMap<PostgresClient, UnitDatabase>();
  /** By the group's place: those of one group at a time. */
  const unitsOfGroup: UnitDatabase[][] = [];
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  /** Units that lost once run one after the other within this instance: they would only meet each other again. */
  let contended: Promise<unknown> = Promise.resolve();
  const naming: Naming = { isUsed: true };
  const groups = createUnitGroups(runGroup);

  function unitOf(client: PostgresClient): UnitDatabase {
    let unit = unitOfClient.get(client);
    if (unit === undefined) {
      unit = createUnitDatabase(unitLocks.storeKey);
      // Its statements fail with the same error.
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
      // A pooler stands between that does not keep prepared statements: from here on none are named, and the unit runs again.
      if (isStatementLost(error)) naming.isUsed = false;
      isBroken = error instanceof UnknownCommit || isConnectionLost(error) || !(await hasRolledBack(client));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  const runOnce = <Result>(begin: string, work: (database: Database) => Promise<Result>): Promise<Result> =>
    inTransaction(begin, async (transaction, unit) => {
      unit.begin(transaction, begin !== beginRead);
      const [outcome] = await Promise.allSettled([work(unit.database)]);
      const putOff = unit.end();
      if (outcome.status === "rejected") throw (await transaction.end()) ?? outcome.reason;
      await commit(transaction, putOff);
      onDue(unit.noted());
      return outcome.value;
    });

  function databasesOf(place: number, count: number): UnitDatabase[] {
    unitsOfGroup[place] ??= [];
    const databases = unitsOfGroup[place];
    while (databases.length < count) databases.push(createUnitDatabase(unitLocks.storeKey));
    return databases.slice(0, count);
  }

  /** Never rejects. A unit that fails without having written leaves the others as they are; any other failure rolls all of them back. */
  async function runGroup(units: readonly GroupedUnit[], place: number): Promise<readonly GroupOutcome[]> {
    try {
      return await inTransaction(beginGroup(units), async (transaction, _unit, begun) => {
        const areFree = freeOf(await begun);
        const members = databasesOf(place, units.length);
        const putOff: PutOffInsert[] = [];
        const outcomes = await Promise.all(
          members.map(async (unit, index): Promise<GroupOutcome> => {
            if (areFree[index] !== true) return { status: "alone" };
            unit.begin(transaction, true);
            const [outcome] = await Promise.allSettled([units[index]?.work(unit.database)]);
            putOff.push(...unit.end());
            return outcome;
          }),
        );
        const ran = members.filter((_, index) => outcomes[index]?.status !== "alone");
        if (members.some((unit, index) => outcomes[index]?.status === "rejected" && unit.hasWritten()))
          throw new Error("A unit of the group failed after it had written.");
        await commit(transaction, gatherInserts(putOff));
        onDue(ran.flatMap((unit) => unit.noted()));
        return outcomes;
      });
    } catch (reason) {
      const isFinal = reason instanceof UnknownCommit || isServerState(reason);
      return units.map(() => (isFinal ? { status: "rejected", reason } : { status: "alone" }));
    }
  }

  async function writeInGroup<Result>(work: (database: Database) => Promise<Result>, how: UnitOfWork): Promise<Result> {
    const outcome = await groups.run({ work, how });
    if (outcome.status === "alone") return runUntilCommitted(beginLocked(how), work);
    if (outcome.status === "rejected") throw outcome.reason;
    // Sound: the group hands over what this very work gave.
    return outcome.value as Result;
  }

  async function runUntilCommitted<Result>(
    begin: string,
    work: (database: Database) => Promise<Result>,
  ): Promise<Result> {
    const until = performance.now() + conflictPatienceMs;
    let taken = 0;
    let lost = 0;
    let unnamed = 0;
    for (let run = 1; ; run += 1) {
      try {
        return await (run === 1 ? runOnce(begin, work) : alone(() => runOnce(begin, work)));
      } catch (error) {
        if (isTaken(error)) taken += 1;
        if (isConnectionLost(error)) lost += 1;
        if (isStatementLost(error)) unnamed += 1;
        const mayRunAgain =
          performance.now() < until &&
          (isConflict(error) ||
            (isStatementLost(error) && unnamed < maxRunsOnLostStatement) ||
            (isTaken(error) && taken < maxRunsOnTaken) ||
            (isConnectionLost(error) && lost < maxRunsOnLostConnection));
        if (!mayRunAgain) throw error;
        await pause(run);
      }
    }
  }

  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = contended.then(work);
    contended = result.catch(() => undefined);
    return result;
  }

  function track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) return Promise.reject(new Error("The database is closed."));
    const running = work().catch((error: unknown) => {
      throw error instanceof UnknownCommit ? unavailable(error.cause) : asUnavailable(error);
    });
    underWay.add(running);
    const forget = () => underWay.delete(running);
    running.then(forget, forget);
    return running;
  }

  return {
    write: (work, how = {}) =>
      track(() => (how.locks === undefined ? runUntilCommitted(beginWrite, work) : writeInGroup(work, how))),
    read: (work) => track(() => readAgainWhenLost(() => runOnce(beginRead, work))),
    async drained() {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}

/** The connection broke while the server was asked to commit: nobody knows, so the unit is neither answered as done nor run again. */
class UnknownCommit extends Error {
  override name = "UnknownCommit";
}

/** What was put off is sent with COMMIT. Its error is the transaction's. */
async function commit(transaction: Transaction, putOff: readonly PutOffInsert[]): Promise<void> {
  if (putOff.length > 0) void sendInserts(transaction, putOff).catch(() => undefined);
  requireCommitted(await transaction.commit());
}

/** The locks are asked for in the last statement of the message. */
function freeOf(results: PostgresResult): unknown[] {
  // Sound: the driver gives a list of results for a text of several statements, and one row for this one.
  const last = (results as unknown as PostgresResult[]).at(-1);
  const [row] = (last?.rows ?? []) as { free: unknown[] }[];
  return row?.free ?? [];
}

function requireCommitted({ statementError, commitError }: CommitOutcome): void {
  const mayBeCommitted = statementError === undefined || isConnectionLost(statementError);
  if (mayBeCommitted && isConnectionLost(commitError) && !wasNotSent(commitError)) {
    throw new UnknownCommit("The commit was not answered.", { cause: commitError });
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

async function readAgainWhenLost<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(isConnectionLost(error) || isStatementLost(error)) || run >= maxRunsOnLostConnection) throw error;
      await pause(run);
    }
  }
}

/** Doubles each time, half of it random, so that two instances do not meet again. */
function pause(run: number): Promise<void> {
  const longest = Math.min(2 ** run, longestPauseMs);
  return new Promise((resolve) => setTimeout(resolve, longest / 2 + (Math.random() * longest) / 2));
}

/** A name as SQL writes it, whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
