// Several instances on one database, in PostgreSQL: who is alive is seen by advisory locks, jobs are graphile-worker's, turns are rows.
import type { Instances } from "../port/instances.js";
import { createChangeChannel } from "./change-channel.js";
import { createDatabaseTime } from "./database-time.js";
import { type LatePool, queryAlone } from "./driver.js";
import { createEndpointTurns } from "./endpoint-turns.js";
import { createWorkInspection } from "./inspect-work.js";
import { createInstanceSession, seenLockClass } from "./instance-session.js";
import { createJobs, jobsSchemaOf } from "./jobs.js";
import { quoteName } from "./quote-name.js";

/** Who is not seen for this long is gone; a broken connection is made again sooner. */
const graceMs = 2500;
/** About as long as the lease of a send. */
const defaultStillMs = 45_000;
const lookForStillEveryMs = 5000;

export interface InstancesDependencies {
  /** For short statements, for graphile-worker, and for the one connection that is kept. */
  pool: LatePool;
  schema: string;
  /** Names this instance; begins with `instancePrefix`. */
  id: string;
  /** Who is connected and has shown nothing for this long stands still. Default 45 s. */
  stillMs?: number | undefined;
}

/** Claims of a storage without instances name their owner otherwise. */
export const instancePrefix = "instance_";

export function createInstances({ pool, schema, id, stillMs = defaultStillMs }: InstancesDependencies): Instances {
  const jobsSchema = jobsSchemaOf(schema);
  const changes = createChangeChannel({ pool, schema, id });
  const session = createInstanceSession({
    connect: async () => (await pool()).connect(),
    schema,
    onOpened: changes.listenOn,
  });
  const jobs = createJobs({ pool, schema, jobsSchema, ...session });
  const turns = createEndpointTurns({ pool, schema, jobsSchema, id, hasJobs: jobs.hasTables });
  const time = createDatabaseTime({
    async readDatabaseTime() {
      const { rows } = await queryAlone(pool, "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at");
      // Sound: one numeric column is selected, which the driver gives as text.
      return Number((rows as { at: string }[])[0]?.at);
    },
  });
  const inspection = createWorkInspection({ pool, schema, jobsSchema });
  let measuring: Promise<void> | undefined;
  const missedSince = new Map<string, number>();
  const schemaName = quoteName(schema);

  /** Advisory locks show their two halves as unsigned numbers. */
  const missingSql = () => `WITH owners (name) AS (
      SELECT owner FROM ${schemaName}.endpoint_turns WHERE owner IS NOT NULL
      UNION SELECT claim_owner FROM ${schemaName}.deliveries
        WHERE claim_token IS NOT NULL AND starts_with(claim_owner, '${instancePrefix}')
      ${jobs.hasTables() ? `UNION SELECT locked_by FROM ${quoteName(jobsSchema)}.jobs WHERE locked_at IS NOT NULL` : ""}
    )
    SELECT name FROM owners WHERE NOT EXISTS (
      SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND objid::bigint = hashtext($2 || '/' || name)::bigint & 4294967295)`;

  let lookedForStillAt = Number.NEGATIVE_INFINITY;

  /**
   * A process that was suspended keeps its connection, and its locks with it. The connection is ended: then its locks are free, and it
   * finds that out when it goes on. Roles that may not do this leave it to the machine to end such a process.
   */
  async function cutOffStill(): Promise<void> {
    if (performance.now() - lookedForStillAt < lookForStillEveryMs) return;
    lookedForStillAt = performance.now();
    await queryAlone(
      pool,
      `SELECT pg_terminate_backend(still.pid) FROM (SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objsubid = 2
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND state = 'idle' AND state_change < clock_timestamp() - $2 * interval '1 millisecond') AS still`,
      [seenLockClass, stillMs],
    ).catch(() => undefined);
  }

  async function listMissing(): Promise<string[]> {
    const { rows } = await queryAlone(pool, missingSql(), [seenLockClass, schema]);
    // Sound: one text column is selected.
    return (rows as { name: string }[]).map(({ name }) => name);
  }

  return {
    id,
    jobs,
    turns,
    time,
    async join() {
      await session.beSeenAs(id);
      await session.open();
      measuring ??= time.measure();
      await measuring;
    },
    leave: () => session.close(),
    isSeen: session.isOpen,
    async leads() {
      const isLeader = await session.leads();
      // Also by those who do not lead: the one that stands still may be the leader.
      if (!isLeader) await cutOffStill();
      return isLeader;
    },
    notify: changes.notify,
    onChange: changes.onChange,
    ...inspection,
    async releaseGone({ isPatient = false } = {}) {
      let gone: string[];
      await cutOffStill();
      for (;;) {
        const missing = await listMissing();
        const now = performance.now();
        const sinceOf = (name: string) => missedSince.get(name) ?? now;
        for (const name of missedSince.keys()) if (!missing.includes(name)) missedSince.delete(name);
        for (const name of missing) missedSince.set(name, sinceOf(name));
        gone = missing.filter((name) => now - sinceOf(name) >= graceMs);
        if (!isPatient || gone.length === missing.length) break;
        await new Promise((resolve) => setTimeout(resolve, graceMs - (now - Math.max(...missing.map(sinceOf)))));
      }
      if (gone.length === 0) return [];
      if (jobs.hasTables()) {
        await queryAlone(pool, `SELECT ${quoteName(jobsSchema)}.force_unlock_workers($1)`, [gone]);
      }
      await queryAlone(pool, `UPDATE ${schemaName}.endpoint_turns SET owner = NULL WHERE owner = ANY($1)`, [gone]);
      return gone;
    },
  };
}
