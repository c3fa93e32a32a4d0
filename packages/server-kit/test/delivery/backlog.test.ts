// Tests a backlog that is sent faster than it ends: the work beside it goes on, and a stop does not wait for its end.
import { expect, onTestFinished, test, vi } from "vitest";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import { silentLogger } from "../silent-logger.js";
import { type DeliveryHarness, openDeliveryHarness, responded } from "./delivery-harness.js";

const waitOptions = { timeout: 20_000, interval: 20 };

/** More than is claimed for a store at one time, so that each claim finds something. */
const depth = 100;

/** Sixteen stores, each of which gets another delivery with each response until the test ends. */
async function addEndlessBacklog(harness: DeliveryHarness) {
  const stores = Array.from({ length: 16 }, (_, index) => `busy${index}`);
  let isEndless = true;
  let added = 0;
  async function addTo(merchantId: string): Promise<void> {
    added += 1;
    await harness.addDelivery(`busy_${added}`, { merchantId });
  }
  harness.respond = async ({ url }) => {
    const merchantId = new URL(url).hostname.split(".")[0];
    if (isEndless && merchantId?.startsWith("busy")) await addTo(merchantId);
    return responded(200);
  };
  for (const merchantId of stores) await harness.addStore(merchantId);
  await Promise.all(stores.flatMap((merchantId) => Array.from({ length: depth }, () => addTo(merchantId))));
  return {
    sentCount: () => harness.requests.filter(({ url }) => url.includes("busy")).length,
    end() {
      isEndless = false;
    },
  };
}

test("starting what is due does not wait for the end of a backlog", async () => {
  const harness = await openDeliveryHarness();
  const work = harness.createWork();
  const backlog = await addEndlessBacklog(harness);
  onTestFinished(async () => {
    backlog.end();
    await work.stop();
    await harness.storage.close();
  });
  let rounds = 0;
  void (async () => {
    for (; rounds < 3; rounds += 1) await harness.startDue(work);
  })();
  await vi.waitFor(() => expect(rounds).toBe(3), waitOptions);
  const before = backlog.sentCount();
  await vi.waitFor(() => expect(backlog.sentCount()).toBeGreaterThan(before + 100), waitOptions);
});

test("another store's delivery, other work and a stop do not wait for the end of a backlog", async () => {
  const harness = await openDeliveryHarness();
  const deliveries = harness.createWork();
  let expired = 0;
  const scheduler = createWorkScheduler({
    clock: harness.clock,
    logger: silentLogger,
    instances: harness.storage.instances,
    deliveries,
    works: [
      {
        name: "expiry",
        async runDue() {
          expired += 1;
          return 0;
        },
        nextDue: async () => harness.clock.now(),
      },
    ],
  });
  const backlog = await addEndlessBacklog(harness);
  onTestFinished(async () => {
    backlog.end();
    await scheduler.stop();
    await harness.storage.close();
  });
  await scheduler.start();
  // More stores than jobs that run at one time, so that each of those has met the backlog.
  await vi.waitFor(() => expect(backlog.sentCount()).toBeGreaterThan(300), waitOptions);
  await harness.addStore("quiet");
  await harness.addDelivery("quiet_1", { merchantId: "quiet" });
  scheduler.wake();
  await vi.waitFor(
    async () => expect(await harness.find("quiet_1")).toMatchObject({ state: "delivered" }),
    waitOptions,
  );
  const before = expired;
  await vi.waitFor(() => expect(expired).toBeGreaterThan(before), waitOptions);
  let isStopped = false;
  void scheduler.stop().then(() => {
    isStopped = true;
  });
  await vi.waitFor(() => expect(isStopped).toBe(true), waitOptions);
});

test("a run by cron ends while the due deliveries of more stores than one search covers cannot be sent", async () => {
  const harness = await openDeliveryHarness();
  const work = harness.createWork();
  onTestFinished(async () => {
    await work.stop();
    await harness.storage.close();
  });
  for (const merchantId of Array.from({ length: 600 }, (_, index) => `disabled${index}`)) {
    await harness.addStore(merchantId, { disabledAt: harness.clock.time });
    await harness.addDelivery(`${merchantId}_1`, { merchantId });
  }
  await harness.addStore("open");
  await harness.addDelivery("open_1", { merchantId: "open" });
  expect(await work.runDue()).toBe(1);
  expect(await work.runDue()).toBe(0);
  expect(await harness.find("open_1")).toMatchObject({ state: "delivered" });
});
