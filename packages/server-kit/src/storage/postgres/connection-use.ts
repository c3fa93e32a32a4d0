// Runs one transaction on a connection of the pool, and returns the connection, or closes it when its state is unknown.
import { UnknownCommit } from "./commit-transaction.js";
import type { PostgresClient, PostgresPool, PostgresResult } from "./driver.js";
import { asNotConnected, isConnectionLost, isStatementLost } from "./postgres-errors.js";
import { createTransaction, type Naming, type Transaction } from "./transaction.js";
import { createUnitDatabase, type UnitDatabase } from "./unit-database.js";

/** Rolls back when `run` fails; `run` commits. */
export type InTransaction = <Result>(
  begin: string,
  run: (transaction: Transaction, unit: UnitDatabase, begun: Promise<PostgresResult>) => Promise<Result>,
) => Promise<Result>;

export function createConnectionUse(pool: PostgresPool, storeLock: (merchantId: string) => string): InTransaction {
  const unitOfClient = new WeakMap<PostgresClient, UnitDatabase>();
  const naming: Naming = { isUsed: true };

  function unitOf(client: PostgresClient): UnitDatabase {
    let unit = unitOfClient.get(client);
    if (unit === undefined) {
      unit = createUnitDatabase(storeLock);
      // Without a listener the error would end the process; the statements of this client fail with it.
      client.on("error", () => undefined);
      unitOfClient.set(client, unit);
    }
    return unit;
  }

  return async (begin, run) => {
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
  };
}

async function hasRolledBack(client: PostgresClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
