// An instance processes exactly the stores whose turns the database gives it, in whatever order jobs and runs interleave.
import { expect, test } from "vitest";
import type { DeliveryEngine } from "../../src/background/delivery-engine.js";
import { createServedTurns } from "../../src/background/served-turns.js";
import { createSharedDeliveries } from "../../src/background/shared-deliveries.js";
import type { Instances } from "../../src/storage/port/instances.js";

/** A statement that runs when it is called, and whose result arrives when the test lets it. */
function createHeldResults() {
  const waiting: (() => void)[] = [];
  return {
    async pass<Result>(result: Result): Promise<Result> {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return result;
    },
    open: () => waiting.shift()?.(),
    count: () => waiting.length,
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

function createShared() {
  /** The holder of each turn in the database. */
  const owned = new Set<string>();
  const gates = { take: createHeldResults(), listOwn: createHeldResults() };
  const served = createServedTurns();
  function take(merchantIds: readonly string[]): Promise<string[]> {
    const free = merchantIds.filter((merchantId) => !owned.has(merchantId));
    for (const merchantId of free) owned.add(merchantId);
    return gates.take.pass(free);
  }
  // It has everything that shared deliveries call; anything else would throw.
  const instances = {
    turns: { take, takeDue: async () => [], listOwn: () => gates.listOwn.pass([...owned]) },
    jobs: {},
  } as unknown as Instances;
  const engine = {
    served,
    hasRoom: () => true,
    pump: async () => 0,
    startPump() {},
    releaseStuck: () => 0,
  } as unknown as DeliveryEngine;
  return { shared: createSharedDeliveries({ instances, engine, clock: { now: () => 0 } }), served, owned, gates };
}

test("a turn that is requested again during a run is processed", async () => {
  const { shared, served, owned, gates } = createShared();
  served.add(["shop"]);
  const round = shared.runRound();
  await settle();
  expect(gates.listOwn.count()).toBe(1);
  const job = shared.serve("shop");
  await settle();
  gates.take.open();
  gates.listOwn.open();
  await round;
  await settle();
  gates.take.open();
  await job;
  expect([[...owned], served.list()]).toEqual([["shop"], ["shop"]]);
});

test("runDue continues while a job is claiming a turn", async () => {
  const { shared, served, gates } = createShared();
  const job = shared.serve("shop");
  await settle();
  const found = shared.takeDue();
  gates.take.open();
  await job;
  expect(await found).toBe(true);
  expect(served.list()).toEqual(["shop"]);
  expect(await shared.takeDue()).toBe(false);
});

test("a turn whose claim was interrupted is served after the next run", async () => {
  const { shared, served, owned, gates } = createShared();
  owned.add("shop");
  const round = shared.runRound();
  await settle();
  gates.listOwn.open();
  await round;
  expect(served.list()).toEqual(["shop"]);
});

test("a store whose job finds no free slots again and again takes its turn all the same, unless nothing may be sent", async () => {
  let mayBegin = true;
  const taken: string[] = [];
  const planned: string[] = [];
  // They have everything that a job of a store calls; anything else would throw.
  const instances = {
    turns: {
      async take(merchantIds: readonly string[]) {
        taken.push(...merchantIds);
        return [...merchantIds];
      },
    },
    jobs: { plan: async ([job]: { subject: string }[]) => void planned.push(job?.subject ?? "") },
  } as unknown as Instances;
  const engine = {
    served: createServedTurns(),
    hasRoom: () => false,
    mayBegin: () => mayBegin,
    startPump() {},
  } as unknown as DeliveryEngine;
  const shared = createSharedDeliveries({ instances, engine, clock: { now: () => 0 } });
  for (let job = 0; job < 10; job += 1) await shared.serve("shop");
  expect([planned.length, taken]).toEqual([10, []]);
  await shared.serve("shop");
  expect([planned.length, taken]).toEqual([10, ["shop"]]);
  mayBegin = false;
  for (let job = 0; job < 20; job += 1) await shared.serve("other");
  expect([planned.length, taken]).toEqual([30, ["shop"]]);
});
