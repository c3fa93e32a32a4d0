// Tests that a restart does not change the schedule, and that no lease is shorter than its send
// (spec/rules.md#delivery-rules, 3 and 4; decisions: claims).
import { afterEach, beforeEach, expect, test } from "vitest";
import { createGate } from "../gate.js";
import { type DeliveryHarness, openDeliveryHarness, responded } from "./delivery-harness.js";

let harness: DeliveryHarness;
beforeEach(async () => {
  harness = await openDeliveryHarness({ seed: "restarts" });
  await harness.addStore();
});
afterEach(() => harness.storage.close());

const day = 86_400_000;

test("across six restarts at random times no attempt is lost and none is made twice", async () => {
  harness.respond = () => responded(500);
  await harness.addDelivery("d1");
  const restarts = Array.from(
    { length: 6 },
    () => harness.clock.time + Math.floor(harness.random() * 5 * day),
  ).toSorted((a, b) => a - b);
  let work = harness.createWork();
  const lateness: number[] = [];
  for (let step = 0; step < 100; step += 1) {
    const due = (await harness.find("d1")).nextAttemptAt;
    if (due === undefined) break;
    const restartAt = restarts[0];
    if (restartAt !== undefined && restartAt <= due) {
      restarts.shift();
      harness.clock.time = Math.max(harness.clock.time, restartAt);
      await work.stop();
      // Down for an hour: attempts that fell due in between are late.
      harness.clock.time += 3_600_000;
      work = harness.createWork();
    } else {
      harness.clock.time = Math.max(harness.clock.time, (await work.nextDue()) ?? due);
    }
    const before = harness.requests.length;
    await work.runDue();
    if (due <= harness.clock.time) {
      expect(harness.requests).toHaveLength(before + 1);
      lateness.push(harness.clock.time - due);
    }
  }
  expect(restarts).toEqual([]);
  expect(await harness.find("d1")).toMatchObject({ state: "exhausted", scheduledCount: 12, attemptCount: 12 });
  expect(harness.requests).toHaveLength(12);
  expect(lateness).toHaveLength(12);
  // On time, but for the hours in which no engine ran.
  for (const late of lateness) expect(late).toBeLessThanOrEqual(3_600_000);
  expect(lateness.filter((late) => late === 0).length).toBeGreaterThanOrEqual(6);
});

test("a result is recorded after a brief database error while a stop waits for other work", async () => {
  let failures = 0;
  const storage = new Proxy(harness.storage, {
    get: (target, name) => (name === "write" && failures > 0 ? failOnce : Reflect.get(target, name, target)),
  });
  async function failOnce(): Promise<never> {
    failures -= 1;
    throw new Error("the database is restarting");
  }
  // The last attempt: its result is written in a unit of work on both storages.
  await harness.addDelivery("d1", { scheduledCount: 11, attemptCount: 11 });
  const work = harness.createWork({ storage, recordRetryDelayMs: 1 });
  const gate = createGate();
  harness.respond = async () => {
    await gate.passed;
    return responded(500);
  };
  await harness.startDue(work);
  await expect.poll(() => harness.requests.length).toBe(1);
  work.stopClaiming();
  // The batch, and the result by itself.
  failures = 2;
  gate.open();
  await expect.poll(async () => (await harness.find("d1")).state, { timeout: 3000 }).toBe("exhausted");
  expect(failures).toBe(0);
  await work.stop();
});

test.each([
  ["queue", 0, 30_000, 30_000],
  ["queue", 0, 60_000, 60_000],
  ["queue", 11, 100, 100],
  ["legacy", 0, 30_000, 30_000],
  ["legacy", 1, 30_000, 45_000],
  ["legacy", 2, 30_000, 60_000],
] as const)(
  "on the %s path after %i failures a lease outlives its send (%i ms configured, %i ms granted) by 15 s",
  async (path, scheduledCount, timeoutMs, grantedMs) => {
    await harness.addDelivery("d1", { path, scheduledCount, attemptCount: scheduledCount });
    const leases: (number | undefined)[] = [];
    harness.respond = async () => {
      leases.push((await harness.find("d1")).claim?.leaseUntil);
      return responded(200);
    };
    await harness.createWork({ timeoutMs }).runDue();
    expect(harness.requests.map((request) => request.timeoutMs)).toEqual([grantedMs]);
    expect(leases).toEqual([harness.clock.time + grantedMs + 15_000]);
  },
);

test.each([0, -1, 60_001, Number.NaN, Number.POSITIVE_INFINITY])(
  "refuses to start with a timeout of %d ms",
  (timeoutMs) => {
    expect(() => harness.createWork({ timeoutMs })).toThrow(/timeoutMs must be between 1 and 60000/);
  },
);
