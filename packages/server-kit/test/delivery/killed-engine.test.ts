// Tests that a real process which is killed with SIGKILL repeatedly during its work loses nothing and breaks
// no guarantee (spec/rules.md#delivery-rules; decisions: kill -9 at any point loses nothing). More kills:
// DELIVERY_KILLS=200.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bundledProgram } from "../bundled-program.js";
import { storageName } from "../storages.js";
import { openEngines } from "./engines.js";
import { seeded } from "./seeded.js";

// On PostgreSQL each killed engine is noticed as gone after 2.5 s only.
const kills = Number(process.env.DELIVERY_KILLS ?? (storageName === "SQLite" ? 8 : 4));
const seed = process.env.DELIVERY_KILL_SEED ?? String(Date.now());

const engineProgram = bundledProgram("delivery/engine-process.ts");

test(`an engine killed ${kills} times during its work loses and repeats nothing (seed ${seed})`, {
  timeout: 60_000 + kills * 5000,
}, async () => {
  const { harness, startEngine, clockFile, arrivals } = await openEngines(engineProgram, seed);
  const source = seeded(seed);
  const ids: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    harness.clock.time = Number(await readFile(clockFile, "utf8"));
    for (const kind of ["ok", "ok", "late", "gone", "fail"]) {
      const id = `${kind}-${ids.length}`;
      ids.push(id);
      await harness.addPayment(`pay_${id}`);
      await harness.addDelivery(id);
    }
    const { child, ready, ended } = startEngine();
    await ready;
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, source.random() * 120))]);
    child.kill("SIGKILL");
    await ended;
  }
  const last = await startEngine().ended;
  expect(last.code, last.errors).toBe(0);
  for (const id of ids) {
    const delivery = await harness.find(id);
    const attempts = await harness.attempts(id);
    const received = arrivals.filter((arrival) => arrival.id === id);
    const finalStates = { ok: "delivered", late: "delivered", gone: "dead", fail: "exhausted" };
    // Every id begins with one of the four kinds.
    expect([id, delivery.state]).toEqual([id, finalStates[(id.split("-")[0] ?? "ok") as keyof typeof finalStates]]);
    expect(delivery.claim).toBeUndefined();
    expect(received.length).toBeGreaterThanOrEqual(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ attempt }) => attempt)).size).toBe(received.length);
    const counted = attempts.filter(({ outcome, isManual }) => outcome !== "interrupted" && !isManual);
    expect(counted.length).toBeLessThanOrEqual(12);
    if (id.startsWith("fail")) expect(counted).toHaveLength(12);
    // One mail row for each failed delivery, and none for a delivered one: a second row with the same unique key is not inserted.
    const isNew = await harness.storage.write((records) =>
      records.mails.insert({
        mailId: `probe-${id}`,
        merchantId: "shop",
        uniqueKey: `delivery_failed:${id}`,
        recipient: "",
        subject: "",
        text: "",
        attemptCount: 0,
        nextAttemptAt: undefined,
        claimedUntil: undefined,
        messageId: undefined,
        sentAt: undefined,
        createdAt: 0,
      }),
    );
    expect([id, isNew]).toEqual([id, delivery.state === "delivered"]);
  }
  expect(await harness.dueMails()).toEqual([]);
});

/** In batches: a pool's connection is awaited for some seconds only, and thousands of concurrent calls may take longer. */
async function inBatches<Result>(ids: string[], work: (id: string, index: number) => Promise<Result>) {
  const results: Result[] = [];
  for (let start = 0; start < ids.length; start += 200) {
    results.push(...(await Promise.all(ids.slice(start, start + 200).map((id, index) => work(id, start + index)))));
  }
  return results;
}

test.each([
  ["over the network", 1200, "once"],
  ["with an immediate fake response", 3000, "claim"],
] as const)(
  "two engines on one database share the work and claim every attempt once, %s (%i deliveries)",
  { timeout: 60_000 },
  async (_kind, count, mode) => {
    const { harness, addStore, startEngine, arrivals } = await openEngines(engineProgram);
    const ids = Array.from({ length: count }, (_, index) => `ok-${index}`);
    for (let store = 0; store < 20; store += 1) await addStore(`shop${store}`);
    await inBatches(ids, (id, index) => harness.addDelivery(id, { merchantId: `shop${index % 20}` }));
    const engines = await Promise.all([startEngine(mode), startEngine(mode)].map(({ ended }) => ended));
    for (const { code, errors } of engines) expect([code, errors]).toEqual([0, ""]);
    if (mode === "once") expect(arrivals.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(engines.reduce((sum, { sent }) => sum + sent, 0)).toBe(count);
    // On PostgreSQL the first instance takes the turns of all stores; test/postgres/instances.test.ts covers how instances share new work.
    if (storageName === "SQLite") for (const { sent } of engines) expect(sent).toBeGreaterThan(0);
    const ended = await inBatches(ids, (id) => harness.find(id));
    expect(new Set(ended.map(({ state, attemptCount }) => `${state} ${attemptCount}`))).toEqual(
      new Set(["delivered 1"]),
    );
  },
);
