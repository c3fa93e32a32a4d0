// Tests manual sends (spec/rules.md#delivery-rules, 5).
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, openBench, responded } from "./delivery-bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await bench.addStore();
});
afterEach(() => bench.storage.close());

test("a failed redelivery sends once, immediately, and leaves the schedule unchanged", async () => {
  await bench.addDelivery("d1");
  bench.respond = () => responded(500);
  const work = bench.createWork();
  await work.runDue();
  const before = await bench.find("d1");
  bench.clock.time += 5000;
  await bench.redeliver("d1");
  await work.runDue();
  const after = await bench.find("d1");
  expect(bench.requests.map(({ headers }) => headers["X-Service-Attempt"])).toEqual(["1", "2"]);
  expect(after).toMatchObject({
    state: "pending",
    nextAttemptAt: before.nextAttemptAt,
    scheduledCount: 1,
    attemptCount: 2,
  });
  expect((await bench.attempts("d1")).map(({ isManual }) => isManual)).toEqual([false, true]);
});

test("redeliveries do not use up the twelve attempts", async () => {
  await bench.addDelivery("d1");
  bench.respond = () => responded(500);
  const work = bench.createWork();
  await work.runDue();
  for (let count = 0; count < 20; count += 1) {
    await bench.redeliver("d1");
    await work.runDue();
  }
  await bench.runToEnd(work);
  const attempts = await bench.attempts("d1");
  expect(attempts.filter(({ isManual }) => isManual)).toHaveLength(20);
  expect(attempts.filter(({ isManual }) => !isManual)).toHaveLength(12);
  expect(new Set(bench.requests.map(({ headers }) => headers["X-Service-Delivery"]))).toEqual(new Set(["d1"]));
  expect(await bench.dueMails()).toHaveLength(1);
});

test.each([
  ["delivered", 200],
  ["dead", 410],
  ["exhausted", 500],
] as const)(
  "a delivery that is %s can be redelivered any number of times, and ends as delivered",
  async (state, status) => {
    await bench.addDelivery("d1");
    bench.respond = () => responded(status);
    const work = bench.createWork();
    await bench.runToEnd(work);
    expect(await bench.find("d1")).toMatchObject({ state });
    bench.respond = () => responded(404);
    await bench.redeliver("d1");
    await work.runDue();
    expect(await bench.find("d1")).toMatchObject({ state });
    bench.respond = () => responded(204);
    for (let count = 0; count < 3; count += 1) {
      const before = bench.requests.length;
      await bench.redeliver("d1");
      await work.runDue();
      expect(bench.requests).toHaveLength(before + 1);
    }
    expect(await bench.find("d1")).toMatchObject({ state: "delivered", nextAttemptAt: undefined });
    expect(await bench.dueMails()).toHaveLength(status === 200 ? 0 : 1);
  },
);

test("a redelivery that is requested during a send follows it", async () => {
  await bench.addDelivery("d1");
  bench.respond = async () => {
    if (bench.requests.length === 1) await bench.redeliver("d1");
    return responded(500);
  };
  const work = bench.createWork();
  await work.runDue();
  expect(bench.requests).toHaveLength(2);
  expect(await bench.find("d1")).toMatchObject({ scheduledCount: 1, attemptCount: 2, manualSendAt: undefined });
});

test("a redelivery as new has another id, the same bytes and its own schedule, and names the first delivery", async () => {
  const first = await bench.addDelivery("d1", { state: "exhausted", nextAttemptAt: undefined, finishedAt: 1 });
  const copy = await bench.redeliver("d1", { asNew: true });
  expect(copy).toMatchObject({ redeliveryOf: "d1", trigger: "redelivery", state: "pending", attemptCount: 0 });
  expect(copy.deliveryId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await bench.createWork().runDue();
  expect(bench.requests.map(({ headers }) => headers["X-Service-Delivery"])).toEqual([copy.deliveryId]);
  expect(Buffer.from(bench.requests[0]?.body ?? []).equals(first.body)).toBe(true);
  expect(await bench.find("d1")).toMatchObject({ state: "exhausted" });
});

test.each([
  ["without a webhook URL", { webhookUrl: undefined }],
  ["disabled", { disabledAt: 1 }],
  ["deleted", { deletedAt: 1 }],
])("a store that is %s refuses redelivery", async (_state, change) => {
  await bench.addDelivery("d1");
  await bench.changeStore("shop", change);
  await expect(bench.redeliver("d1")).rejects.toMatchObject({ code: "NOT_REDELIVERABLE" });
});

test("redelivery of an unknown delivery is refused", async () => {
  await expect(bench.redeliver("none")).rejects.toMatchObject({ code: "NOT_REDELIVERABLE" });
});
