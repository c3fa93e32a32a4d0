// The scheduler when several instances share the storage: jobs decide which instance does what, and when. Once a second the leading
// instance looks for due work without a job, so that a lost job or notification costs no more than that.
import type { Clock, Logger } from "../domain/clock.js";
import type { Instances, Job } from "../storage/port/instances.js";
import type { DeliveriesWork } from "./deliveries-work.js";
import type { DueWork } from "./due-work.js";
import { createRunTurns, type RunTurns } from "./run-turns.js";
import { runUntilNothingIsDue, type Scheduler } from "./scheduler.js";
import type { SharedDeliveries } from "./shared-deliveries.js";

export interface SharedSchedulerDependencies {
  clock: Clock;
  logger: Logger;
  instances: Instances;
  deliveries: DeliveriesWork;
  shared: SharedDeliveries;
  /** All works but the deliveries. */
  works: readonly DueWork[];
}

/** The pause between two rounds. */
const lookEveryMs = 1000;
/** A look takes milliseconds; one that takes longer than this hangs. */
const lookPatienceMs = 60_000;
/** Clocks drift slowly, so the offset is measured only every so many rounds. */
const measureEveryLooks = 30;
/** Delay when something is due that cannot be done yet. */
const blockedDelayMs = 200;

export function createSharedScheduler({
  clock,
  logger,
  instances,
  deliveries,
  shared,
  works,
}: SharedSchedulerDependencies): Scheduler {
  const planned = works.filter((work) => work.runAnyway === undefined);
  const timed = works.filter((work) => work.runAnyway !== undefined).map(({ name }) => name);
  let running: Promise<void> | undefined;
  let isStopped = false;
  let lookCount = 0;
  let rouse = (): void => undefined;
  const turns = new Map<DueWork, RunTurns>();
  let brokenSince: number | undefined;

  async function handle({ task, subject }: Job): Promise<void> {
    if (isStopped) return;
    try {
      if (task === "deliver") return await shared.serve(subject);
      const work = works.find(({ name }) => name === subject);
      if (work !== undefined) await runWork(work);
    } catch (error) {
      // Not reported to the queue: the leading instance plans it again in its next round.
      report(error, subject);
    }
  }

  async function runWork(work: DueWork): Promise<void> {
    const { runAnyway } = work;
    if (runAnyway !== undefined) return void (await turnsOf(work).inTurn(runAnyway));
    while (!isStopped && (await (work.startDue ?? (() => runDue(work)))()) > 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const next = await work.nextDue();
    if (next !== undefined) await plan(work.name, Math.max(blockedDelayMs, next - clock.now()));
  }

  /** Works without `startDue` never run twice at once. */
  function runDue(work: DueWork): Promise<number> {
    return work.startDue ? work.runDue() : turnsOf(work).inTurn(() => work.runDue());
  }

  function turnsOf(work: DueWork): RunTurns {
    const kept = turns.get(work) ?? createRunTurns();
    turns.set(work, kept);
    return kept;
  }

  function plan(subject: string, delayMs: number): Promise<void> {
    return instances.jobs.plan([{ task: "work", subject, delayMs }]);
  }

  async function look(): Promise<void> {
    if (lookCount++ % measureEveryLooks === 0) await instances.time.measure();
    await deliveries.adjustToClock();
    await shared.look();
    if (!(await instances.leads())) return;
    await shared.lead();
    for (const work of planned) {
      const next = await work.nextDue();
      const delayMs = next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, next - clock.now());
      if (delayMs <= lookEveryMs) await plan(work.name, delayMs);
    }
  }

  function report(error: unknown, work: string): void {
    logger.error({ err: error, work }, "background work failed; trying again at the next look");
  }

  /** Notes whether this instance can do its part: a look that ended, a connection by which others see it, and a runner that takes jobs. */
  async function lookAndNote(): Promise<void> {
    const noteBroken = () => {
      brokenSince ??= clock.now();
    };
    // By a timer and not by the clock, which may jump during a round.
    const late = setTimeout(noteBroken, lookPatienceMs);
    try {
      await look();
      if (instances.isSeen() && instances.jobs.isRunning()) brokenSince = undefined;
      else noteBroken();
    } catch (error) {
      noteBroken();
      report(error, "look");
    } finally {
      clearTimeout(late);
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!isStopped) {
      await lookAndNote();
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    async start() {
      if (running !== undefined) return;
      await instances.join();
      await instances.jobs.start(handle, timed);
      running = lookAgainAndAgain();
    },
    // The storage plans due work itself, in the commit that makes it due.
    wake() {},
    async runDue() {
      await instances.join();
      await runUntilNothingIsDue([deliveries, ...works].map((work) => () => runDue(work)));
      await instances.recordRun();
    },
    brokenSince: () => brokenSince,
    async stop() {
      isStopped = true;
      rouse();
      await running;
      await instances.jobs.stop();
      await Promise.all([deliveries, ...works].map((work) => work.stop?.()));
      await instances.leave();
    },
  };
}
