// When the client that sends webhooks is loaded: loading it blocks the process briefly.
import { expect, test } from "vitest";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import { memoryStorage } from "../../src/storage/memory/memory-storage.js";
import { createDeliveryHarness, responded } from "../delivery/delivery-harness.js";
import { createGate } from "../gate.js";

function countPreparations() {
  const harness = createDeliveryHarness({ storage: memoryStorage() });
  const counted = { times: 0 };
  const work = harness.createWork({
    async prepareSender() {
      counted.times += 1;
    },
  });
  return { harness, work, counted };
}

test("the webhook client is loaded once, at the second run that has nothing to send", async () => {
  const { harness, work, counted } = countPreparations();
  await harness.storage.open();
  await harness.addStore();
  await work.startDue();
  expect(counted.times).toBe(0);
  await work.startDue();
  expect(counted.times).toBe(1);
  await work.startDue();
  expect(counted.times).toBe(1);
});

test("without a store that has a webhook URL the client is not loaded", async () => {
  const { harness, work, counted } = countPreparations();
  await harness.storage.open();
  await harness.addStore("quiet", { webhookUrl: undefined });
  for (let runs = 0; runs < 3; runs += 1) await work.startDue();
  expect(counted.times).toBe(0);
});

test("while webhooks are sent the client is not loaded by the run", async () => {
  const { harness, work, counted } = countPreparations();
  await harness.storage.open();
  await harness.addStore();
  await work.startDue();
  const response = createGate<SendOutcome>();
  harness.respond = () => response.passed;
  await harness.addDelivery("d1");
  await work.startDue();
  await expect.poll(() => harness.requests.length).toBe(1);
  await work.startDue();
  expect(counted.times).toBe(0);
  response.open(responded(200));
  await work.stop();
});
