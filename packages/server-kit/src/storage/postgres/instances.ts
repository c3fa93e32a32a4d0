// Coordination of several instances in PostgreSQL: advisory locks show which are running, graphile-worker runs jobs,
// a row for each store says which instance delivers for it.
import { openedOnce } from "../../domain/opened-once.js";
import type { Instances } from "../port/instances.js";
import { createChangeChannel } from "./change-channel.js";
import { createDatabaseTime } from "./database-time.js";
import { type LazyPool, queryAutocommit, takeConnection } from "./driver.js";
import { createEndpointTurns } from "./endpoint-turns.js";
import { createGoneInstances } from "./gone-instances.js";
import { createWorkInspection } from "./inspect-work.js";
import { createInstanceSession } from "./instance-session.js";
import { createJobs, jobsSchemaOf } from "./jobs.js";

export interface InstancesDependencies {
  /** For short statements, for graphile-worker, and for the one connection that is kept. */
  pool: LazyPool;
  schema: string;
  /** Names this instance; begins with `instancePrefix`. */
  id: string;
  /** An instance that is connected and has run nothing for this long counts as suspended. Default 45 s. */
  suspendedAfterMs?: number | undefined;
}

export function createInstances({ pool, schema, id, suspendedAfterMs }: InstancesDependencies): Instances {
  const jobsSchema = jobsSchemaOf(schema);
  const changes = createChangeChannel({ pool, schema, id });
  const session = createInstanceSession({
    connect: async () => takeConnection(await pool()),
    schema,
    onOpened: changes.listenOn,
  });
  const jobs = createJobs({ pool, schema, jobsSchema, ...session });
  const turns = createEndpointTurns({ pool, schema, id, planJobs: jobs.plan });
  const time = createDatabaseTime({
    async readDatabaseTime() {
      const { rows } = await queryAutocommit(pool, "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at");
      // One numeric column is selected, which the driver returns as text.
      return Number((rows as { at: string }[])[0]?.at);
    },
  });
  const inspection = createWorkInspection({ pool, schema, jobsSchema });
  const measured = openedOnce(time.measure);
  const gone = createGoneInstances({ pool, schema, jobsSchema, hasJobs: jobs.hasTables, suspendedAfterMs });

  return {
    id,
    jobs,
    turns,
    time,
    async join() {
      await session.registerName(id);
      await session.open();
      await measured.get();
    },
    leave: () => session.close(),
    isRegistered: session.isOpen,
    async isLeader() {
      const isLeader = await session.isLeader();
      // Instances that do not lead check this too, because the suspended one may be the leader.
      if (!isLeader) await gone.terminateSuspended();
      return isLeader;
    },
    resign: session.resign,
    notify: changes.notify,
    onChange: changes.onChange,
    ...inspection,
    releaseGone: ({ waitsForGracePeriod = false } = {}) => gone.release(waitsForGracePeriod),
  };
}
