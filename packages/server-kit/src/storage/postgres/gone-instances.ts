// Instances that are gone: those whose names stand in turns, claims and jobs without a lock that says they are alive.
import { type LazyPool, queryAutocommit } from "./driver.js";
import { instanceLockClass } from "./instance-session.js";
import { quoteName } from "./quote-name.js";

/** An instance that is not seen for this long is gone; a broken connection is made again sooner. */
const graceMs = 2500;
/** About as long as the lease of a send. */
const defaultSuspendedAfterMs = 45_000;
const lookForSuspendedEveryMs = 5000;

/** Names of instances begin with it; claims of a storage without instances name their owner otherwise. */
export const instancePrefix = "instance_";

export interface GoneInstances {
  /**
   * A process that was suspended keeps its connection, and its locks with it. The connection is ended: then its locks are free, and it
   * finds that out when it continues. Roles that may not do this leave it to the machine to end such a process.
   */
  cutOffSuspended(): Promise<void>;
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
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function cutOffSuspended(): Promise<void> {
    if (performance.now() - lookedAt < lookForSuspendedEveryMs) return;
    lookedAt = performance.now();
    await queryAutocommit(pool, endSuspendedSql, [instanceLockClass, suspendedAfterMs]).catch(() => undefined);
  }

  async function listMissing(): Promise<string[]> {
    const { rows } = await queryAutocommit(pool, missingSql(schema, hasJobs() ? jobsSchema : undefined), [
      instanceLockClass,
      schema,
    ]);
    // Sound: one text column is selected.
    return (rows as { name: string }[]).map(({ name }) => name);
  }

  /** Those that have been missing for the grace period, by several looks. */
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
    cutOffSuspended,
    async release(waitsForGracePeriod) {
      await cutOffSuspended();
      const gone = await listGone(waitsForGracePeriod);
      if (gone.length === 0) return [];
      if (hasJobs()) await queryAutocommit(pool, `SELECT ${quoteName(jobsSchema)}.force_unlock_workers($1)`, [gone]);
      const endTurns = `UPDATE ${quoteName(schema)}.endpoint_turns SET owner = NULL WHERE owner = ANY($1)`;
      await queryAutocommit(pool, endTurns, [gone]);
      return gone;
    },
  };
}

const ofThisDatabase = "database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/** Advisory locks show their two halves as unsigned numbers. */
function missingSql(schema: string, jobsSchema: string | undefined): string {
  const ours = quoteName(schema);
  return `WITH owners (name) AS (
      SELECT owner FROM ${ours}.endpoint_turns WHERE owner IS NOT NULL
      UNION SELECT claim_owner FROM ${ours}.deliveries
        WHERE claim_token IS NOT NULL AND starts_with(claim_owner, '${instancePrefix}')
      ${jobsSchema === undefined ? "" : `UNION SELECT locked_by FROM ${quoteName(jobsSchema)}.jobs WHERE locked_at IS NOT NULL`}
    )
    SELECT name FROM owners WHERE NOT EXISTS (
      SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objsubid = 2
        AND ${ofThisDatabase}
        AND objid::bigint = hashtext($2 || '/' || name)::bigint & 4294967295)`;
}

/** Waits until they have ended, with their locks: whoever looks next has to miss them. */
const endSuspendedSql = `SELECT pg_terminate_backend(still.pid, 5000) FROM (SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objsubid = 2
      AND ${ofThisDatabase}
      AND state = 'idle' AND state_change < clock_timestamp() - $2 * interval '1 millisecond') AS still`;
