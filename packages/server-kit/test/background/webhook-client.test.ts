// When the client that sends webhooks is loaded: loading it blocks the process briefly.
import { expect, test } from "vitest";
import { memoryStorage } from "../../src/storage/memory/memory-storage.js";
import { createBench, responded } from "../delivery/delivery-bench.js";

function countPreparations() {
  const bench = createBench({ storage: memoryStorage() });
  const counted = { times: 0 };
  const work = bench.createWork({
    async prepareSender() {
      counted.times += 1;
    },
  });
  return { bench, work, counted };
}

test("the webhook client is loaded once, at the second run that has nothing to send", async () => {
  const { bench, work, counted } = countPreparations();
  await bench.storage.open();
  await bench.addStore();
  await work.startDue();
  expect(counted.times).toBe(0);
  await work.startDue();
  expect(counted.times).toBe(1);
  await work.startDue();
  expect(counted.times).toBe(1);
});

test("without a store that has a webhook URL the client is not loaded", async () => {
  const { bench, work, counted } = countPreparations();
  await bench.storage.open();
  await bench.addStore("quiet", { webhookUrl: undefined });
  for (let looks = 0; looks < 3; looks += 1) await work.startDue();
  expect(counted.times).toBe(0);
});

test("while webhooks are sent the client is not loaded by the run", async () => {
  const { bench, work, counted } = countPreparations();
  await bench.storage.open();
  await bench.addStore();
  await work.startDue();
  let respond: () => void = () => undefined;
  bench.respond = () =>
    new Promise((resolve) => {
      respond = () => resolve(responded(200));
    });
  await bench.addDelivery("d1");
  await work.startDue();
  await expect.poll(() => bench.requests.length).toBe(1);
  await work.startDue();
  expect(counted.times).toBe(0);
  respond();
  await work.stop();
});
