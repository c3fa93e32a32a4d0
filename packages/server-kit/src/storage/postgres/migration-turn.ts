// One instance migrates at a time, and none of its statements keeps others from a table for long: a lock that is not to be had within a
// second is given up, so that the queue behind it moves on, and tried again.
import type { PostgresClient } from "./driver.js";
import { codeOf } from "./postgres-errors.js";

/** Which advisory lock: any fixed number, with the schema's digest as the second half. */
const lockClass = 7_436_529;
const turnPauseMs = 100;

const lockTimeoutMs = 1000;
const retryPauseMs = 500;
const lockPatienceMs = 5 * 60_000;

/**
 * Resolves when it is this connection's turn, which lasts until the connection is closed. Asked for again and again instead of waited
 * for: an index that is built concurrently waits for every transaction, also for one that waits.
 */
export async function takeTurn(client: PostgresClient, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query({
      text: "SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_ours",
      values: [lockClass, schema],
    });
    // Sound: the statement gives one row with this column.
    if ((rows as { is_ours: boolean }[])[0]?.is_ours === true) return;
    await pause(turnPauseMs);
  }
}

/**
 * Runs the work in a transaction, again as long as others hold a lock that it needs.
 * @throws Error naming the migration when that takes minutes.
 */
export async function withShortLocks(client: PostgresClient, name: string, work: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + lockPatienceMs; ; await pause(retryPauseMs * (0.5 + Math.random()))) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = 0`);
      await work();
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      if (codeOf(error) !== "55P03") throw error;
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
