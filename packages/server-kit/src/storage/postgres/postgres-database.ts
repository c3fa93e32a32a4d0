// Units of work and reads on a pool of connections: which share a transaction, and when one is run again.
import type { ReadOptions, UnitOfWork } from "../port.js";
import { unavailable } from "../unavailable.js";
import type { Database } from "./database.js";
import type { PostgresPool } from "./driver.js";
import { asUnavailable } from "./postgres-errors.js";
import { createRunsAgain, readAgainWhenLost } from "./run-again.js";
import { createTransactions, UnknownCommit, type Work } from "./transactions.js";
import { createUnitGroups, type GroupedUnit, type UnitGroups } from "./unit-groups.js";

export interface PostgresDatabase {
  /**
   * The work may run several times; only the last run counts.
   * @param how With `locks`, the unit waits for those that share one of these names, instead of being checked against all others, and may
   *   share its transaction with units of other names.
   */
  write<Result>(work: (database: Database) => Promise<Result>, how?: UnitOfWork): Promise<Result>;
  /** All reads of one work see one moment. */
  read<Result>(work: (database: Database) => Promise<Result>, how?: ReadOptions): Promise<Result>;
  /** Waits for units and reads under way; later ones are refused. */
  drained(): Promise<void>;
}

export function createPostgresDatabase(
  pool: PostgresPool,
  schema: string,
  /** Called with the stores for which a unit has made something due, after its commit. */
  onDue: (merchantIds: readonly string[]) => void = () => undefined,
): PostgresDatabase {
  const transactions = createTransactions(pool, schema, onDue);
  const writes = createUnitGroups(transactions.writeGroup);
  const shortReads = createUnitGroups(transactions.readGroup);
  const { untilCommitted } = createRunsAgain();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function inGroup<Result>(groups: UnitGroups, unit: GroupedUnit, alone: () => Promise<Result>): Promise<Result> {
    const outcome = await groups.run(unit);
    if (outcome.status === "alone") return alone();
    if (outcome.status === "rejected") throw outcome.reason;
    // Sound: the group hands over what this very work gave.
    return outcome.value as Result;
  }

  function write<Result>(work: Work<Result>, how: UnitOfWork): Promise<Result> {
    if (how.locks === undefined) return untilCommitted(() => transactions.write(work));
    return inGroup(writes, { work, how }, () => untilCommitted(() => transactions.writeLocked(work, how)));
  }

  function read<Result>(work: Work<Result>, { isShort = false }: ReadOptions): Promise<Result> {
    const alone = () => readAgainWhenLost(() => transactions.read(work));
    return isShort ? inGroup(shortReads, { work, how: {} }, alone) : alone();
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
    write: (work, how = {}) => track(() => write(work, how)),
    read: (work, how = {}) => track(() => read(work, how)),
    async drained() {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}
