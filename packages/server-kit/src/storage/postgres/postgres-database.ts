// Decides for units of work and reads which of them share a transaction, and which run again after an error.
import { createTasksInFlight } from "../../domain/tasks-in-flight.js";
import type { ReadOptions, UnitOfWork } from "../port.js";
import { unavailable } from "../unavailable.js";
import { UnknownCommit } from "./commit-transaction.js";
import type { Database } from "./database.js";
import type { PostgresPool } from "./driver.js";
import { asUnavailable } from "./postgres-errors.js";
import { createRetries, readAgainWhenLost } from "./run-again.js";
import { createTransactions, type Work } from "./transactions.js";
import { createUnitGroups, type GroupedUnit, type UnitGroups } from "./unit-groups.js";

export interface PostgresDatabase {
  /**
   * The work may run several times; only the last run counts.
   * @param options With `locks`, the unit waits for those that share one of these names, instead of being checked
   * against all others, and may share its transaction with units of other names.
   */
  write<Result>(work: (database: Database) => Promise<Result>, options?: UnitOfWork): Promise<Result>;
  /** All reads of one unit see the same snapshot. */
  read<Result>(work: (database: Database) => Promise<Result>, options?: ReadOptions): Promise<Result>;
  /** Rejects new units and reads, and waits for those in flight. */
  drained(): Promise<void>;
}

export function createPostgresDatabase(
  pool: PostgresPool,
  schema: string,
  /** Called after a commit for each store whose deliveries it has made due. */
  onDue: (merchantId: string) => void = () => undefined,
): PostgresDatabase {
  const transactions = createTransactions(pool, schema, onDue);
  const writes = createUnitGroups(transactions.writeGroup);
  const shortReads = createUnitGroups(transactions.readGroup);
  const { untilCommitted } = createRetries();
  const inFlight = createTasksInFlight();
  let isClosed = false;

  async function inGroup<Result>(
    groups: UnitGroups,
    unit: GroupedUnit,
    separately: () => Promise<Result>,
  ): Promise<Result> {
    const outcome = await groups.run(unit);
    if (outcome.status === "separate") return separately();
    if (outcome.status === "rejected") throw outcome.reason;
    // The value is the result of `unit.work`, which is the caller's work with this Result.
    return outcome.value as Result;
  }

  function write<Result>(work: Work<Result>, options: UnitOfWork): Promise<Result> {
    if (options.locks === undefined) return untilCommitted(() => transactions.write(work));
    return inGroup(writes, { work, options }, () => untilCommitted(() => transactions.writeLocked(work, options)));
  }

  function read<Result>(work: Work<Result>, { isShort = false }: ReadOptions): Promise<Result> {
    const separately = () => readAgainWhenLost(() => transactions.read(work));
    return isShort ? inGroup(shortReads, { work, options: {} }, separately) : separately();
  }

  function track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) return Promise.reject(new Error("The database is closed."));
    return inFlight.track(
      work().catch((error: unknown) => {
        throw error instanceof UnknownCommit ? unavailable(error.cause) : asUnavailable(error);
      }),
    );
  }

  return {
    write: (work, options = {}) => track(() => write(work, options)),
    read: (work, options = {}) => track(() => read(work, options)),
    async drained() {
      isClosed = true;
      await inFlight.settled();
    },
  };
}
