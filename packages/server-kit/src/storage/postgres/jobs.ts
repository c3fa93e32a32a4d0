// Jobs on graphile-worker. Its tables are in their own schema, separate from a host's jobs. A runner ends when it cannot record that a job is
// complete; then another one is started.
import { createHash } from "node:crypto";
import type { Runner } from "graphile-worker";
import type { Jobs, PeriodicWork, StartedJob } from "../port/instances.js";
import { type LazyPool, queryAutocommit } from "./driver.js";
import { createJobTables, startJobRunner } from "./job-runner.js";
import { planJobsSql } from "./job-statements.js";

const restartMs = 500;

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
  let runner: Runner | undefined;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasTables = false;
  let periodic: readonly PeriodicWork[] = [];

  async function start(): Promise<void> {
    if (!hasTables) await createJobTables(pool, jobsSchema);
    hasTables = true;
    const started = await startJobRunner({ pool, jobsSchema, periodic }, async (job) => handler?.(job));
    const { name } = started;
    // Handled from the beginning: it may end while its name is being registered.
    const end = started.runner.promise.catch(() => undefined);
    const unregister = () => (name === undefined ? undefined : unregisterName(name).catch(() => undefined));
    try {
      if (name !== undefined) await registerName(name);
    } catch (error) {
      // Without its name others take it for gone, and do its jobs a second time.
      await started.runner.stop().catch(() => undefined);
      await unregister();
      throw error;
    }
    runner = started.runner;
    void end.then(() => {
      void unregister();
      runner = undefined;
      restartSoon();
    });
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
    async start(handle, periodicWorks) {
      handler = handle;
      periodic = periodicWorks;
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
      await starting?.catch(() => undefined);
      starting = undefined;
      const stopping = runner;
      await stopping?.stop().catch(() => undefined);
      await stopping?.promise.catch(() => undefined);
    },
  };
}

/** The server truncates names at 63 bytes: a longer one is replaced by a digest. */
export function jobsSchemaOf(schema: string): string {
  const name = `${schema}_jobs`;
  return name.length <= 63 ? name : `jobs_${createHash("sha256").update(schema).digest("hex").slice(0, 32)}`;
}
