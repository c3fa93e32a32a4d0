// The tables and the runner of graphile-worker, an optional peer dependency that is loaded on first use.
import { EventEmitter } from "node:events";
import type { JobHelpers, Runner } from "graphile-worker";
import type { Job, StartedJob } from "../port/instances.js";
import { jobTablesLockClass } from "./advisory-locks.js";
import {
  type LazyPool,
  missingPackages,
  type PostgresClient,
  type PostgresPool,
  takeConnection,
  withoutResponseTimeout,
} from "./driver.js";

/** Concurrent jobs of one instance: each only enqueues work. */
const concurrency = 4;
/** The longest delay after a lost notification. */
const pollIntervalMs = 1000;
/** Several instances that start at once wait for one another. */
const tablesTimeoutMs = 5 * 60_000;
const noTimeoutsSql = "SET statement_timeout = 0; SET lock_timeout = 0";

/** One instance creates the tables while the others wait. */
export async function createJobTables(pool: LazyPool, jobsSchema: string): Promise<void> {
  const { worker, options } = await loadWorker(withoutTimeouts(await pool()), jobsSchema);
  const client = await takeConnection(await pool());
  try {
    await client.query(noTimeoutsSql);
    await client.query({
      text: "SELECT pg_advisory_lock($1, hashtext($2))",
      values: [jobTablesLockClass, jobsSchema],
      query_timeout: tablesTimeoutMs,
    });
    await worker.runMigrations(options);
  } finally {
    // Closed, because the lock belongs to the session.
    client.release(true);
  }
}

export interface StartedRunner {
  runner: Runner;
  /** Under which it locks jobs. */
  name: string | undefined;
  /**
   * Resolves when fetching a job fails. The server may have locked one whose response was lost, and a runner whose first fetch failed never
   * recovers: it should be stopped, and another one started under a new name.
   */
  failed: Promise<void>;
}

export async function startJobRunner(
  { pool, jobsSchema }: { pool: LazyPool; jobsSchema: string },
  handle: (job: StartedJob) => Promise<void>,
): Promise<StartedRunner> {
  const { worker, options } = await loadWorker(reportingFailures(await pool()), jobsSchema);
  const events = new EventEmitter();
  let name: string | undefined;
  events.on("pool:create", ({ workerPool }: { workerPool: { id: string } }) => {
    name = workerPool.id;
  });
  const failed = new Promise<void>((resolve) => events.once("worker:getJob:error", () => resolve()));
  const task =
    (word: Job["task"]) =>
    (payload: unknown, { job }: Pick<JobHelpers, "job">) =>
      handle({ task: word, subject: subjectOf(payload), latenessMs: latenessMsOf(job) });
  const runner = await worker.run({
    ...options,
    events,
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    // Without batches graphile-worker does not wait for this statement: when it fails, its rejection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: { deliver: task("deliver"), work: task("work") },
  });
  return { runner, name, failed };
}

/**
 * graphile-worker itself retries fetching a job after some codes, such as 57P03 of a server that is starting, with pauses of up to
 * 180 s. Without its code an error is reported at once.
 */
function reportingFailures(pool: PostgresPool): PostgresPool {
  return withConnect(pool, () =>
    pool.connect().catch((cause: unknown) => {
      throw new Error("No connection to PostgreSQL.", { cause });
    }),
  );
}

/** For migrations on large tables, whatever timeouts the pool and the role have. */
function withoutTimeouts(pool: PostgresPool): PostgresPool {
  return withConnect(pool, async () => {
    const client = await takeConnection(pool);
    const { query } = withoutResponseTimeout(client);
    // Closed, because the settings belong to the session.
    const release = () => client.release(true);
    await query(noTimeoutsSql).catch((error: unknown) => {
      release();
      throw error;
    });
    return replacing(client, { query, release });
  });
}

/** `connect` differs in its form without a callback. */
function withConnect(pool: PostgresPool, connect: () => Promise<PostgresClient>): PostgresPool {
  const connectWith: (...parameters: unknown[]) => unknown = pool.connect.bind(pool);
  return replacing(pool, {
    connect: (...parameters: unknown[]) => (parameters.length > 0 ? connectWith(...parameters) : connect()),
  });
}

/**
 * The object with other methods under these names. graphile-worker takes no other pool and decides by the error's
 * code; only `connect`, `query` and `release` differ.
 */
function replacing<Whole extends object>(whole: Whole, methods: Record<string, unknown>): Whole {
  return new Proxy(whole, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(methods, name) ? methods : target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function loadWorker(pool: PostgresPool, jobsSchema: string) {
  const worker = await import("graphile-worker").catch((cause: unknown) => {
    throw new Error(missingPackages, { cause });
  });
  const logger = new worker.Logger(() => () => undefined);
  // `createPool` returns a Pool of the package pg, and the option `pool` requires one from the host.
  const pgPool = pool as unknown as import("pg").Pool;
  return { worker, options: { pgPool, schema: jobsSchema, logger } };
}

function latenessMsOf({ run_at, locked_at }: JobHelpers["job"]): number {
  return locked_at === null ? 0 : Math.max(0, locked_at.getTime() - run_at.getTime());
}

function subjectOf(payload: unknown): string {
  const subject: unknown = typeof payload === "object" && payload !== null && "subject" in payload && payload.subject;
  return typeof subject === "string" ? subject : "";
}
