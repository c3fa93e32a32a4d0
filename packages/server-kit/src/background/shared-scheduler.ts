// The scheduler when several instances share the storage: jobs assign the work to instances and times. Once a second the leading
// instance checks for due work without a job, so that a lost job or notification delays it by no more than that.
import type { Clock, Logger } from "../domain/clock.js";
import type { Instances, StartedJob } from "../storage/port/instances.js";
import type { DeliveriesWork } from "./deliveries-work.js";
import type { DueWork } from "./due-work.js";
import { runUntilNothingIsDue, type Scheduler } from "./scheduler.js";
import type { SharedDeliveries } from "./shared-deliveries.js";
import { createWatchedRounds } from "./watched-rounds.js";
import { createWorkJobs } from "./work-jobs.js";

export interface SharedSchedulerDependencies {
  clock: Clock;
  logger: Logger;
  instances: Instances;
  deliveries: DeliveriesWork;
  shared: SharedDeliveries;
  /** All kinds of work but the deliveries. */
  works: readonly DueWork[];
  /** Called with the lateness of scheduled work, in milliseconds. */
  onLateness?: ((work: string, latenessMs: number) => void) | undefined;
}

const roundPauseMs = 1000;
/** A round normally takes milliseconds. */
const roundTimeoutMs = 60_000;
/** Clocks drift slowly, so the offset is measured only once in this many rounds. */
const roundsPerMeasurement = 30;

export function createSharedScheduler(dependencies: SharedSchedulerDependencies): Scheduler {
  const { clock, logger, instances, deliveries, shared, works, onLateness } = dependencies;
  const workJobs = createWorkJobs({ clock, jobs: instances.jobs }, works);
  const rounds = createWatchedRounds({
    clock,
    round: runRound,
    onError: (error) => logFailure(error, "round"),
    pauseMs: roundPauseMs,
    timeoutMs: roundTimeoutMs,
  });
  let isStarted = false;
  let isStopped = false;
  let roundCount = 0;

  async function runJob({ task, subject, latenessMs }: StartedJob): Promise<void> {
    if (isStopped) return;
    onLateness?.(task === "deliver" ? deliveries.name : subject, latenessMs);
    try {
      await (task === "deliver" ? shared.serve(subject) : workJobs.run(subject));
    } catch (error) {
      // Not reported to the queue: the leading instance plans it again in its next round.
      logFailure(error, subject);
    }
  }

  /** @returns whether this instance is visible to the others and takes jobs. */
  async function runRound(): Promise<boolean> {
    if (roundCount++ % roundsPerMeasurement === 0) await instances.time.measure();
    await deliveries.adjustToClock();
    await shared.runRound();
    if (await instances.isLeader()) {
      await shared.runLeaderRound();
      await workJobs.planDue(roundPauseMs);
    }
    return instances.isRegistered() && instances.jobs.isRunning();
  }

  function logFailure(error: unknown, work: string): void {
    logger.error({ err: error, work }, "background work failed; trying again in the next round");
  }

  return {
    async start() {
      if (isStarted) return;
      await instances.join();
      await instances.jobs.start(runJob);
      isStarted = true;
      rounds.start();
    },
    // The storage plans due work itself, in the commit that makes it due.
    wake() {},
    async runDue() {
      await instances.join();
      await runUntilNothingIsDue([deliveries, ...works].map((work) => () => workJobs.runDue(work)));
      await instances.recordRun();
    },
    brokenSince: rounds.brokenSince,
    async stop() {
      isStopped = true;
      workJobs.end();
      // Before the jobs in progress end, which may take long: what is claimed until then would have to be sent as well.
      deliveries.stopClaiming();
      await rounds.stop();
      // Otherwise nobody plans due work until the jobs in progress have ended. A lost connection has released the lock already.
      await instances.resign().catch(() => undefined);
      await instances.jobs.stop();
      await Promise.all([deliveries, ...works].map((work) => work.stop?.()));
      await instances.leave();
    },
  };
}
