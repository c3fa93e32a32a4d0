// Tests crashes, clock changes and claims: no delivery is lost, no attempt is counted twice
// (docs/decisions/webhook-delivery.md).
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEngineOwner } from "../../src/background/engine-owner.js";
import { outcomeWord, type SendOutcome } from "../../src/domain/delivery-outcome.js";
import { scheduleLengthMs } from "../../src/domain/delivery-schedule.js";
import { instanceLockClass } from "../../src/storage/postgres/advisory-locks.js";
import { createGate } from "../gate.js";
import { silentLogger } from "../silent-logger.js";
import { createDatabase, storageName, type TestDatabaseOfStorage } from "../storages.js";
import { type DeliveryHarness, openDeliveryHarness, responded } from "./delivery-harness.js";

let database: TestDatabaseOfStorage;
let harness: DeliveryHarness;
beforeEach(async () => {
  database = await createDatabase();
  harness = await openDeliveryHarness({ storage: database.storage() });
  await harness.addStore();
});
afterEach(async () => {
  await harness.storage.close();
  await database.remove();
});

const never = () => new Promise<SendOutcome>(() => undefined);

/** Another engine, as in another process, that can be stopped without settling its sends. */
async function openEngine() {
  const storage = database.storage();
  await storage.open();
  const owner = createEngineOwner(harness.randomBytes);
  const work = harness.createWork({ storage, ...(storage.instances === undefined && { owner }) });
  return {
    start: () => harness.startDue(work),
    async kill() {
      owner.retire();
      const instancesBefore = await countInstances();
      await storage.close();
      // The server frees the locks of a connection some milliseconds after its end.
      while (storage.instances !== undefined && (await countInstances()) >= instancesBefore);
    },
  };
}

/** Instances that hold the lock of a running instance; 0 on SQLite. */
async function countInstances(): Promise<number> {
  if (storageName === "SQLite") return 0;
  const client = new pg.Client({ connectionString: database.address });
  await client.connect();
  const { rows } = await client.query(
    "SELECT count(*)::int AS count FROM pg_locks WHERE classid::bigint = $1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    [instanceLockClass],
  );
  await client.end();
  // An aggregate without GROUP BY gives one row, here with one number.
  return (rows as [{ count: number }])[0].count;
}

/** Starts an engine and stops it during its sends. */
async function crashMidSend(): Promise<void> {
  harness.respond = never;
  const before = harness.requests.length;
  const engine = await openEngine();
  await engine.start();
  while (harness.requests.length === before) await new Promise((resolve) => setImmediate(resolve));
  await engine.kill();
}

test("a send that a crash interrupted is due at once after the start, and does not count as an attempt", async () => {
  await harness.addDelivery("d1");
  await crashMidSend();
  expect(await harness.find("d1")).toMatchObject({ state: "sending", attemptCount: 1 });
  expect(await harness.attempts("d1")).toMatchObject([{ outcome: "started" }]);
  harness.respond = () => responded(500);
  await harness.createWork().runDue();
  expect(await harness.find("d1")).toMatchObject({ scheduledCount: 1, attemptCount: 2, interruptedCount: 0 });
  expect(await harness.attempts("d1")).toMatchObject([{ outcome: "interrupted" }, { attempt: 2, outcome: "http_5xx" }]);
  await harness.runToEnd(harness.createWork());
  expect((await harness.attempts("d1")).filter(({ outcome }) => outcome === "http_5xx")).toHaveLength(12);
});

test("a claim of another host's engine is taken over only after its lease", async () => {
  const claim = { token: "t", owner: "elsewhere/1/boot_x", leaseUntil: harness.clock.time + 45_000, isManual: false };
  await harness.addDelivery("d1", { state: "sending", attemptCount: 1, claim });
  const work = harness.createWork();
  await work.runDue();
  expect(harness.requests).toHaveLength(0);
  expect(await work.nextDue()).toBe(claim.leaseUntil);
  harness.clock.time = claim.leaseUntil;
  await work.runDue();
  expect(await harness.find("d1")).toMatchObject({ state: "delivered" });
});

/** Advances the clock to the next due time, and crashes during that send. */
async function crashAtNextDue(): Promise<void> {
  const work = harness.createWork();
  harness.respond = () => responded(200);
  const before = harness.requests.length;
  await work.runDue();
  expect(harness.requests).toHaveLength(before);
  harness.clock.time = (await work.nextDue()) ?? harness.clock.time;
  await crashMidSend();
}

