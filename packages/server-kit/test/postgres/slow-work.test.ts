// Tests background work that hangs, where several instances share the work as jobs.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import { openDeliveryHarness, responded } from "../delivery/delivery-harness.js";
import { createGate } from "../gate.js";
import { silentLogger } from "../silent-logger.js";
import { createDatabase, type TestDatabaseOfStorage } from "../storages.js";

const waitOptions = { timeout: 30_000, interval: 20 };
let database: TestDatabaseOfStorage;
beforeEach(async () => {
  database = await createDatabase("PostgreSQL");
});
afterEach(() => database.remove());

test("on PostgreSQL, where all work shares the jobs of an instance: work that hangs runs on one instance and delays no delivery", async () => {
  const gate = createGate();
  let running = 0;
  let checks = 0;
  let isDone = false;
  async function addInstance() {
    const harness = await openDeliveryHarness({ storage: database.storage() });
    const scheduler = createWorkScheduler({
      clock: harness.clock,
      logger: silentLogger,
      instances: harness.storage.instances,
      // All instances have the same vault key, but each has its own tokens.
      deliveries: harness.createWork({ randomBytes }),
      works: [
        {
          name: "mails",
          async runDue() {
            running += 1;
            await gate.passed;
            return 0;
          },
          async nextDue() {
            checks += 1;
            return isDone ? undefined : harness.clock.now();
          },
        },
      ],
    });
    await scheduler.start();
    return { harness, scheduler };
  }
  const first = await addInstance();
  const instances = [first, await addInstance()];
  try {
    // Checks of the leading instance: more than an instance does jobs at one time.
    await vi.waitFor(() => expect(checks).toBeGreaterThan(10), waitOptions);
    const { harness } = first;
    await harness.addStore("shop");
    await harness.addDelivery("d1", { merchantId: "shop" });
    await vi.waitFor(async () => expect(await harness.find("d1")).toMatchObject({ state: "delivered" }), waitOptions);
    expect(running).toBe(1);
  } finally {
    isDone = true;
    gate.open();
    await Promise.all(instances.map(({ scheduler }) => scheduler.stop()));
    await Promise.all(instances.map(({ harness }) => harness.storage.close()));
  }
});

test("on PostgreSQL, whose turns are rows: an instance whose stop waits for other work leaves each store to others once its sends have ended", async () => {
  const harness = await openDeliveryHarness({ storage: database.storage() });
  const work = harness.createWork();
  const listOwn = async () => harness.storage.instances?.turns.listOwn();
  const gate = createGate<ReturnType<typeof responded>>();
  harness.respond = () => gate.passed;
  await harness.addStore();
  await harness.addDelivery("d1");
  await harness.startDue(work);
  await expect.poll(() => harness.requests.length).toBe(1);
  work.stopClaiming();
  await harness.addDelivery("d2");
  await work.shared?.runRound();
  expect(await listOwn()).toEqual(["shop"]);
  gate.open(responded(200));
  await expect.poll(listOwn, { timeout: 3000 }).toEqual([]);
  expect([(await harness.find("d1")).state, (await harness.find("d2")).claim]).toEqual(["delivered", undefined]);
  // Ends, although the store of the second delivery is due and its turn is free.
  await work.runDue();
  await work.stop();
  await harness.storage.close();
});

test("on PostgreSQL, where one instance leads: another one leads while the stop of the first waits for work in progress", async () => {
  const gate = createGate();
  let isRunning = false;
  const harness = await openDeliveryHarness({ storage: database.storage() });
  const other = database.storage();
  await other.open();
  await other.instances?.join();
  const scheduler = createWorkScheduler({
    clock: harness.clock,
    logger: silentLogger,
    instances: harness.storage.instances,
    deliveries: harness.createWork(),
    works: [
      {
        name: "mails",
        async runDue() {
          isRunning = true;
          await gate.passed;
          return 0;
        },
        nextDue: async () => (isRunning ? undefined : harness.clock.now()),
      },
    ],
  });
  await scheduler.start();
  await expect.poll(() => isRunning).toBe(true);
  expect(await other.instances?.isLeader()).toBe(false);
  const stopping = scheduler.stop();
  await expect.poll(() => other.instances?.isLeader(), { timeout: 5000 }).toBe(true);
  gate.open();
  await stopping;
  await harness.storage.close();
  await other.close();
});
