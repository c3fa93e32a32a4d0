// Runs one transaction on a connection of the pool, and returns the connection, or closes it when its state is unknown.
import { UnknownCommit } from "./commit-transaction.js";
import {
  type PostgresClient,
  type PostgresPool,
  type PostgresResult,
  responseTimeoutInTransactionMs,
  takeConnection,
} from "./driver.js";
import { asNotConnected, isConnectionLost, isPlanStale, isStandby, isStatementLost } from "./postgres-errors.js";
import { createTransaction, type Naming, type Transaction } from "./transaction.js";
import { createUnitDatabase, type UnitDatabase } from "./unit-database.js";

/** Rolls back when `run` fails; `run` commits. */
export type InTransaction = <Result>(
  begin: string,
  run: (transaction: Transaction, unit: UnitDatabase, begun: Promise<PostgresResult>) => Promise<Result>,
) => Promise<Result>;

export function createConnectionUse(pool: PostgresPool, storeLock: (merchantId: string) => string): InTransaction {
  const uses = new WeakMap<PostgresClient, { unit: UnitDatabase; generation: number }>();
  const naming: Naming = { isUsed: true };
  /** Connections of an earlier generation are closed instead of used. */
  let generation = 0;

  async function take(): Promise<{ client: PostgresClient; unit: UnitDatabase }> {
    for (;;) {
      const client = await takeConnection(pool).catch((error: unknown) => {
        throw asNotConnected(error);
      });
      const use = uses.get(client) ?? { unit: createUnitDatabase(storeLock), generation };
      uses.set(client, use);
      if (use.generation === generation) return { client, unit: use.unit };
      client.release(true);
    }
  }

  return async (begin, run) => {
    const { client, unit } = await take();
    let isBroken = false;
    try {
      const begun = client.query({ text: begin, query_timeout: responseTimeoutInTransactionMs });
      return await run(createTransaction(client, naming, begun), unit, begun);
    } catch (error) {
      // A pooler that does not keep prepared statements: from now on they are unnamed, and the unit runs again.
      if (isStatementLost(error)) naming.isUsed = false;
      // What is true of this connection is true of the pool's others.
      const areAllOutdated = isStandby(error) || isPlanStale(error);
      if (areAllOutdated && uses.get(client)?.generation === generation) generation += 1;
      isBroken =
        areAllOutdated || error instanceof UnknownCommit || isConnectionLost(error) || !(await hasRolledBack(client));
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
}

async function hasRolledBack(client: PostgresClient): Promise<boolean> {
  try {
    await client.query({ text: "ROLLBACK", query_timeout: responseTimeoutInTransactionMs });
    return true;
  } catch {
    return false;
  }
}
