// The scheduler of instances that share a storage: a requested run waits for the work that a job has just started.
import { expect, test } from "vitest";
import type { DeliveriesWork } from "../../src/background/deliveries-work.js";
import { createSharedScheduler } from "../../src/background/shared-scheduler.js";
import type { Instances, StartedJob } from "../../src/storage/port/instances.js";
import { createGate } from "../gate.js";
import { silentLogger } from "../silent-logger.js";

test("runDue waits for a job that is doing the same work, and never runs it twice at once", async () => {
  let begin: (job: StartedJob) => Promise<void> = async () => undefined;
  // It has everything that the scheduler calls here; anything else would throw.
  const instances = {
    join: async () => undefined,
    isLeader: async () => false,
    resign: async () => undefined,
    isRegistered: () => true,
    time: { measure: async () => undefined },
    jobs: {
      async start(handle: typeof begin) {
        begin = handle;
      },
      stop: async () => undefined,
      plan: async () => undefined,
      isRunning: () => true,
    },
    leave: async () => undefined,
    recordRun: async () => undefined,
  } as unknown as Instances;
  const deliveries = {
    runDue: async () => 0,
    adjustToClock: async () => undefined,
    stopClaiming() {},
  } as unknown as DeliveriesWork;
  let running = 0;
  let most = 0;
  const gate = createGate();
  const sent: string[] = [];
  const mails = {
    name: "mails",
    async runDue() {
      running += 1;
      most = Math.max(most, running);
      if (sent.length === 0) {
        await gate.passed;
        sent.push("mail");
      }
      running -= 1;
      return 0;
    },
    nextDue: async () => undefined,
  };
  const scheduler = createSharedScheduler({
    clock: { now: () => 0 },
    logger: silentLogger,
    instances,
    deliveries,
    shared: { runRound: async () => undefined } as never,
    works: [mails],
  });
  await scheduler.start();
  const job = begin({ task: "work", subject: "mails", latenessMs: 0 });
  let isDone = false;
  const requestedRun = scheduler.runDue().then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([isDone, running]).toEqual([false, 1]);
  gate.open();
  await Promise.all([job, requestedRun]);
  expect([sent, most]).toEqual([["mail"], 1]);
  await scheduler.stop();
});
