// Units of work and reads on a pool of connections: which share a transaction, and when one is run again.
import type { UnitOfWork } from "../port.js";
import { unavailable } from "../unavailable.js";
import type { Database } from "./database.js";
import type { PostgresPool } from "./driver.js";
import { asUnavailable } from "./postgres-errors.js";
import { createRunsAgain, readAgainWhenLost } from "./run-again.js";
import { createTransactions, UnknownCommit } from "./transactions.js";
import { createUnitGroups } from "./unit-groups.js";

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

export function createPostgresDatabase(
  pool: PostgresPool,
  schema: string,
  /** Called with the stores for which a unit has made something due, after its commit. */
  onDue: (merchantIds: readonly string[]) => void = () => undefined,
): PostgresDatabase {
  const transactions = createTransactions(pool, schema, onDue);
  const groups = createUnitGroups(transactions.writeGroup);
  const { untilCommitted } = createRunsAgain();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function writeInGroup<Result>(work: (database: Database) => Promise<Result>, how: UnitOfWork): Promise<Result> {
    const outcome = await groups.run({ work, how });
    if (outcome.status === "alone") return untilCommitted(() => transactions.writeLocked(work, how));
    if (outcome.status === "rejected") throw outcome.reason;
    // Sound: the group hands over what this very work gave.
    return outcome.value as Result;
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
      track(() => (how.locks === undefined ? untilCommitted(() => transactions.write(work)) : writeInGroup(work, how))),
    read: (work) => track(() => readAgainWhenLost(() => transactions.read(work))),
    async drained() {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}
