// Tests several instances of the service on one real PostgreSQL: each piece of work is done by one of them,
// and work that one leaves unfinished is done by another (docs/decisions/work-of-several-instances.md).
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DeliveriesWork } from "../../src/background/deliveries-work.js";
import type { Scheduler } from "../../src/background/scheduler.js";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import type { Storage } from "../../src/storage/port.js";
import { postgresStorage } from "../../src/storage/postgres/postgres-storage.js";
import { createDeliveryHarness, type DeliveryHarness, responded } from "../delivery/delivery-harness.js";
import { silentLogger } from "../silent-logger.js";
import { createMigratedDatabase, type TestDatabase } from "./server.js";

interface Instance {
  harness: DeliveryHarness;
  storage: Storage;
  deliveries: DeliveriesWork;
  scheduler: Scheduler;
}

let database: TestDatabase;
let instances: Instance[] = [];
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(async () => {
  await Promise.all(instances.map(({ scheduler }) => scheduler.stop()));
  await Promise.all(instances.map(({ storage }) => storage.close()));
  instances = [];
  await database.drop();
});

async function addInstance(): Promise<Instance> {
  const storage = postgresStorage({ connectionString: database.connectionString });
  await storage.open();
  const harness = createDeliveryHarness({ seed: "instances", storage });
  // All instances have the same vault key, but each has its own tokens.
  const deliveries = harness.createWork({ randomBytes });
  const scheduler = createWorkScheduler({
    clock: harness.clock,
    logger: silentLogger,
    instances: storage.instances,
    deliveries,
    works: [],
  });
  const instance = { harness, storage, deliveries, scheduler };
  instances.push(instance);
  return instance;
}

const until = async (isDone: () => boolean | Promise<boolean>) => {
  for (const end = performance.now() + 15_000; !(await isDone()); ) {
    if (performance.now() > end) throw new Error("It did not happen within 15 s.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe("three instances", () => {
  test("send each delivery once, and to no endpoint more than four at a time", async () => {
    const three = await Promise.all([addInstance(), addInstance(), addInstance()]);
    const [{ harness }] = three;
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    const sent: string[] = [];
    for (const one of three) {
      one.harness.respond = async ({ url, headers }) => {
        running.set(url, (running.get(url) ?? 0) + 1);
        most.set(url, Math.max(most.get(url) ?? 0, running.get(url) ?? 0));
        sent.push(String(headers["X-Service-Delivery"]));
        await new Promise((resolve) => setTimeout(resolve, 3));
        running.set(url, (running.get(url) ?? 0) - 1);
        return responded(200);
      };
    }
    for (let store = 0; store < 10; store += 1) await harness.addStore(`shop${store}`);
    await Promise.all(three.map(({ scheduler }) => scheduler.start()));
    const ids = Array.from({ length: 400 }, (_, index) => `delivery-${index}`);
    await Promise.all(
      ids.map((id, index) => three[index % 3]?.harness.addDelivery(id, { merchantId: `shop${index % 10}` })),
    );
    await until(() => sent.length >= ids.length);
    await until(async () => (await harness.storage.read(({ deliveries }) => deliveries.countUnfinished())) === 0);
    expect(sent.toSorted()).toEqual(ids.toSorted());
    expect(Math.max(...most.values())).toBeLessThanOrEqual(4);
    const byInstance = three.map((one) => one.harness.requests.length);
    expect(Math.min(...byInstance), byInstance.join(" ")).toBeGreaterThan(0);
  });

  test("make twelve automatic attempts together, and no more, at an endpoint that never accepts", async () => {
    const three = await Promise.all([addInstance(), addInstance(), addInstance()]);
    const [{ harness }] = three;
    const clock = harness.clock;
    for (const one of three) one.harness.respond = () => responded(500);
    for (const one of three.slice(1)) one.harness.clock.now = clock.now;
    const stores = ["shop0", "shop1", "shop2"];
    for (const merchantId of stores) await harness.addStore(merchantId);
    const ids = Array.from({ length: 12 }, (_, index) => `delivery-${index}`);
    for (const [index, id] of ids.entries()) await harness.addDelivery(id, { merchantId: stores[index % 3] ?? "" });
    for (let step = 0; step < 500; step += 1) {
      await Promise.all(three.map(({ scheduler }) => scheduler.runDue()));
      const next = await three[0].deliveries.nextDue();
      if (next === undefined) break;
      clock.time = Math.max(clock.time, next);
    }
    const requests = three.flatMap((one) => one.harness.requests);
    for (const id of ids) {
      expect(await harness.find(id)).toMatchObject({ state: "exhausted", attemptCount: 12 });
      const attempts = requests.filter(({ headers }) => headers["X-Service-Delivery"] === id);
      expect(attempts.map(({ headers }) => headers["X-Service-Attempt"]).toSorted()).toEqual(
        Array.from({ length: 12 }, (_, index) => String(index + 1)).toSorted(),
      );
    }
  });
});
