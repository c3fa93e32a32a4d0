// Jobs on graphile-worker. Its tables are in their own schema, separate from a host's jobs. A runner that cannot record that a job is complete
// ends, and one that cannot look for jobs is ended; then another one is started.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Runner } from "graphile-worker";
import { createTasksInFlight } from "../../domain/tasks-in-flight.js";
import type { Jobs, StartedJob } from "../port/instances.js";
import { type LazyPool, queryAutocommit } from "./driver.js";
import { createJobTables, startJobRunner } from "./job-runner.js";
import { planJobsSql } from "./job-statements.js";

const restartMs = 500;
/** How long a stop waits once no job is in progress: graphile-worker waits for the responses of a server that may send none. */
const endTimeoutMs = 2000;

export interface JobsDependencies {
  pool: LazyPool;
  schema: string;
  jobsSchema: string;
  /** Registers the name under which the runner locks jobs, so that others can detect that it is running. */
  registerName(name: string): Promise<void>;
  unregisterName(name: string): Promise<void>;
}

export function createJobs({ pool, schema, jobsSchema, registerName, unregisterName }: JobsDependencies): Jobs & {
  hasTables(): boolean;
} {
  let handler: ((job: StartedJob) => Promise<void>) | undefined;
  /** The one that takes jobs. */
  let runner: Runner | undefined;
  /** Also those that only finish their jobs in progress. */
  const runners = new Set<Runner>();
  const handling = createTasksInFlight();
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasTables = false;

  const handle = (job: StartedJob) => handling.track(Promise.resolve(handler?.(job)));

  async function start(): Promise<void> {
    if (!hasTables) await createJobTables(pool, jobsSchema);
    hasTables = true;
    const { runner: own, name, failed } = await startJobRunner({ pool, jobsSchema }, handle);
    runners.add(own);
    // Handled from the beginning: it may end while its name is being registered.
    const ended = own.promise
      .catch(() => undefined)
      .then(() => (name === undefined ? undefined : unregisterName(name).catch(() => undefined)))
      .finally(() => runners.delete(own));
    try {
      if (name !== undefined) await registerName(name);
    } catch (error) {
      // Without its name others take it for gone, and do its jobs a second time.
      await own.stop().catch(() => undefined);
      await ended;
      throw error;
    }
    runner = own;
    void Promise.race([ended, failed]).then(() => {
      runner = undefined;
      void own.stop().catch(() => undefined);
      restartSoon();
    });
  }

  async function endRunners(): Promise<void> {
    await starting?.catch(() => undefined);
    starting = undefined;
    const ending = [...runners].map(async (own) => {
      await own.stop().catch(() => undefined);
      await own.promise.catch(() => undefined);
    });
    await Promise.all(ending);
  }

  function restartSoon(): void {
    if (handler === undefined) return;
    timer = setTimeout(() => {
      starting = start().catch(restartSoon);
    }, restartMs);
  }

  return {
    hasTables: () => hasTables,
    isRunning: () => runner !== undefined,
    async start(handleJob) {
      handler = handleJob;
      starting ??= start();
      const current = starting;
      await current.catch((error: unknown) => {
        // The next call tries again.
        if (starting === current) starting = undefined;
        throw error;
      });
    },
    async plan(jobs, { unlessRunning = false } = {}) {
      if (jobs.length === 0 || !hasTables) return;
      await queryAutocommit(pool, planJobsSql({ schema, jobsSchema }), [
        jobs.map(({ task }) => task),
        jobs.map(({ subject }) => subject),
        jobs.map(({ delayMs }) => delayMs),
        unlessRunning,
      ]);
    },
    async stop() {
      handler = undefined;
      clearTimeout(timer);
      const ended = endRunners();
      await handling.settled();
      await Promise.race([ended, sleep(endTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** The server truncates names at 63 bytes: a longer one is replaced by a digest. */
export function jobsSchemaOf(schema: string): string {
  const name = `${schema}_jobs`;
  return name.length <= 63 ? name : `jobs_${createHash("sha256").update(schema).digest("hex").slice(0, 32)}`;
}
