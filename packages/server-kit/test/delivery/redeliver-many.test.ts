// Tests that failed deliveries of an outage are sent again by one job.
import { afterEach, beforeEach, expect, test } from "vitest";
import { redeliverMany } from "../../src/flows/redeliver-many.js";
import { type Bench, openBench } from "./delivery-bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await bench.addStore();
});
afterEach(() => bench.storage.close());

test("O13: 300 exhausted deliveries of an outage are sent again in one job, and a dry run only counts them", async () => {
  const ended = { state: "exhausted", finishedAt: bench.clock.time, nextAttemptAt: undefined } as const;
  for (let index = 0; index < 300; index += 1) await bench.addDelivery(`d${index}`, ended);
  await bench.addStore("closed", { disabledAt: bench.clock.time });
  await bench.addDelivery("closed", { ...ended, merchantId: "closed" });
  const dependencies = { ...bench, wake: () => undefined };
  expect(await redeliverMany(dependencies, { dryRun: true })).toEqual({ count: 300 });
  const work = bench.createWork();
  await work.runDue();
  expect(bench.requests).toHaveLength(0);
  expect(await redeliverMany(dependencies, { states: ["dead"] })).toEqual({ count: 0 });
  const progress: number[] = [];
  const onProgress = (count: number) => void progress.push(count);
  expect(await redeliverMany(dependencies, { states: ["exhausted"], onProgress })).toEqual({ count: 300 });
  expect(progress).toHaveLength(4);
  await work.runDue();
  expect(new Set(bench.requests.map(({ headers }) => headers["X-Service-Delivery"])).size).toBe(300);
  expect(await bench.find("d299")).toMatchObject({ state: "delivered" });
  expect(await bench.find("closed")).toMatchObject({ state: "exhausted" });
});
