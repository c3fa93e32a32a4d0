// Tests claims and results of many deliveries in one statement each: their effect equals that of the domain's
// function for one delivery, and that of a unit of work.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Delivery } from "../../src/domain/delivery.js";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import { claimDelivery, completeAttempt, quarantineAfter, settleSend } from "../../src/domain/delivery-progress.js";
import { attemptTimeoutMs, leaseMarginMs, legacyTimeoutsMs } from "../../src/domain/delivery-schedule.js";
import type { ClaimedDelivery } from "../../src/flows/claim-deliveries.js";
import { commitDeliveryBatch } from "../../src/flows/commit-delivery-batch.js";
import type { ClaimDueRequest, Instances } from "../../src/storage/port/instances.js";
import { postgresStorage } from "../../src/storage/postgres/postgres-storage.js";
import { createDeliveryHarness, type DeliveryHarness, responded, startOfTime } from "../delivery/delivery-harness.js";
import { silentLogger } from "../silent-logger.js";
import { type CountingPool, createCountingPool } from "./counting-pool.js";
import { createMigratedDatabase, type TestDatabase } from "./server.js";

let database: TestDatabase;
let counting: CountingPool;
let harness: DeliveryHarness;
let instances: Instances;
beforeEach(async () => {
  database = await createMigratedDatabase();
  counting = createCountingPool(database.connectionString);
  const storage = postgresStorage({ pool: counting.pool });
  await storage.open();
  harness = createDeliveryHarness({ seed: "claims", storage });
  // PostgreSQL's storage has instances.
  instances = storage.instances as Instances;
});
afterEach(async () => {
  await harness.storage.close();
  await counting.pool.end();
  await database.drop();
});

const timeoutMs = 30_000;
const request = (settings: Partial<ClaimDueRequest>): ClaimDueRequest => ({
  now: startOfTime,
  limits: { first: 1000, retry: 1000 },
  room: new Map(),
  batch: "batch",
  queueTimeoutMs: timeoutMs,
  legacyTimeoutsMs,
  leaseMarginMs,
  quarantineAfter,
  ...settings,
});

/** Deliveries of every kind that can be due, some of them later. */
async function addMany(count: number, merchantId = "shop"): Promise<Delivery[]> {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(harness.random() * values.length)] as Value;
  const added: Delivery[] = [];
  for (let index = 0; index < count; index += 1) {
    const isOver = harness.random() < 0.2;
    const isManual = isOver || harness.random() < 0.3;
    const at = () => startOfTime + Math.round((harness.random() - 0.7) * 1000);
    const scheduledCount = pick([0, 0, 1, 2, 5, 11]);
    added.push(
      await harness.addDelivery(`${merchantId}-${index}`, {
        merchantId,
        path: pick(["queue", "legacy"]),
        state: isOver ? pick(["delivered", "exhausted", "dead", "parked"]) : "pending",
        scheduledCount,
        attemptCount: scheduledCount + pick([0, 1, 3]),
        interruptedCount: pick([0, 0, 1, 4, 5, 7]),
        finishedAt: isOver ? startOfTime - 5000 : undefined,
        nextAttemptAt: isOver ? undefined : at(),
        manualSendAt: isManual ? at() : undefined,
      }),
    );
  }
  return added;
}

/** The driver returns a Buffer where a Uint8Array was written. */
const comparable = (delivery: Delivery | undefined) => delivery && { ...delivery, body: [...delivery.body] };

const dueAt = ({ nextAttemptAt, manualSendAt }: Delivery) =>
  Math.min(nextAttemptAt ?? Number.POSITIVE_INFINITY, manualSendAt ?? Number.POSITIVE_INFINITY);

