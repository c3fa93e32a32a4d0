// Background works as jobs: a slow work occupies one job of an instance.
import { expect, test } from "vitest";
import { createWorkJobs } from "../../src/background/work-jobs.js";
import { cronItemOf } from "../../src/storage/postgres/job-runner.js";
import { createGate } from "../gate.js";

test("a second job of a work in progress returns at once, and the first one then runs the work again", async () => {
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

test("a work without due times is repeated at its own interval, and runs with each of its jobs", async () => {
  let runs = 0;
  const work = {
    name: "half_hourly",
    runDue: async () => 0,
    nextDue: async () => undefined,
    periodic: { everyMinutes: 30 as const, run: async () => ++runs },
  };
  const jobs = createWorkJobs({ clock: { now: () => 0 }, jobs: { plan: async () => undefined } }, [work]);
  expect(jobs.periodic.map(cronItemOf)).toMatchObject([{ identifier: "half_hourly", match: "*/30 * * * *" }]);
  await jobs.run("half_hourly");
  await jobs.run("half_hourly");
  expect(runs).toBe(2);
});
