// Jobs on graphile-worker. Its tables are in their own schema, separate from a host's jobs. A runner that cannot
// record that a job is complete ends, and one that cannot look for jobs is ended; then another one is started.
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
  const runners = createRunners({ pool, jobsSchema, registerName, unregisterName });
  const handling = createTasksInFlight();
  let handler: ((job: StartedJob) => Promise<void>) | undefined;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasTables = false;

  const handle = (job: StartedJob) => handling.track(Promise.resolve(handler?.(job)));

  async function start(): Promise<void> {
    if (!hasTables) await createJobTables(pool, jobsSchema);
    hasTables = true;
    await runners.start(handle, restartSoon);
  }

  function restartSoon(): void {
    if (handler === undefined) return;
    timer = setTimeout(() => {
      starting = start().catch(restartSoon);
    }, restartMs);
  }

  async function endRunners(): Promise<void> {
    await starting?.catch(() => undefined);
    starting = undefined;
    await runners.end();
  }

  return {
    hasTables: () => hasTables,
    isRunning: runners.isRunning,
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

/** The runner that takes jobs, and those before it that only finish their jobs in progress. */
function createRunners({ pool, jobsSchema, registerName, unregisterName }: Omit<JobsDependencies, "schema">) {
  let current: Runner | undefined;
  const all = new Set<Runner>();

  return {
    isRunning: () => current !== undefined,
    /** `onEnded` is called when the runner takes no more jobs, by its own end or because it cannot fetch any. */
    async start(handle: (job: StartedJob) => Promise<void>, onEnded: () => void): Promise<void> {
      const { runner, name, failed } = await startJobRunner({ pool, jobsSchema }, handle);
      all.add(runner);
      // Handled from the beginning: it may end while its name is being registered.
      const ended = runner.promise
        .catch(() => undefined)
        .then(() => (name === undefined ? undefined : unregisterName(name).catch(() => undefined)))
        .finally(() => all.delete(runner));
      try {
        if (name !== undefined) await registerName(name);
      } catch (error) {
        // Without its name others take it for gone, and do its jobs a second time.
        await runner.stop().catch(() => undefined);
        await ended;
        throw error;
      }
      current = runner;
      void Promise.race([ended, failed]).then(() => {
        current = undefined;
        void runner.stop().catch(() => undefined);
        onEnded();
      });
    },
    async end(): Promise<void> {
      const ending = [...all].map(async (runner) => {
        await runner.stop().catch(() => undefined);
        await runner.promise.catch(() => undefined);
      });
      await Promise.all(ending);
    },
  };
}

/** The server truncates names at 63 bytes: a longer one is replaced by a digest. */
export function jobsSchemaOf(schema: string): string {
  const name = `${schema}_jobs`;
  return name.length <= 63 ? name : `jobs_${createHash("sha256").update(schema).digest("hex").slice(0, 32)}`;
}
