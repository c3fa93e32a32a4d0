// Jobs on graphile-worker, an optional peer dependency that is loaded on first use. Its tables are in their own schema, separate from a host's
// jobs. A runner ends when it cannot record that a job is complete; then another one is started.
import { createHash } from "node:crypto";
import type { Runner } from "graphile-worker";
import type { Job, Jobs } from "../port/instances.js";
import { type LazyPool, missingPackages, queryAutocommit } from "./driver.js";
import { planJobsSql } from "./job-statements.js";

/** Concurrent jobs of one instance: each only enqueues work. */
const concurrency = 4;
/** The longest delay after a lost notification. */
const pollIntervalMs = 1000;
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
  let handler: ((job: Job) => Promise<void>) | undefined;
  let runner: Runner | undefined;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasTables = false;
  let timed: readonly string[] = [];

  async function start(): Promise<void> {
    const { run, runMigrations, parseCronItems, Logger } = await loadWorker();
    const { EventEmitter } = await import("node:events");
    const logger = new Logger(() => () => undefined);
    // Sound: createPool returns a Pool of the package pg, and the option `pool` requires one from the host.
    const pgPool = (await pool()) as unknown as import("pg").Pool;
    const options = { pgPool, schema: jobsSchema, logger };
    if (!hasTables) await inTurn(pool, jobsSchema, () => runMigrations(options));
    hasTables = true;
    const events = new EventEmitter();
    let name: string | undefined;
    events.on("pool:create", ({ workerPool }: { workerPool: { id: string } }) => {
      name = workerPool.id;
    });
    const task = (word: Job["task"]) => async (payload: unknown) => {
      await handler?.({ task: word, subject: subjectOf(payload) });
    };
    runner = await run({
      ...options,
      events,
      concurrency,
      pollInterval: pollIntervalMs,
      noHandleSignals: true,
      // Without batches graphile-worker does not wait for this statement: when it fails, its rejection would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      parsedCronItems: parseCronItems(
        timed.map((subject) => ({ task: "work", match: "*/10 * * * *", identifier: subject, payload: { subject } })),
      ),
      taskList: { deliver: task("deliver"), work: task("work") },
    });
    const registeredName = name;
    if (registeredName !== undefined) await registerName(registeredName);
    const ended = () => {
      if (registeredName !== undefined) void unregisterName(registeredName).catch(() => undefined);
      runner = undefined;
      restartSoon();
    };
    runner.promise.then(ended, ended);
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
    async start(handle, timedWorks) {
      handler = handle;
      timed = timedWorks;
      starting ??= start();
      await starting;
    },
    async plan(jobs) {
      if (jobs.length === 0 || !hasTables) return;
      await queryAutocommit(pool, planJobsSql({ schema, jobsSchema }), [
        jobs.map(({ task }) => task),
        jobs.map(({ subject }) => subject),
        jobs.map(({ delayMs }) => delayMs),
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

const tablesLockClass = 7_436_532;

/** One instance creates the tables while the others wait. The lock belongs to the session, so the connection is closed afterwards. */
async function inTurn(pool: LazyPool, jobsSchema: string, work: () => Promise<void>): Promise<void> {
  const client = await (await pool()).connect();
  try {
    await client.query({ text: "SELECT pg_advisory_lock($1, hashtext($2))", values: [tablesLockClass, jobsSchema] });
    await work();
  } finally {
    client.release(true);
  }
}

/** The server truncates names at 63 bytes: a longer one is replaced by a digest. */
export function jobsSchemaOf(schema: string): string {
  const name = `${schema}_jobs`;
  return name.length <= 63 ? name : `jobs_${createHash("sha256").update(schema).digest("hex").slice(0, 32)}`;
}

async function loadWorker(): Promise<typeof import("graphile-worker")> {
  return import("graphile-worker").catch((cause: unknown) => {
    throw new Error(missingPackages, { cause });
  });
}

function subjectOf(payload: unknown): string {
  const subject: unknown = typeof payload === "object" && payload !== null && "subject" in payload && payload.subject;
  return typeof subject === "string" ? subject : "";
}
