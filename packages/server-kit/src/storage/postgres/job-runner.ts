// The tables and the runner of graphile-worker, an optional peer dependency that is loaded on first use.
import { EventEmitter } from "node:events";
import type { JobHelpers, Runner, TaskList, WorkerEventMap } from "graphile-worker";
import type { Job, PeriodicWork, StartedJob } from "../port/instances.js";
import { type LazyPool, missingPackages, takeConnection } from "./driver.js";

/** Concurrent jobs of one instance: each only enqueues work. */
const concurrency = 4;
/** The longest delay after a lost notification. */
const pollIntervalMs = 1000;
const tablesLockClass = 7_436_532;
/** Several instances that start at once wait for one another. */
const tablesTimeoutMs = 5 * 60_000;

/** One instance creates the tables while the others wait. */
export async function createJobTables(pool: LazyPool, jobsSchema: string): Promise<void> {
  const { worker, options } = await loadWorker(pool, jobsSchema);
  const client = await takeConnection(await pool());
  try {
    await client.query({
      text: "SELECT pg_advisory_lock($1, hashtext($2))",
      values: [tablesLockClass, jobsSchema],
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
}

export async function startJobRunner(
  { pool, jobsSchema, periodic }: { pool: LazyPool; jobsSchema: string; periodic: readonly PeriodicWork[] },
  handle: (job: StartedJob) => Promise<void>,
): Promise<StartedRunner> {
  const { worker, options } = await loadWorker(pool, jobsSchema);
  const events = new EventEmitter();
  let name: string | undefined;
  events.on("pool:create", ({ workerPool }: { workerPool: { id: string } }) => {
    name = workerPool.id;
  });
  const task =
    (word: Job["task"]) =>
    (payload: unknown, { job }: Pick<JobHelpers, "job">) =>
      handle({ task: word, subject: subjectOf(payload), latenessMs: latenessMsOf(job) });
  const taskList: TaskList = { deliver: task("deliver"), work: task("work") };
  retryTaskLookups(events, taskList);
  const runner = await worker.run({
    ...options,
    events,
    concurrency,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    // Without batches graphile-worker does not wait for this statement: when it fails, its rejection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    parsedCronItems: worker.parseCronItems(periodic.map(cronItemOf)),
    taskList,
  });
  return { runner, name };
}

/**
 * graphile-worker looks up the ids of its tasks once, and keeps a failure, too, until the list of tasks changes: every later look for a job
 * fails with the same error. The list is put into another order, which makes the next look for a job look them up again.
 */
function retryTaskLookups(events: EventEmitter, taskList: TaskList): void {
  let lastError: unknown;
  events.on("worker:getJob:error", ({ error }: WorkerEventMap["worker:getJob:error"]) => {
    // The workers report one failure each: a second change would undo the first.
    if (error === lastError) return;
    lastError = error;
    const [first] = Object.entries(taskList);
    if (first === undefined) return;
    const [name, task] = first;
    delete taskList[name];
    taskList[name] = task;
  });
}

export function cronItemOf({ name, everyMinutes }: PeriodicWork) {
  return { task: "work", match: `*/${everyMinutes} * * * *`, identifier: name, payload: { subject: name } };
}

async function loadWorker(pool: LazyPool, jobsSchema: string) {
  const worker = await import("graphile-worker").catch((cause: unknown) => {
    throw new Error(missingPackages, { cause });
  });
  const logger = new worker.Logger(() => () => undefined);
  // `createPool` returns a Pool of the package pg, and the option `pool` requires one from the host.
  const pgPool = (await pool()) as unknown as import("pg").Pool;
  return { worker, options: { pgPool, schema: jobsSchema, logger } };
}

function latenessMsOf({ run_at, locked_at }: JobHelpers["job"]): number {
  return locked_at === null ? 0 : Math.max(0, locked_at.getTime() - run_at.getTime());
}

function subjectOf(payload: unknown): string {
  const subject: unknown = typeof payload === "object" && payload !== null && "subject" in payload && payload.subject;
  return typeof subject === "string" ? subject : "";
}
