// The scheduler: independent loops, short timers, an injected clock, a stop that waits for running work.
import { expect, test, vi } from "vitest";
import type { DueWork } from "../../src/background/due-work.js";
import { createScheduler } from "../../src/background/scheduler.js";
import { createGate } from "../gate.js";
import { silentLogger } from "../silent-logger.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const until = async (condition: () => boolean) => {
  for (const end = performance.now() + 30_000; !condition() && performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(condition()).toBe(true);
};

/** Work that is due at each of these times. */
function plannedWork(clock: { now(): number }, moments: number[], name = "planned"): DueWork & { done: number[] } {
  const done: number[] = [];
  return {
    name,
    done,
    async runDue() {
      const due = moments.filter((moment) => moment <= clock.now());
      for (const moment of due) moments.splice(moments.indexOf(moment), 1);
      done.push(...due);
      return due.length;
    },
    nextDue: async () => (moments.length === 0 ? undefined : Math.min(...moments)),
  };
}

test("runDue runs what is due now, follow-ups of other works at the same instant included, and nothing later", async () => {
  const clock = { time: 100, now: () => clock.time };
  const second: number[] = [];
  const followUp = plannedWork(clock, second, "second");
  const first = plannedWork(clock, [50, 100, 101], "first");
  const works: DueWork[] = [
    followUp,
    {
      ...first,
      async runDue() {
        const count = await first.runDue();
        if (count > 0) second.push(100);
        return count;
      },
    },
  ];
  await createScheduler({ clock, works, logger: silentLogger }).runDue();
  expect(first.done).toEqual([50, 100]);
  expect(followUp.done).toEqual([100]);
});

test("the background follows the injected clock, also when it jumps", async () => {
  const clock = { time: 0, now: () => clock.time };
  const work = plannedWork(clock, [1000, 86_400_000]);
  const scheduler = createScheduler({ clock, works: [work], logger: silentLogger, maxSleepMs: 5 });
  scheduler.start();
  await turn();
  await turn();
  expect(work.done).toEqual([]);
  clock.time = 1000;
  await until(() => work.done.length === 1);
  clock.time = -5_000_000;
  await turn();
  clock.time = 10 * 86_400_000;
  await until(() => work.done.length === 2);
  await scheduler.stop();
});

test("due work far in the future never arms a long timer", async () => {
  const clock = { now: () => 0 };
  const timers = vi.spyOn(globalThis, "setTimeout");
  const work = plannedWork(clock, [2 ** 40]);
  const scheduler = createScheduler({ clock, works: [work], logger: silentLogger, maxSleepMs: 10 ** 9 });
  scheduler.start();
  await turn();
  await turn();
  await scheduler.stop();
  const delaysMs = timers.mock.calls.map(([, delayMs]) => delayMs ?? 0);
  timers.mockRestore();
  expect(delaysMs.length).toBeGreaterThan(0);
  expect(Math.max(...delaysMs)).toBeLessThanOrEqual(60_000);
});

test("work that throws is logged, retried, and delays no other", async () => {
  const clock = { time: 0, now: () => clock.time };
  const errors: string[] = [];
  let calls = 0;
  const broken: DueWork = {
    name: "broken",
    runDue: async () => {
      calls += 1;
      throw new Error("no database");
    },
    nextDue: async () => undefined,
  };
  const work = plannedWork(clock, [0]);
  const logger = { ...silentLogger, error: (_fields: object, message: string) => errors.push(message) };
  const scheduler = createScheduler({ clock, works: [broken, work], logger, maxSleepMs: 2 });
  scheduler.start();
  await until(() => calls >= 3 && work.done.length === 1);
  await scheduler.stop();
  expect(errors.length).toBeGreaterThanOrEqual(3);
  await expect(createScheduler({ clock, works: [broken, work], logger }).runDue()).rejects.toThrow("no database");
});

test("slow work delays no other", async () => {
  const clock = { time: 0, now: () => clock.time };
  const gate = createGate<number>();
  const slow: DueWork = {
    name: "slow",
    runDue: () => gate.passed,
    nextDue: async () => undefined,
  };
  const moments = [0];
  const work = plannedWork(clock, moments);
  const scheduler = createScheduler({ clock, works: [slow, work], logger: silentLogger, maxSleepMs: 1000 });
  scheduler.start();
  await until(() => work.done.length === 1);
  moments.push(0);
  scheduler.wake("planned");
  await until(() => work.done.length === 2);
  let isStopped = false;
  const stopping = scheduler.stop().then(() => (isStopped = true));
  await turn();
  expect(isStopped).toBe(false);
  gate.open(0);
  await stopping;
});

test("many wake-ups in one turn of the event loop cause one run", async () => {
  let runs = 0;
  const work: DueWork = {
    name: "w",
    runDue: async () => {
      runs += 1;
      return 0;
    },
    nextDue: async () => undefined,
  };
  const scheduler = createScheduler({
    clock: { now: () => 0 },
    works: [work],
    logger: silentLogger,
    maxSleepMs: 60_000,
  });
  scheduler.start();
  await until(() => runs === 1);
  for (let index = 0; index < 1000; index += 1) scheduler.wake();
  await until(() => runs === 2);
  await turn();
  await turn();
  expect(runs).toBe(2);
  await scheduler.stop();
});

test("work without `startDue` never runs twice at once", async () => {
  let running = 0;
  let most = 0;
  const work: DueWork = {
    name: "w",
    async runDue() {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      return 0;
    },
    nextDue: async () => undefined,
  };
  const scheduler = createScheduler({ clock: { now: () => 0 }, works: [work], logger: silentLogger, maxSleepMs: 1 });
  scheduler.start();
  await Promise.all(Array.from({ length: 20 }, () => scheduler.runDue()));
  await scheduler.stop();
  expect(most).toBe(1);
});

test("the lateness of a planned run is measured", async () => {
  const clock = { now: () => performance.now() };
  const observed: { name: string; ms: number }[] = [];
  const work = plannedWork(clock, [clock.now() + 20]);
  const scheduler = createScheduler({
    clock,
    works: [work],
    logger: silentLogger,
    onLateness: (name, ms) => observed.push({ name, ms }),
  });
  scheduler.start();
  await until(() => work.done.length === 1);
  await scheduler.stop();
  expect(observed.length).toBeGreaterThanOrEqual(1);
  expect(observed.every(({ name, ms }) => name === "planned" && ms >= 0)).toBe(true);
});
