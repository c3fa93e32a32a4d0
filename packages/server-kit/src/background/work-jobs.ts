// Background work as jobs that several instances share: a job processes the due items of one kind, and plans the next job.
import type { Clock } from "../domain/clock.js";
import type { Jobs } from "../storage/port/instances.js";
import type { DueWork } from "./due-work.js";
import { createSerialQueue, type SerialQueue } from "./serial-queue.js";

export interface WorkJobs {
  /** The job of one kind of work: processes everything that is due, and plans the next job. Returns at once while another one is in progress here. */
  run(name: string): Promise<void>;
  /** Processes the items due now and waits for completion; returns how many it processed. */
  runDue(work: DueWork): Promise<number>;
  /** Plans a job for each kind of work with something due within this time; for one without due times, after its interval. */
  planDue(withinMs: number): Promise<void>;
  /** Jobs in progress end after their current step. */
  end(): void;
}

/** Delay while something is due that cannot be processed yet. */
const blockedDelayMs = 200;

export function createWorkJobs(
  { clock, jobs }: { clock: Clock; jobs: Pick<Jobs, "plan"> },
  works: readonly DueWork[],
): WorkJobs {
  const planned = works.filter(({ periodic }) => periodic === undefined);
  const periodic = works.flatMap(({ name, periodic }) =>
    periodic === undefined ? [] : [{ task: "work" as const, subject: name, delayMs: periodic.everyMs }],
  );
  const queues = new Map<DueWork, SerialQueue>();
  let isEnded = false;
  const runWhileWanted = createRunsWhileWanted(() => !isEnded);

  function queueOf(work: DueWork): SerialQueue {
    const queue = queues.get(work) ?? createSerialQueue();
    queues.set(work, queue);
    return queue;
  }

  /** Works without `startDue` never run concurrently with themselves. */
  function runDue(work: DueWork): Promise<number> {
    return work.startDue ? work.runDue() : queueOf(work).run(() => work.runDue());
  }

  async function runAll(work: DueWork): Promise<void> {
    while (!isEnded && (await (work.startDue ?? (() => runDue(work)))()) > 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    runDue,
    async run(name) {
      const work = works.find((own) => own.name === name);
      if (work === undefined) return;
      const run = work.periodic?.run;
      if (run !== undefined) return void (await runWhileWanted(work, () => queueOf(work).run(run)));
      if (!(await runWhileWanted(work, () => runAll(work)))) return;
      const next = await work.nextDue();
      if (next === undefined) return;
      await jobs.plan([{ task: "work", subject: name, delayMs: Math.max(blockedDelayMs, next - clock.now()) }]);
    },
    async planDue(withinMs) {
      for (const work of planned) {
        const next = await work.nextDue();
        const delayMs = next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, next - clock.now());
        if (delayMs > withinMs) continue;
        // A job in progress plans the next one when it ends; where it fails, the first check after it does.
        await jobs.plan([{ task: "work", subject: work.name, delayMs }], { unlessRunning: true });
      }
      // A job that is planned keeps its time. By the database's clock: that of one instance may be wrong.
      await jobs.plan(periodic, { unlessRunning: true });
    },
    end() {
      isEnded = true;
    },
  };
}

/**
 * Returns a function that runs the work, and once more for jobs that come meanwhile; for those it resolves with false at once. If each job
 * waited for the one before, slow work would occupy all jobs of this instance.
 */
function createRunsWhileWanted(mayRepeat: () => boolean) {
  const inProgress = new Set<DueWork>();
  /** Works in progress for which another job came. */
  const wantedAgain = new Set<DueWork>();

  return async (work: DueWork, run: () => Promise<unknown>): Promise<boolean> => {
    if (inProgress.has(work)) {
      wantedAgain.add(work);
      return false;
    }
    inProgress.add(work);
    try {
      do {
        wantedAgain.delete(work);
        await run();
      } while (mayRepeat() && wantedAgain.has(work));
      return true;
    } finally {
      inProgress.delete(work);
    }
  };
}
