// Detects instances that have stopped or are suspended, and releases their jobs and turns: others must not wait for them.
import { heldLocksSql, instanceLockClass, isLockOfSql } from "./advisory-locks.js";
import { type LazyPool, queryAutocommit } from "./driver.js";
import { quoteName } from "./quote-name.js";

/** An instance without its lock for this long is gone; a broken connection is re-established sooner. */
const graceMs = 2500;
/** About as long as the lease of a send. */
const defaultSuspendedAfterMs = 45_000;
const suspendedCheckIntervalMs = 5000;

/** Distinguishes instances from the claim owners of a storage without instances. */
export const instancePrefix = "instance_";

export interface GoneInstances {
  /**
   * A suspended process keeps its connection and its locks. Its connection is terminated, which releases the locks; the process reconnects
   * when it resumes. A role without this privilege does nothing: then the locks stay until the process ends.
   */
  terminateSuspended(): Promise<void>;
  /** Releases their jobs and turns, and returns their names; with `waitsForGracePeriod` after waiting for those that have just gone. */
  release(waitsForGracePeriod: boolean): Promise<string[]>;
}

export function createGoneInstances({
  pool,
  schema,
  jobsSchema,
  hasJobs,
  suspendedAfterMs = defaultSuspendedAfterMs,
}: {
  pool: LazyPool;
  schema: string;
  jobsSchema: string;
  /** Whether the tables of jobs exist. */
  hasJobs(): boolean;
  suspendedAfterMs: number | undefined;
}): GoneInstances {
  const missedSince = new Map<string, number>();
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function terminateSuspended(): Promise<void> {
    if (performance.now() - checkedAt < suspendedCheckIntervalMs) return;
    checkedAt = performance.now();
    await queryAutocommit(pool, endSuspendedSql, [instanceLockClass, suspendedAfterMs]).catch(() => undefined);
  }

  async function listMissing(): Promise<string[]> {
    const { rows } = await queryAutocommit(pool, missingSql(schema, hasJobs() ? jobsSchema : undefined), [
      instanceLockClass,
      schema,
    ]);
    // One text column is selected.
    return (rows as { name: string }[]).map(({ name }) => name);
  }

  /** The instances that have been missing for the grace period, by repeated checks. */
  async function listGone(waitsForGracePeriod: boolean): Promise<string[]> {
    for (;;) {
      const missing = await listMissing();
      const now = performance.now();
      const sinceOf = (name: string) => missedSince.get(name) ?? now;
      for (const name of missedSince.keys()) if (!missing.includes(name)) missedSince.delete(name);
      for (const name of missing) missedSince.set(name, sinceOf(name));
      const gone = missing.filter((name) => now - sinceOf(name) >= graceMs);
      if (!waitsForGracePeriod || gone.length === missing.length) return gone;
      await new Promise((resolve) => setTimeout(resolve, graceMs - (now - Math.max(...missing.map(sinceOf)))));
    }
  }

  return {
    terminateSuspended,
    async release(waitsForGracePeriod) {
      await terminateSuspended();
      const gone = await listGone(waitsForGracePeriod);
      if (gone.length === 0) return [];
      if (hasJobs()) await queryAutocommit(pool, `SELECT ${quoteName(jobsSchema)}.force_unlock_workers($1)`, [gone]);
      const endTurns = `UPDATE ${quoteName(schema)}.endpoint_turns SET owner = NULL WHERE owner = ANY($1)`;
      await queryAutocommit(pool, endTurns, [gone]);
      return gone;
    },
  };
}

function missingSql(schema: string, jobsSchema: string | undefined): string {
  const ours = quoteName(schema);
  return `WITH owners (name) AS (
      SELECT owner FROM ${ours}.endpoint_turns WHERE owner IS NOT NULL
      UNION SELECT claim_owner FROM ${ours}.deliveries
        WHERE claim_token IS NOT NULL AND starts_with(claim_owner, '${instancePrefix}')
      ${jobsSchema === undefined ? "" : `UNION SELECT locked_by FROM ${quoteName(jobsSchema)}.jobs WHERE locked_at IS NOT NULL`}
    )
    SELECT name FROM owners WHERE NOT EXISTS (SELECT 1 ${heldLocksSql} AND ${isLockOfSql("$2 || '/' || name")})`;
}

/** Waits until the connections have ended, so that the next check no longer finds their locks. */
const endSuspendedSql = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE pid IN (SELECT pid ${heldLocksSql})
    AND state = 'idle' AND state_change < clock_timestamp() - $2 * interval '1 millisecond'`;