test("O35: a webhook that was interrupted six times is in quarantine with an alert, and is delivered", async () => {
  const errors: object[] = [];
  await harness.addPayment("pay_d1");
  await harness.addDelivery("d1");
  for (let crash = 0; crash < 5; crash += 1) await crashMidSend();
  const logger = { ...silentLogger, error: (fields: object) => errors.push(fields) };
  harness.respond = () => responded(200);
  const work = harness.createWork({ logger });
  await work.runDue();
  expect(harness.requests).toHaveLength(5);
  expect(await harness.find("d1")).toMatchObject({ state: "pending", nextAttemptAt: harness.clock.time + 60_000 });
  expect(errors).toMatchObject([{ deliveryId: "d1" }]);
  const alerts = () => harness.storage.read((records) => records.alerts.listOfPayment("pay_d1"));
  expect(await alerts()).toMatchObject([{ type: "webhook_delivery_quarantined", resolvedAt: undefined }]);
  expect(await harness.storage.read((records) => records.deliveries.countInterrupted(5))).toBe(1);

  await crashAtNextDue();
  harness.respond = () => responded(200);
  await harness.createWork({ logger }).runDue();
  expect(await harness.find("d1")).toMatchObject({ state: "pending", interruptedCount: 6 });
  await harness.runToEnd(harness.createWork({ logger }));
  expect(await harness.find("d1")).toMatchObject({ state: "delivered", interruptedCount: 0 });
  expect(await alerts()).toMatchObject([{ resolvedBy: "service" }]);
  expect(await harness.dueMails()).toHaveLength(0);
});

test("O35: the waits grow to an hour, and the delivery is parked only at the end of its schedule", {
  timeout: 180_000,
}, async () => {
  await harness.addPayment("pay_d1");
  // Most of the schedule is over already, and on PostgreSQL, where each crash takes some seconds, most of the sends alone too.
  const { interruptedCount, hoursLeft, minutes } =
    storageName === "SQLite"
      ? { interruptedCount: 5, hoursLeft: 5, minutes: [2, 4, 8, 16, 32, 60, 60, 60] }
      : { interruptedCount: 14, hoursLeft: 1, minutes: [60, 60] };
  const createdAt = harness.clock.time - scheduleLengthMs("queue") + hoursLeft * 3_600_000;
  await harness.addDelivery("d1", { createdAt, interruptedCount });
  const gaps: number[] = [];
  for (;;) {
    await crashMidSend();
    harness.respond = () => responded(200);
    const work = harness.createWork();
    await work.runDue();
    const { state, nextAttemptAt } = await harness.find("d1");
    if (state === "parked") break;
    gaps.push(((nextAttemptAt ?? 0) - harness.clock.time) / 60_000);
    harness.clock.time = nextAttemptAt ?? 0;
  }
  expect(gaps.slice(0, 8)).toEqual(minutes);
  expect(harness.clock.time - createdAt).toBeGreaterThanOrEqual(scheduleLengthMs("queue"));
});

test("a delivery that crashes the process repeatedly is sent alone and interrupts no other delivery", async () => {
  await harness.addStore("other");
  await harness.addDelivery("poison", { interruptedCount: 5 });
  const others = Array.from({ length: 5 }, (_, index) => `other${index}`);
  for (const id of others) await harness.addDelivery(id, { merchantId: "other" });
  let inFlight = 0;
  let inFlightBesidePoison: number | undefined;
  harness.respond = async ({ headers }) => {
    if (headers["X-Service-Delivery"] === "poison") {
      inFlightBesidePoison = inFlight;
      return never();
    }
    inFlight += 1;
    await new Promise((resolve) => setImmediate(resolve));
    inFlight -= 1;
    return responded(200);
  };
  const engine = await openEngine();
  await engine.start();
  while (inFlightBesidePoison === undefined) await new Promise((resolve) => setImmediate(resolve));
  await engine.kill();
  harness.respond = () => responded(200);
  await harness.createWork().runDue();
  expect(inFlightBesidePoison).toBe(0);
  for (const id of others) {
    expect(await harness.find(id)).toMatchObject({ state: "delivered", attemptCount: 1, interruptedCount: 0 });
  }
  expect(await harness.find("poison")).toMatchObject({ interruptedCount: 6, scheduledCount: 0 });
});

test("a parked delivery that is sent manually continues its schedule, or is delivered", async () => {
  await harness.addDelivery("d1", { state: "parked", nextAttemptAt: undefined, attemptCount: 7, scheduledCount: 2 });
  await harness.addDelivery("d2", { state: "parked", nextAttemptAt: undefined, attemptCount: 5 });
  harness.respond = ({ headers }) => responded(headers["X-Service-Delivery"] === "d1" ? 500 : 200);
  await harness.redeliver("d1");
  await harness.redeliver("d2");
  const work = harness.createWork();
  await work.runDue();
  expect(await harness.find("d1")).toMatchObject({ state: "pending", scheduledCount: 2 });
  expect(await harness.find("d2")).toMatchObject({ state: "delivered" });
  await harness.runToEnd(work);
  expect(await harness.find("d1")).toMatchObject({ state: "exhausted", scheduledCount: 12 });
});

