// Lets one instance migrate at a time, without blocking the others' statements for long: a table lock that is not
// granted within a second is given up, so that the statements queued behind it continue, and requested again.
import { migrationLockClass } from "./advisory-locks.js";
import type { PostgresClient } from "./driver.js";
import { codeOf } from "./postgres-errors.js";

const turnPauseMs = 100;

const lockTimeoutMs = 1000;
const retryPauseMs = 500;
const totalLockTimeoutMs = 5 * 60_000;

/**
 * Resolves when this connection has the lock, which lasts until the connection is closed. Polls instead of waiting in a statement: a
 * concurrent index build waits for every transaction, including one that waits for this lock.
 */
export async function takeTurn(client: Pick<PostgresClient, "query">, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query({
      text: "SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_ours",
      values: [migrationLockClass, schema],
    });
    // The statement returns one row with this boolean column.
    if ((rows as { is_ours: boolean }[])[0]?.is_ours === true) return;
    await pause(turnPauseMs);
  }
}

/**
 * Runs the work in a transaction, and again while others hold a lock that it needs.
 * @throws Error naming the migration after five minutes.
 */
export async function withShortLocks(
  client: Pick<PostgresClient, "query">,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  for (const until = performance.now() + totalLockTimeoutMs; ; await pause(retryPauseMs * (0.5 + Math.random()))) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = 0`);
      await work();
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      // Of two transactions that wait for each other's locks, the server cancels one.
      if (codeOf(error) !== "55P03" && codeOf(error) !== "40P01") throw error;
      if (performance.now() > until) {
        throw new Error(
          `Migration ${name} needs a lock that others keep: end long transactions ("payment-sessions doctor" names them), then start again.`,
          { cause: error },
        );
      }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
