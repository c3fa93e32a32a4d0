// Background work as jobs: slow work occupies one job of an instance.
import { expect, test, vi } from "vitest";
import { createWorkJobs } from "../../src/background/work-jobs.js";
import { createGate } from "../gate.js";

test("a second job of work in progress returns at once, and the first one then runs the work again", async () => {
  const gate = createGate();
  let runs = 0;
  const planned: string[] = [];
  const work = {
    name: "mails",
    async runDue() {
      runs += 1;
      await gate.passed;
      return 0;
    },
    nextDue: async () => 0,
  };
  const plan = async (jobs: readonly { subject: string }[]) => void planned.push(...jobs.map(({ subject }) => subject));
  const jobs = createWorkJobs({ clock: { now: () => 0 }, jobs: { plan } }, [work]);
  let isFirstDone = false;
  const first = jobs.run("mails").then(() => {
    isFirstDone = true;
  });
  await Promise.race([jobs.run("mails"), first]);
  expect([runs, isFirstDone, planned]).toEqual([1, false, []]);
  gate.open();
  await first;
  expect([runs, planned]).toEqual([2, ["mails"]]);
  await jobs.run("mails");
  expect(runs).toBe(3);
});

test("work without due times is repeated at its own interval, and runs with each of its jobs", async () => {
  let runs = 0;
  const work = {
    name: "half_hourly",
    runDue: async () => 0,
    nextDue: async () => undefined,
    periodic: { everyMs: 1_800_000, run: async () => ++runs },
  };
  const plan = vi.fn(async () => undefined);
  const jobs = createWorkJobs({ clock: { now: () => 0 }, jobs: { plan } }, [work]);
  await jobs.planDue(1000);
  const planned = [{ task: "work", subject: "half_hourly", delayMs: 1_800_000 }];
  expect(plan.mock.calls).toEqual([[planned, { unlessRunning: true }]]);
  await jobs.run("half_hourly");
  await jobs.run("half_hourly");
  expect(runs).toBe(2);
});