test("a claim writes the delivery and the attempt that the domain returns, for deliveries of every kind", async () => {
  await harness.addStore();
  const due = (await addMany(120)).filter((delivery) => dueAt(delivery) <= startOfTime);
  expect(await instances.turns.take(["shop"])).toEqual(["shop"]);
  const { claimed, quarantined } = await instances.turns.claimDue(request({ room: new Map([["shop", 1000]]) }));
  const wanted = due.filter(({ interruptedCount }) => interruptedCount < quarantineAfter);
  expect(claimed).toHaveLength(wanted.length);
  expect(quarantined).toHaveLength(due.length - wanted.length);
  for (const before of wanted) {
    const { delivery } = claimed.find((one) => one.delivery.deliveryId === before.deliveryId) ?? {};
    const leaseUntil = startOfTime + attemptTimeoutMs(before.path, before.scheduledCount, timeoutMs) + leaseMarginMs;
    const token = delivery?.claim?.token ?? "";
    const expected = claimDelivery(before, { now: startOfTime, owner: instances.id, token, leaseUntil });
    expect(comparable(delivery)).toEqual(comparable(expected.delivery));
    expect(comparable(await harness.find(before.deliveryId))).toEqual(comparable(expected.delivery));
    expect(await harness.attempts(before.deliveryId)).toEqual([expected.attempt]);
  }
  expect(new Set(claimed.map(({ delivery }) => delivery.claim?.token)).size).toBe(claimed.length);
  const lanes = claimed.map(({ lane }) => lane);
  expect(lanes).toEqual([...lanes].sort());
});

test("a claim takes no more than the room of each store and the limit of each lane, the oldest first", async () => {
  for (const merchantId of ["a", "b", "c"]) {
    await harness.addStore(merchantId);
    for (let index = 0; index < 5; index += 1) {
      await harness.addDelivery(`${merchantId}${index}`, { merchantId, nextAttemptAt: startOfTime - index });
      await harness.addDelivery(`${merchantId}${index}-retry`, { merchantId, scheduledCount: 1, attemptCount: 1 });
    }
  }
  await instances.turns.take(["a", "b", "c"]);
  const room = new Map([
    ["a", 3],
    ["b", 2],
    ["c", 0],
  ]);
  const { claimed } = await instances.turns.claimDue(request({ room, limits: { first: 4, retry: 2 } }));
  const ids = claimed.map(({ delivery }) => delivery.deliveryId);
  expect(ids.filter((id) => !id.endsWith("retry")).toSorted()).toEqual(["a3", "a4", "b3", "b4"]);
  expect(ids.filter((id) => id.endsWith("retry"))).toHaveLength(1);
});

test("nothing is claimed without the store's turn, or of a store that is disabled or has no webhook URL", async () => {
  await harness.addStore("closed", { disabledAt: 1 });
  await harness.addStore("silent", { webhookUrl: undefined });
  await harness.addStore("another");
  for (const merchantId of ["closed", "silent", "another"]) await harness.addDelivery(merchantId, { merchantId });
  await instances.turns.take(["closed", "silent"]);
  const room = new Map(["closed", "silent", "another"].map((merchantId) => [merchantId, 10]));
  expect(await instances.turns.claimDue(request({ room }))).toEqual({ claimed: [], quarantined: [] });
});

test("the stores of 64 claims are read in one round trip, without lost claims and deleted stores", async () => {
  for (const merchantId of ["a", "b", "deleted"]) {
    await harness.addStore(merchantId);
    for (let index = 0; index < 32; index += 1) await harness.addDelivery(`${merchantId}${index}`, { merchantId });
    await instances.turns.take([merchantId]);
  }
  const room = new Map(["a", "b", "deleted"].map((merchantId) => [merchantId, 100]));
  const { claimed } = await instances.turns.claimDue(request({ room }));
  const claims = claimed.map(({ delivery: { deliveryId, merchantId, claim } }) => ({
    deliveryId,
    merchantId,
    token: claim?.token ?? "",
  }));
  expect(claims).toHaveLength(96);
  await harness.changeStore("b", { name: "Renamed" });
  await harness.changeStore("deleted", { deletedAt: startOfTime });
  counting.taken();
  const stores = await instances.turns.listStoresOfClaims([
    ...claims.filter(({ deliveryId }) => deliveryId !== "a0"),
    { deliveryId: "a0", merchantId: "a", token: "another" },
  ]);
  expect(counting.taken()).toHaveLength(1);
  expect(stores.get("a0")).toBeUndefined();
  expect(
    [...stores].map(([deliveryId, { merchantId, name }]) => `${deliveryId} ${merchantId} ${name}`).toSorted(),
  ).toEqual(
    claims
      .filter(({ deliveryId, merchantId }) => merchantId !== "deleted" && deliveryId !== "a0")
      .map(({ deliveryId, merchantId }) => `${deliveryId} ${merchantId} ${merchantId === "b" ? "Renamed" : "Shop a"}`)
      .toSorted(),
  );
});

