// Tests that failed deliveries of an outage are sent again by one job.
import { afterEach, beforeEach, expect, test } from "vitest";
import { redeliverMany } from "../../src/flows/redeliver-many.js";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.js";

let harness: DeliveryHarness;
beforeEach(async () => {
  harness = await openDeliveryHarness();
  await harness.addStore();
});
afterEach(() => harness.storage.close());

test("O13: 300 exhausted deliveries of an outage are sent again in one job, and a dry run only counts them", async () => {
  const ended = { state: "exhausted", finishedAt: harness.clock.time, nextAttemptAt: undefined } as const;
  for (let index = 0; index < 300; index += 1) await harness.addDelivery(`d${index}`, ended);
  await harness.addStore("closed", { disabledAt: harness.clock.time });
  await harness.addDelivery("closed", { ...ended, merchantId: "closed" });
  const dependencies = { ...harness, wake: () => undefined };
  expect(await redeliverMany(dependencies, { dryRun: true })).toEqual({ count: 300 });
  const work = harness.createWork();
  await work.runDue();
  expect(harness.requests).toHaveLength(0);
  expect(await redeliverMany(dependencies, { states: ["dead"] })).toEqual({ count: 0 });
  const progress: number[] = [];
  const onProgress = (count: number) => void progress.push(count);
  expect(await redeliverMany(dependencies, { states: ["exhausted"], onProgress })).toEqual({ count: 300 });
  expect(progress).toHaveLength(4);
  await work.runDue();
  expect(new Set(harness.requests.map(({ headers }) => headers["X-Service-Delivery"])).size).toBe(300);
  expect(await harness.find("d299")).toMatchObject({ state: "delivered" });
  expect(await harness.find("closed")).toMatchObject({ state: "exhausted" });
});