// On PostgreSQL the store's turn is transferred too: suspended-engine.long.test.ts has an engine that is suspended.
describe.runIf(storageName === "SQLite")("on SQLite, where only the lease decides which engine holds the claim", () => {
  test("a result that arrives after the claim was lost is not written", async () => {
    await harness.addDelivery("d1");
    const response = createGate<SendOutcome>();
    harness.respond = () => response.passed;
    const slow = harness.createWork();
    await harness.startDue(slow);
    while (harness.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // Another engine takes over when the lease has run out.
    harness.clock.time += 60_000;
    harness.respond = () => responded(200);
    await harness.createWork().runDue();
    expect(await harness.find("d1")).toMatchObject({ state: "delivered", attemptCount: 2 });
    response.open(responded(410));
    await slow.runDue();
    expect(await harness.find("d1")).toMatchObject({ state: "delivered", attemptCount: 2 });
    expect(await harness.attempts("d1")).toMatchObject([{ outcome: "interrupted" }, { outcome: "success" }]);
    expect(await harness.dueMails()).toHaveLength(0);
  });
});

test.each([
  ["ten days forward", 10 * 86_400_000],
  ["two hours back", -2 * 3_600_000],
  ["ten days back", -10 * 86_400_000],
])("a clock that jumps %s during a send does not lose the claim", async (_direction, jumpMs) => {
  await harness.addDelivery("d1");
  const response = createGate<SendOutcome>();
  harness.respond = () => response.passed;
  let elapsedMs = 0;
  const work = harness.createWork({ monotonicNow: () => elapsedMs });
  await harness.startDue(work);
  while (harness.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  harness.clock.time += jumpMs;
  elapsedMs += 550;
  await harness.startDue(work);
  response.open(responded(500));
  await work.runDue();
  expect(harness.requests).toHaveLength(1);
  expect(await harness.find("d1")).toMatchObject({ state: "pending", attemptCount: 1, scheduledCount: 1 });
});

test("a lease from a clock that was ahead does not hold a delivery for hours", async () => {
  const claim = {
    token: "t",
    owner: "elsewhere/1/boot_x",
    leaseUntil: harness.clock.time + 7_200_000,
    isManual: false,
  };
  await harness.addDelivery("d1", { state: "sending", attemptCount: 1, claim });
  await harness.createWork().runDue();
  expect(await harness.find("d1")).toMatchObject({ state: "delivered" });
});

test("a clock ten days ahead causes one attempt of each delivery, not several", async () => {
  for (let index = 0; index < 30; index += 1) await harness.addDelivery(`d${index}`);
  harness.respond = () => responded(500);
  const work = harness.createWork();
  await work.runDue();
  harness.clock.time += 10 * 86_400_000;
  await work.runDue();
  expect(harness.requests).toHaveLength(60);
  for (let index = 0; index < 30; index += 1)
    expect(await harness.find(`d${index}`)).toMatchObject({ scheduledCount: 2 });
});

test("stopping waits for sends, then aborts them without counting against the delivery", async () => {
  await harness.addDelivery("d1");
  let settle: (outcome: SendOutcome) => void = () => undefined;
  const work = harness.createWork({
    sender: {
      send: () => new Promise((resolve) => (settle = resolve)),
      close: () => settle({ kind: "failed", reason: "aborted", detail: "", durationMs: 1 }),
    },
  });
  await harness.startDue(work);
  const stopping = work.stop();
  settle({ kind: "failed", reason: "aborted", detail: "", durationMs: 1 });
  await stopping;
  expect(await harness.find("d1")).toMatchObject({
    state: "pending",
    interruptedCount: 0,
    scheduledCount: 0,
    claim: undefined,
  });
  await harness.createWork().runDue();
  expect(await harness.find("d1")).toMatchObject({ state: "delivered" });
});

test("O5: a secret that cannot be decrypted uses no attempt, is logged as an error and is retried until the delivery is sent", async () => {
  const { sealedWebhookSecret } = await harness.addStore("late");
  await harness.changeStore("late", { sealedWebhookSecret: "v1.unknown.a.b.c" });
  await harness.addDelivery("d1", { merchantId: "late" });
  const errors: object[] = [];
  const outcomes: string[] = [];
  const work = harness.createWork({
    logger: { ...silentLogger, error: (fields: object) => errors.push(fields) },
    onSent: ({ outcome }) => outcomes.push(outcomeWord(outcome)),
  });
  const endsAt = harness.clock.time + 7 * 86_400_000;
  const triedAt: number[] = [];
  while (harness.clock.time < endsAt) {
    await work.runDue();
    if (outcomes.length > triedAt.length) triedAt.push(harness.clock.time);
    expect(outcomes).toHaveLength(triedAt.length);
    // By the minute at first, then by six hours.
    harness.clock.time += 60_000 * (triedAt.length < 10 ? 1 : 6 * 60);
  }
  const minutes = triedAt.slice(1, 8).map((at, index) => (at - (triedAt[index] ?? 0)) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 8, 15, 15, 15]);
  expect(harness.requests).toHaveLength(0);
  expect(errors).toHaveLength(outcomes.length);
  expect(new Set(outcomes)).toEqual(new Set(["internal"]));
  expect(await harness.find("d1")).toMatchObject({ state: "pending", scheduledCount: 0 });

  await harness.changeStore("late", { sealedWebhookSecret });
  await work.runDue();
  expect(await harness.find("d1")).toMatchObject({ state: "delivered", scheduledCount: 0 });
});