test("what is claimed is sent although the quarantined deliveries that were found with it cannot be deferred", async () => {
  await harness.addStore();
  await harness.addDelivery("ordinary");
  await harness.addDelivery("quarantined", { interruptedCount: quarantineAfter });
  await instances.turns.take(["shop"]);
  const failing = {
    ...harness.storage,
    instances,
    write: () => Promise.reject(new Error("Connection terminated unexpectedly")),
  };
  const lanes = (["first", "retry"] as const).map((lane) => ({
    lane,
    limit: 100,
    after: undefined,
    served: new Set<string>(),
  }));
  const { claims } = await commitDeliveryBatch(
    {
      ...harness,
      storage: failing,
      randomBytes: harness.randomBytes,
      random: () => 0.5,
      logger: silentLogger,
      owner: instances.id,
      timeoutMs,
    },
    { ended: [], request: { lanes, perStore: 0, room: new Map([["shop", 100]]) } },
  );
  expect(claims.claimed.map(({ delivery }) => delivery.deliveryId)).toEqual(["ordinary"]);
  expect(claims.quarantined).toEqual([]);
});

const outcomes: SendOutcome[] = [
  responded(200),
  responded(500),
  responded(302),
  { kind: "failed", reason: "timeout", detail: "30 s", durationMs: 30_000 },
  { kind: "failed", reason: "internal", detail: "no key", durationMs: 0 },
];

test("a batch of 64 results takes one round trip, and a claim another", async () => {
  await harness.addStore();
  for (let index = 0; index < 64; index += 1) {
    await harness.addDelivery(`delivery-${index}`, { scheduledCount: index % 10, attemptCount: index % 10 });
  }
  await instances.turns.take(["shop"]);
  const dependencies = {
    ...harness,
    randomBytes: harness.randomBytes,
    random: () => 0.5,
    logger: silentLogger,
    owner: instances.id,
    timeoutMs,
  };
  const lanes = (["first", "retry"] as const).map((lane) => ({
    lane,
    limit: 100,
    after: undefined,
    served: new Set<string>(),
  }));
  counting.taken();
  const { claims } = await commitDeliveryBatch(dependencies, {
    ended: [],
    request: { lanes, perStore: 0, room: new Map([["shop", 100]]) },
  });
  expect(claims.claimed).toHaveLength(64);
  expect(counting.taken()).toHaveLength(1);

  const ended = claims.claimed.map((claimed: ClaimedDelivery, index) => ({
    claimed,
    outcome: outcomes[index % outcomes.length],
    endedAt: startOfTime,
  }));
  const { recorded } = await commitDeliveryBatch(dependencies, { ended, request: undefined });
  expect(counting.taken()).toHaveLength(1);
  for (const [index, { claimed, outcome }] of ended.entries()) {
    const { delivery, attempt } = claimed;
    // The index is taken modulo the list's length.
    const expected = settleSend(delivery, outcome as SendOutcome, { now: startOfTime, random: () => 0.5 });
    expect(recorded[index]).toEqual(expected);
    expect(comparable(await harness.find(delivery.deliveryId))).toEqual(comparable(expected));
    expect(await harness.attempts(delivery.deliveryId)).toEqual([completeAttempt(attempt, outcome as SendOutcome)]);
  }

  // Each claim has ended: the same results once more change nothing.
  const late = await commitDeliveryBatch(dependencies, { ended, request: undefined });
  expect(late.recorded.every((delivery) => delivery === undefined)).toBe(true);
});
