// Tests manual sends (spec/rules.md#delivery-rules, 5).
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DeliveryHarness, openDeliveryHarness, responded } from "./delivery-harness.js";

let harness: DeliveryHarness;
beforeEach(async () => {
  harness = await openDeliveryHarness();
  await harness.addStore();
});
afterEach(() => harness.storage.close());

test("a failed redelivery sends once, immediately, and leaves the schedule unchanged", async () => {
  await harness.addDelivery("d1");
  harness.respond = () => responded(500);
  const work = harness.createWork();
  await work.runDue();
  const before = await harness.find("d1");
  harness.clock.time += 5000;
  await harness.redeliver("d1");
  await work.runDue();
  const after = await harness.find("d1");
  expect(harness.requests.map(({ headers }) => headers["X-Service-Attempt"])).toEqual(["1", "2"]);
  expect(after).toMatchObject({
    state: "pending",
    nextAttemptAt: before.nextAttemptAt,
    scheduledCount: 1,
    attemptCount: 2,
  });
  expect((await harness.attempts("d1")).map(({ isManual }) => isManual)).toEqual([false, true]);
});

test("a failed redelivery of a dead delivery queues no mail, and wakes no sender of mails", async () => {
  await harness.addDelivery("d1");
  harness.respond = () => responded(410);
  let failedCount = 0;
  const work = harness.createWork({ onFailed: () => (failedCount += 1) });
  await work.runDue();
  expect(failedCount).toBe(1);
  await harness.redeliver("d1");
  await work.runDue();
  expect(harness.requests).toHaveLength(2);
  expect([failedCount, (await harness.dueMails()).length]).toEqual([1, 1]);
});

test("redeliveries do not use up the twelve attempts", async () => {
  await harness.addDelivery("d1");
  harness.respond = () => responded(500);
  const work = harness.createWork();
  await work.runDue();
  for (let count = 0; count < 20; count += 1) {
    await harness.redeliver("d1");
    await work.runDue();
  }
  await harness.runToEnd(work);
  const attempts = await harness.attempts("d1");
  expect(attempts.filter(({ isManual }) => isManual)).toHaveLength(20);
  expect(attempts.filter(({ isManual }) => !isManual)).toHaveLength(12);
  expect(new Set(harness.requests.map(({ headers }) => headers["X-Service-Delivery"]))).toEqual(new Set(["d1"]));
  expect(await harness.dueMails()).toHaveLength(1);
});

test.each([
  ["delivered", 200],
  ["dead", 410],
  ["exhausted", 500],
] as const)(
  "a delivery that is %s can be redelivered any number of times, and ends as delivered",
  async (state, status) => {
    await harness.addDelivery("d1");
    harness.respond = () => responded(status);
    const work = harness.createWork();
    await harness.runToEnd(work);
    expect(await harness.find("d1")).toMatchObject({ state });
    harness.respond = () => responded(404);
    await harness.redeliver("d1");
    await work.runDue();
    expect(await harness.find("d1")).toMatchObject({ state });
    harness.respond = () => responded(204);
    for (let count = 0; count < 3; count += 1) {
      const before = harness.requests.length;
      await harness.redeliver("d1");
      await work.runDue();
      expect(harness.requests).toHaveLength(before + 1);
    }
    expect(await harness.find("d1")).toMatchObject({ state: "delivered", nextAttemptAt: undefined });
    expect(await harness.dueMails()).toHaveLength(status === 200 ? 0 : 1);
  },
);

test("a redelivery that is requested during a send follows it", async () => {
  await harness.addDelivery("d1");
  harness.respond = async () => {
    if (harness.requests.length === 1) await harness.redeliver("d1");
    return responded(500);
  };
  const work = harness.createWork();
  await work.runDue();
  expect(harness.requests).toHaveLength(2);
  expect(await harness.find("d1")).toMatchObject({ scheduledCount: 1, attemptCount: 2, manualSendAt: undefined });
});

test("a redelivery as new has another id, the same bytes and its own schedule, and names the first delivery", async () => {
  const first = await harness.addDelivery("d1", { state: "exhausted", nextAttemptAt: undefined, finishedAt: 1 });
  const copy = await harness.redeliver("d1", { asNew: true });
  expect(copy).toMatchObject({ redeliveryOf: "d1", trigger: "redelivery", state: "pending", attemptCount: 0 });
  expect(copy.deliveryId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await harness.createWork().runDue();
  expect(harness.requests.map(({ headers }) => headers["X-Service-Delivery"])).toEqual([copy.deliveryId]);
  expect(Buffer.from(harness.requests[0]?.body ?? []).equals(first.body)).toBe(true);
  expect(await harness.find("d1")).toMatchObject({ state: "exhausted" });
});

test.each([
  ["without a webhook URL", { webhookUrl: undefined }],
  ["disabled", { disabledAt: 1 }],
  ["deleted", { deletedAt: 1 }],
])("a store that is %s refuses redelivery", async (_state, change) => {
  await harness.addDelivery("d1");
  await harness.changeStore("shop", change);
  await expect(harness.redeliver("d1")).rejects.toMatchObject({ code: "NOT_REDELIVERABLE" });
});

test("redelivery of an unknown delivery is refused", async () => {
  await expect(harness.redeliver("none")).rejects.toMatchObject({ code: "NOT_REDELIVERABLE" });
});
