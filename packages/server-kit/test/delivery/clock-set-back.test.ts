// Tests a clock that is set back, is corrected, or both across a restart: pending deliveries keep their
// remaining wait, nothing is sent early, and absolute times do not change.
import { afterEach, describe, expect, test } from "vitest";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import { memoryStorage } from "../../src/storage/memory/memory-storage.js";
import { createGate } from "../gate.js";
import { silentLogger } from "../silent-logger.js";
import { bareAttempt, sampleMail } from "../storage/conformance/sample-records.js";
import { freshStorage, storageName } from "../storages.js";
import { type DeliveryHarness, openDeliveryHarness, responded } from "./delivery-harness.js";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

let harness: DeliveryHarness;
afterEach(() => harness.storage.close());

const storages = [
  ["memory", () => memoryStorage()],
  [storageName, () => freshStorage()],
] as const;

describe.each(storages)("on %s", (_name, createStorage) => {
  const open = async () => {
    harness = await openDeliveryHarness({ storage: createStorage() });
    await harness.addStore();
    return harness;
  };
  const waitOf = async (id: string) => ((await harness.find(id)).nextAttemptAt ?? Number.NaN) - harness.clock.time;

  test.each([
    ["two hours", 2 * hour],
    ["ten days", 10 * day],
    ["three seconds", 3 * second],
  ])("a clock that goes back by %s changes no remaining wait, on each step of the schedule", async (_what, backMs) => {
    await open();
    await harness.addDelivery("d1");
    harness.respond = () => responded(500);
    const work = harness.createWork();
    await work.runDue();
    for (let sends = 1; sends < 12; sends += 1) {
      expect(harness.requests).toHaveLength(sends);
      const wait = await waitOf("d1");
      // Half of the wait passes, then the clock is set back.
      harness.clock.time += Math.floor(wait / 2);
      await work.runDue();
      harness.clock.time -= backMs;
      await work.runDue();
      const remaining = await waitOf("d1");
      expect(remaining).toBe(wait - Math.floor(wait / 2));
      harness.clock.time += remaining - 1;
      await work.runDue();
      expect(harness.requests).toHaveLength(sends);
      harness.clock.time += 1;
      await work.runDue();
    }
    expect(await harness.find("d1")).toMatchObject({ state: "exhausted", attemptCount: 12 });
    expect(await harness.dueMails()).toHaveLength(1);
  });

  test("a clock that was set back while no instance ran is detected at the next start", async () => {
    await open();
    await harness.addDelivery("d1");
    harness.respond = () => responded(500);
    const before = harness.createWork();
    await before.runDue();
    const wait = await waitOf("d1");
    await before.stop();
    harness.clock.time -= 2 * hour;
    const after = harness.createWork();
    await after.runDue();
    expect(harness.requests).toHaveLength(1);
    expect(await waitOf("d1")).toBe(wait);
    harness.clock.time += wait;
    await after.runDue();
    expect(harness.requests).toHaveLength(2);
  });

  test("the running background detects a clock that was set back at its next run, and sends after the rest of the wait", async () => {
    await open();
    await harness.addDelivery("d1");
    harness.respond = () => responded(500);
    const work = harness.createWork();
    const { clock } = harness;
    const scheduler = harness.createScheduler(work);
    await scheduler.start();
    const wakeAndRead = <Result>(read: () => Result) => {
      scheduler.wake();
      return read();
    };
    const polling = { timeout: 15_000 };
    await expect.poll(async () => (await harness.find("d1")).scheduledCount, polling).toBe(1);
    const wait = await waitOf("d1");
    clock.time -= 2 * hour;
    await expect.poll(() => wakeAndRead(() => waitOf("d1")), polling).toBe(wait);
    expect(harness.requests).toHaveLength(1);
    clock.time += wait;
    await expect.poll(() => wakeAndRead(() => harness.requests.length), polling).toBe(2);
    await scheduler.stop();
  });

  test("two engines that detect the same change of the clock move waiting rows once", async () => {
    await open();
    await harness.addDelivery("d1");
    harness.respond = () => responded(500);
    const [one, other] = [harness.createWork(), harness.createWork()];
    await one.runDue();
    await other.runDue();
    const wait = await waitOf("d1");
    harness.clock.time -= 2 * hour;
    await Promise.all([one.runDue(), other.runDue()]);
    expect(await waitOf("d1")).toBe(wait);
    harness.clock.time += 20 * second;
    await Promise.all([other.runDue(), one.runDue()]);
    expect(await waitOf("d1")).toBe(wait - 20 * second);
    expect(harness.requests).toHaveLength(1);
  });

  test("deliveries planned by a clock ten days ahead are replanned when the clock is corrected", async () => {
    await open();
    await harness.addDelivery("seen");
    harness.respond = () => responded(500);
    const work = harness.createWork();
    await work.runDue();
    harness.clock.time += 10 * day;
    await work.runDue();
    expect(harness.requests).toHaveLength(2);
    await harness.addDelivery("written ahead");
    harness.clock.time -= 10 * day;
    await work.runDue();
    expect(harness.requests.map(({ headers }) => headers["X-Service-Delivery"])).toEqual([
      "seen",
      "seen",
      "written ahead",
    ]);
    // The second wait is two minutes, plus or minus 20 %.
    expect(await waitOf("seen")).toBeGreaterThanOrEqual(96 * second);
    expect(await waitOf("seen")).toBeLessThanOrEqual(144 * second);
  });

  test("a webhook written by a wrong clock that no engine detected is sent at once when the clock is corrected", async () => {
    await open();
    const work = harness.createWork();
    await work.runDue();
    harness.clock.time += 10 * day;
    await harness.addDelivery("new");
    await harness.addDelivery("by hand", {
      state: "dead",
      attemptCount: 1,
      scheduledCount: 1,
      nextAttemptAt: undefined,
    });
    await harness.redeliver("by hand");
    harness.clock.time -= 10 * day;
    await work.runDue();
    expect(harness.requests.map(({ headers }) => headers["X-Service-Delivery"]).sort()).toEqual(["by hand", "new"]);
  });

  test("an instance whose clock is behind another's moves no rows", async () => {
    await open();
    await harness.addDelivery("d1");
    harness.respond = () => responded(500);
    const behind = harness.createWork();
    const ahead = harness.createWork({ clock: { now: () => harness.clock.time + minute } });
    for (const work of [behind, ahead]) await work.runDue();
    expect(harness.requests).toHaveLength(2);
    const due = (await harness.find("d1")).nextAttemptAt;
    for (const work of [behind, ahead, behind, ahead, behind]) await work.runDue();
    expect((await harness.find("d1")).nextAttemptAt).toBe(due);
  });

  test("deliveries claimed ahead are released when the clock is set back, also when another instance moved the waiting rows", async () => {
    await open();
    const releases: (() => void)[] = [];
    await harness.addDelivery("first");
    const work = harness.createWork();
    await work.runDue();
    harness.respond = () => new Promise((resolve) => releases.push(() => resolve(responded(200))));
    for (let count = 0; count < 10; count += 1) await harness.addDelivery(`d${count}`);
    await harness.startDue(work);
    while (releases.length < 4) await new Promise((resolve) => setImmediate(resolve));
    const claimed = async () =>
      (await harness.storage.read((records) => records.deliveries.listClaimed(99))).map(({ deliveryId }) => deliveryId);
    expect(await claimed()).toHaveLength(10);
    harness.clock.time -= 2 * hour;
    await harness.startDue(harness.createWork({ sender: { send: () => new Promise(() => undefined), close() {} } }));
    await harness.startDue(work);
    await expect.poll(claimed).toHaveLength(4);
    harness.respond = () => responded(200);
    for (const release of releases) release();
    await work.runDue();
    for (let count = 0; count < 10; count += 1)
      expect(await harness.find(`d${count}`)).toMatchObject({ state: "delivered", attemptCount: 1 });
  });

  test("a send in flight while the clock is set back is completed by its own engine only", async () => {
    await open();
    await harness.addDelivery("d1");
    const response = createGate<SendOutcome>();
    harness.respond = () => response.passed;
    const sending = harness.createWork();
    await harness.startDue(sending);
    while (harness.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    harness.clock.time -= 2 * hour;
    // Each engine has its own owner id in this process: the other can decide by the lease only.
    const other = harness.createWork();
    await other.runDue();
    expect((await harness.find("d1")).claim?.leaseUntil).toBe(harness.clock.time + 45 * second);
    response.open(responded(500));
    await sending.runDue();
    expect(harness.requests).toHaveLength(1);
    expect(await harness.find("d1")).toMatchObject({ state: "pending", scheduledCount: 1, claim: undefined });
    expect(await waitOf("d1")).toBeLessThanOrEqual(36 * second);
  });

  test("the send of a host that died just before the clock was set back is taken over after its lease", async () => {
    await open();
    const claim = { token: "t", owner: "elsewhere/1/boot_x", leaseUntil: harness.clock.time + 45_000, isManual: false };
    const work = harness.createWork();
    await work.runDue();
    await harness.addDelivery("d1", { state: "sending", attemptCount: 1, claim });
    harness.clock.time -= 10 * day;
    await work.runDue();
    expect(harness.requests).toHaveLength(0);
    harness.clock.time += 45_000;
    await work.runDue();
    expect(await harness.find("d1")).toMatchObject({ state: "delivered" });
  });

  test("polls of providers, mails and calls in flight are rescheduled too; published times are not", async () => {
    await open();
    const start = harness.clock.time;
    const work = harness.createWork();
    await work.runDue();
    await harness.addPayment("pay_1");
    const scope = { merchantId: "shop", environment: "live" as const, route: "r", key: "k" };
    await harness.storage.write(async (records) => {
      const poll = bareAttempt({ paymentId: "pay_1", nextPollAt: start + hour, pollCount: 5, expiresAt: start + day });
      await records.attempts.insert({ ...poll, attemptId: "polled before" });
      await records.attempts.insert({
        ...poll,
        attemptId: "opening",
        status: "opening",
        nextPollAt: undefined,
        leaseToken: "l",
        leaseUntil: start + 20 * second,
      });
      await records.mails.insert(
        sampleMail({ merchantId: "shop", nextAttemptAt: start + minute, claimedUntil: undefined, sentAt: undefined }),
      );
      await records.idempotency.put({
        ...scope,
        bodyHash: "b",
        outcome: undefined,
        runningUntil: start + 30 * second,
        expiresAt: start + day,
      });
      await records.counters.put("limit", 0, start, start + minute);
    });
    harness.clock.time -= 2 * hour;
    await work.runDue();
    const now = harness.clock.time;
    const found = await harness.storage.read(async (records) => ({
      nextPoll: await records.attempts.nextPoll(),
      session: (await records.attempts.find("polled before"))?.expiresAt,
      lease: (await records.attempts.find("opening"))?.leaseUntil,
      mail: await records.mails.nextDue(),
      running: await records.idempotency.find(scope),
      counter: await records.counters.find("limit"),
      payment: await records.payments.find("pay_1"),
    }));
    expect(found).toMatchObject({
      nextPoll: now + hour,
      session: start + day,
      lease: now + 20 * second,
      mail: now + minute,
      running: { runningUntil: now + 30 * second, expiresAt: start + day },
      counter: { updatedAt: now },
      payment: { expiresAt: start + 30 * day },
    });
  });

  test("small clock adjustments move no rows", async () => {
    await open();
    await harness.addDelivery("d1");
    harness.respond = () => responded(500);
    const work = harness.createWork();
    await work.runDue();
    const due = (await harness.find("d1")).nextAttemptAt;
    for (const step of [-900, 1200, -1000, 700, -400, 1000]) {
      harness.clock.time += step;
      await work.runDue();
    }
    expect((await harness.find("d1")).nextAttemptAt).toBe(due);
  });

  test("the log says that the clock was set back", async () => {
    await open();
    const warnings: { fields: object; message: string }[] = [];
    const logger = { ...silentLogger, warn: (fields: object, message: string) => warnings.push({ fields, message }) };
    const work = harness.createWork({ logger });
    await work.runDue();
    harness.clock.time -= 2 * hour;
    await work.runDue();
    expect(warnings).toEqual([
      { fields: { backMs: 2 * hour, moved: 0 }, message: expect.stringContaining("the clock was set back") },
    ]);
  });
});
