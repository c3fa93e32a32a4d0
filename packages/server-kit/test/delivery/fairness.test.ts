// Tests that unresponsive endpoints never delay responsive ones (docs/decisions/webhook-delivery.md).
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEndpointSlots } from "../../src/background/endpoint-slots.js";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import type { ClaimedDelivery } from "../../src/flows/claim-deliveries.js";
import { type DeliveryHarness, openDeliveryHarness, responded, type SentRequest } from "./delivery-harness.js";

let harness: DeliveryHarness;
beforeEach(async () => {
  harness = await openDeliveryHarness();
});
afterEach(() => harness.storage.close());

const merchantOf = ({ url }: SentRequest) => new URL(url).hostname.split(".")[0] ?? "";
const polling = { timeout: 15_000 };

test("one endpoint gets at most four simultaneous sends, all endpoints together 64", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `shop${index}`);
  for (const merchantId of ids) {
    await harness.addStore(merchantId);
    for (let index = 0; index < 10; index += 1) await harness.addDelivery(`${merchantId}-${index}`, { merchantId });
  }
  const running = new Map<string, number>();
  let maxRunning = 0;
  let maxOfOneEndpoint = 0;
  let releases: (() => void)[] | undefined = [];
  harness.respond = async (request) => {
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
  const work = harness.createWork().runDue();
  // Each endpoint gets one send until it has responded, then four.
  for (const count of [20, 64]) {
    await expect.poll(() => releases?.length, polling).toBe(count);
    const pendingReleases = releases ?? [];
    releases = count === 64 ? undefined : [];
    for (const release of pendingReleases) release();
  }
  await work;
  expect(harness.requests).toHaveLength(200);
  expect(maxOfOneEndpoint).toBe(4);
  expect(maxRunning).toBe(64);
});

test("a thousand due deliveries of unresponsive endpoints do not delay a responsive one", async () => {
  for (let dead = 0; dead < 20; dead += 1) {
    await harness.addStore(`dead${dead}`);
    for (let index = 0; index < 50; index += 1) {
      await harness.addDelivery(`dead${dead}-${index}`, {
        merchantId: `dead${dead}`,
        scheduledCount: 1,
        attemptCount: 1,
      });
    }
  }
  await harness.addStore("live");
  harness.respond = (request) =>
    merchantOf(request) === "live" ? responded(200) : new Promise<SendOutcome>(() => undefined);
  const work = harness.createWork();
  await harness.startDue(work);
  await expect.poll(() => harness.requests.length, polling).toBe(20);
  harness.clock.time += 1000;
  for (let index = 0; index < 10; index += 1) await harness.addDelivery(`live-${index}`, { merchantId: "live" });
  await harness.startDue(work);
  const live = () => harness.requests.filter((request) => merchantOf(request) === "live").length;
  await expect.poll(live, polling).toBe(10);
  expect(harness.requests).toHaveLength(30);
});

test("retries of a responsive store are found behind a long backlog of one unresponsive store", async () => {
  await harness.addStore("dead");
  await harness.addStore("live");
  for (let index = 0; index < 600; index += 1) {
    await harness.addDelivery(`dead-${index}`, { merchantId: "dead", scheduledCount: 1 });
  }
  harness.clock.time += 1000;
  await harness.addDelivery("live-1", { merchantId: "live", scheduledCount: 1 });
  harness.respond = (request) =>
    merchantOf(request) === "live" ? responded(200) : new Promise<SendOutcome>(() => undefined);
  const work = harness.createWork();
  await harness.startDue(work);
  await expect.poll(() => harness.requests.some((request) => merchantOf(request) === "live"), polling).toBe(true);
  expect(harness.requests.filter((request) => merchantOf(request) === "dead")).toHaveLength(1);
  expect(harness.requests.filter((request) => merchantOf(request) === "live")).toHaveLength(1);
});

test("sixty busy endpoints take turns, whatever the age of their backlogs", async () => {
  const stores = Array.from({ length: 60 }, (_, index) => `shop${index}`);
  for (const merchantId of stores) {
    await harness.addStore(merchantId);
    for (let index = 0; index < 20; index += 1) await harness.addDelivery(`${merchantId}-${index}`, { merchantId });
    harness.clock.time += 1000;
  }
  harness.respond = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { ...responded(200), durationMs: 500 } as SendOutcome;
  };
  await harness.createWork().runDue();
  expect(harness.requests).toHaveLength(1200);
  const inHalf = harness.requests.slice(0, 600).map(merchantOf);
  const counts = stores.map((merchantId) => inHalf.filter((merchant) => merchant === merchantId).length);
  // An equal share is ten each.
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
});

test("forty unresponsive endpoints take turns with their retries", async () => {
  const stores = Array.from({ length: 40 }, (_, index) => `dead${index}`);
  for (const merchantId of stores) {
    await harness.addStore(merchantId);
    for (let index = 0; index < 10; index += 1) {
      await harness.addDelivery(`${merchantId}-${index}`, { merchantId, scheduledCount: 1, attemptCount: 1 });
    }
    harness.clock.time += 1000;
  }
  harness.respond = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { kind: "failed", reason: "timeout", detail: "no response", durationMs: 30_000 };
  };
  await harness.createWork().runDue();
  expect(harness.requests).toHaveLength(400);
  expect(new Set(harness.requests.slice(0, 120).map(merchantOf)).size).toBe(40);
});

test("an endpoint that was slow gets one send at a time until it responds quickly again", () => {
  const slots = createEndpointSlots();
  const claims = Array.from(
    { length: 8 },
    // The slots read these fields only.
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
    // The slots read these fields only.
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
  await harness.addStore("shop");
  harness.respond = () => responded(200);
  let elapsedMs = 0;
  const work = harness.createWork({ monotonicNow: () => elapsedMs });
  for (let index = 0; index < 4; index += 1) await harness.addDelivery(`quick-${index}`);
  await work.runDue();
  harness.respond = () => new Promise<SendOutcome>(() => undefined);
  for (let index = 0; index < 10; index += 1) await harness.addDelivery(`d${index}`);
  await harness.startDue(work);
  const claimed = async () =>
    (await harness.storage.read((records) => records.deliveries.listClaimed(100))).map(({ deliveryId }) => deliveryId);
  expect(await claimed()).toHaveLength(10);
  harness.clock.time += 3000;
  elapsedMs += 550;
  await harness.startDue(work);
  await expect.poll(claimed, polling).toHaveLength(4);
  expect(harness.requests.filter(({ headers }) => headers["X-Service-Delivery"]?.startsWith("d"))).toHaveLength(4);
  // All have been due since the same instant, so the database may return any four first.
  const sent = await claimed();
  const released = Array.from({ length: 10 }, (_, index) => `d${index}`).filter((id) => !sent.includes(id));
  expect(released).toHaveLength(6);
  for (const id of released) {
    expect(await harness.find(id)).toMatchObject({ state: "pending", attemptCount: 0 });
    expect(await harness.attempts(id)).toEqual([]);
  }
});
