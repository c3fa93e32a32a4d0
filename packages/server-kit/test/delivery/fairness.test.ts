// Tests that unresponsive endpoints never delay responsive ones (docs/decisions/webhook-delivery.md).
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEndpointSlots } from "../../src/background/endpoint-slots.js";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import type { ClaimedDelivery } from "../../src/flows/claim-deliveries.js";
import { type Bench, openBench, responded, type SentRequest } from "./delivery-bench.js";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.storage.close());

const merchantOf = ({ url }: SentRequest) => new URL(url).hostname.split(".")[0] ?? "";
const polling = { timeout: 15_000 };

test("one endpoint gets at most four simultaneous sends, all endpoints together 64", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `shop${index}`);
  for (const merchantId of ids) {
    await bench.addStore(merchantId);
    for (let index = 0; index < 10; index += 1) await bench.addDelivery(`${merchantId}-${index}`, { merchantId });
  }
  const running = new Map<string, number>();
  let maxRunning = 0;
  let maxOfOneEndpoint = 0;
  let releases: (() => void)[] | undefined = [];
  bench.respond = async (request) => {
    const merchant = merchantOf(request);
    running.set(merchant, (running.get(merchant) ?? 0) + 1);
    maxOfOneEndpoint = Math.max(maxOfOneEndpoint, running.get(merchant) ?? 0);
    maxRunning = Math.max(
      maxRunning,
      [...running.values()].reduce((sum, count) => sum + count, 0),
    );
    await new Promise<void>((resolve) => (releases === undefined ? setImmediate(resolve) : releases.push(resolve)));
    running.set(merchant, (running.get(merchant) ?? 0) - 1);
    return responded(200);
  };
  const work = bench.createWork().runDue();
  // Each endpoint gets one send until it has responded, then four.
  for (const count of [20, 64]) {
    await expect.poll(() => releases?.length, polling).toBe(count);
    const pendingReleases = releases ?? [];
    releases = count === 64 ? undefined : [];
    for (const release of pendingReleases) release();
  }
  await work;
  expect(bench.requests).toHaveLength(200);
  expect(maxOfOneEndpoint).toBe(4);
  expect(maxRunning).toBe(64);
});

test("a thousand due deliveries of unresponsive endpoints do not delay a responsive one", async () => {
  for (let dead = 0; dead < 20; dead += 1) {
    await bench.addStore(`dead${dead}`);
    for (let index = 0; index < 50; index += 1) {
      await bench.addDelivery(`dead${dead}-${index}`, {
        merchantId: `dead${dead}`,
        scheduledCount: 1,
        attemptCount: 1,
      });
    }
  }
  await bench.addStore("live");
  bench.respond = (request) =>
    merchantOf(request) === "live" ? responded(200) : new Promise<SendOutcome>(() => undefined);
  const work = bench.createWork();
  await bench.startDue(work);
  await expect.poll(() => bench.requests.length, polling).toBe(20);
  bench.clock.time += 1000;
  for (let index = 0; index < 10; index += 1) await bench.addDelivery(`live-${index}`, { merchantId: "live" });
  await bench.startDue(work);
  const live = () => bench.requests.filter((request) => merchantOf(request) === "live").length;
  await expect.poll(live, polling).toBe(10);
  expect(bench.requests).toHaveLength(30);
});

test("retries of a responsive store are found behind a long backlog of one unresponsive store", async () => {
  await bench.addStore("dead");
  await bench.addStore("live");
  for (let index = 0; index < 600; index += 1) {
    await bench.addDelivery(`dead-${index}`, { merchantId: "dead", scheduledCount: 1 });
  }
  bench.clock.time += 1000;
  await bench.addDelivery("live-1", { merchantId: "live", scheduledCount: 1 });
  bench.respond = (request) =>
    merchantOf(request) === "live" ? responded(200) : new Promise<SendOutcome>(() => undefined);
  const work = bench.createWork();
  await bench.startDue(work);
  await expect.poll(() => bench.requests.some((request) => merchantOf(request) === "live"), polling).toBe(true);
  expect(bench.requests.filter((request) => merchantOf(request) === "dead")).toHaveLength(1);
  expect(bench.requests.filter((request) => merchantOf(request) === "live")).toHaveLength(1);
});

test("an endpoint that was slow gets one send at a time until it responds quickly again", () => {
  const slots = createEndpointSlots();
  const claims = Array.from(
    { length: 8 },
    // Sound: the slots read these fields only.
    (): ClaimedDelivery =>
      ({ delivery: { merchantId: "slow" }, attempt: { startedAt: 0 }, lane: "first" }) as ClaimedDelivery,
  );
  const [first, ...rest] = claims;
  if (first === undefined) throw new Error("no claims");
  expect(slots.admit(first)).toBe(first);
  expect(slots.finish(first, 30_000)).toEqual([]);
  expect(rest.map((claimed) => slots.admit(claimed)).filter(Boolean)).toHaveLength(1);
  const running = rest[0];
  if (running === undefined) throw new Error("no claims");
  expect(slots.finish(running, 20)).toHaveLength(1);
  expect(slots.sendingCount()).toBe(1);
  expect(slots.withdraw(0)).toHaveLength(5);
});

test("an endpoint gets one send at a time until it has responded, and again when one hangs", () => {
  const slots = createEndpointSlots();
  const claimAt = (startedAt: number): ClaimedDelivery =>
    // Sound: the slots read these fields only.
    ({ delivery: { merchantId: "shop" }, attempt: { startedAt }, lane: "first" }) as ClaimedDelivery;
  const first = claimAt(0);
  expect(slots.room().perStore).toBe(1);
  expect(slots.admit(first)).toBe(first);
  expect(slots.admit(claimAt(0))).toBeUndefined();
  expect(slots.finish(first, 20)).toHaveLength(1);
  expect(slots.admit(claimAt(1000))).toBeDefined();
  expect(slots.withdraw(500)).toEqual([]);
  expect(slots.admit(claimAt(1000))).toBeUndefined();
  expect(slots.sendingCount()).toBe(2);
});

test("claims that wait behind a hanging endpoint are released before their lease ends", async () => {
  await bench.addStore("shop");
  bench.respond = () => responded(200);
  let elapsedMs = 0;
  const work = bench.createWork({ monotonicNow: () => elapsedMs });
  for (let index = 0; index < 4; index += 1) await bench.addDelivery(`quick-${index}`);
  await work.runDue();
  bench.respond = () => new Promise<SendOutcome>(() => undefined);
  for (let index = 0; index < 10; index += 1) await bench.addDelivery(`d${index}`);
  await bench.startDue(work);
  const claimed = async () =>
    (await bench.storage.read((records) => records.deliveries.listClaimed(100))).map(({ deliveryId }) => deliveryId);
  expect(await claimed()).toHaveLength(10);
  bench.clock.time += 3000;
  elapsedMs += 550;
  await bench.startDue(work);
  await expect.poll(claimed, polling).toHaveLength(4);
  expect(bench.requests.filter(({ headers }) => headers["X-Service-Delivery"]?.startsWith("d"))).toHaveLength(4);
  // All have been due since the same instant, so the database may return any four first.
  const sent = await claimed();
  const released = Array.from({ length: 10 }, (_, index) => `d${index}`).filter((id) => !sent.includes(id));
  expect(released).toHaveLength(6);
  for (const id of released) {
    expect(await bench.find(id)).toMatchObject({ state: "pending", attemptCount: 0 });
    expect(await bench.attempts(id)).toEqual([]);
  }
});
