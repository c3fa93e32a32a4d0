// Tests that a real process which is killed with SIGKILL repeatedly during its work loses nothing and breaks
// no guarantee (spec/rules.md#delivery-rules; decisions: kill -9 at any point loses nothing). More kills:
// DELIVERY_KILLS=200.
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createVault } from "../../src/domain/vault.js";
import { bundledProgram } from "../bundled-program.js";
import { serveInTest } from "../loopback.js";
import { toArgument } from "../storage-at.js";
import { createDatabase, storageName, type TestDatabaseOfStorage } from "../storages.js";
import { type DeliveryHarness, openDeliveryHarness, startOfTime } from "./delivery-harness.js";
import { seeded } from "./seeded.js";

// On PostgreSQL each killed engine is noticed as gone after 2.5 s only.
const kills = Number(process.env.DELIVERY_KILLS ?? (storageName === "SQLite" ? 8 : 4));
const seed = process.env.DELIVERY_KILL_SEED ?? String(Date.now());

const engineProgram = bundledProgram("delivery/engine-process.ts");

interface Arrival {
  id: string;
  attempt: string;
  body: string;
}

let folder: string;
let database: TestDatabaseOfStorage;
let harness: DeliveryHarness;
let arrivals: Arrival[];
/** Called with each first request for a delivery called held-…; responds when `release` is called. */
let onHeld: (release: (status: number) => void) => void;
const key = Buffer.alloc(32, 7);

/** The endpoint's response depends on the delivery's name: ok, gone, late (accepted from the third request on), fail (never accepted). */
function statusFor(id: string): number {
  if (id.startsWith("ok") || id.startsWith("held")) return 200;
  if (id.startsWith("gone")) return 410;
  if (id.startsWith("late")) return arrivals.filter((arrival) => arrival.id === id).length >= 3 ? 200 : 503;
  return 500;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "killed-engine-"));
  await writeFile(join(folder, "clock"), String(startOfTime));
  arrivals = [];
  const url = await serveInTest(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const {
      "x-service-delivery": id = "",
      "x-service-attempt": attempt = "",
      "x-service-signature": signature,
    } = request.headers;
    expect(signature).toBe(`sha256=${createHmac("sha256", "the-secret").update(body).digest("hex")}`);
    arrivals.push({ id: String(id), attempt: String(attempt), body });
    if (String(id).startsWith("held") && attempt === "1") {
      const status = await new Promise<number>((release) => onHeld(release));
      response.writeHead(status).end("late");
      return;
    }
    setTimeout(() => response.writeHead(statusFor(String(id))).end("response"), 5);
  });
  database = await createDatabase();
  harness = await openDeliveryHarness({ seed, storage: database.storage() });
  const vault = createVault([key], harness.randomBytes);
  await harness.addStore("shop", {
    webhookUrl: `${url}/hook`,
    sealedWebhookSecret: vault.seal("the-secret", "webhook-secret:shop"),
  });
});
afterEach(async () => {
  await harness.storage.close();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Engine {
  child: ChildProcess;
  ready: Promise<void>;
  /** Resolves when the process has ended; `sent` is the last line that it printed. */
  ended: Promise<{ code: number | null; sent: number; errors: string }>;
}

function startEngine(mode: "walk" | "once" | "claim" = "walk"): Engine {
  const child = spawn(process.execPath, [
    engineProgram,
    toArgument(database),
    join(folder, "clock"),
    key.toString("hex"),
    mode,
  ]);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve)).then((code) => ({
    code,
    sent: Number(output.trim().split("\n").at(-1)),
    errors,
  }));
  const ready = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  return { child, ready: Promise.race([ready, ended.then(() => undefined)]), ended };
}

async function runToEnd(): Promise<void> {
  const { code, errors } = await startEngine().ended;
  expect(code, errors).toBe(0);
}

test(`an engine killed ${kills} times during its work loses and repeats nothing (seed ${seed})`, {
  timeout: 60_000 + kills * 5000,
}, async () => {
  const source = seeded(seed);
  const ids: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    harness.clock.time = Number(await readFile(join(folder, "clock"), "utf8"));
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
  await runToEnd();
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
    const ids = Array.from({ length: count }, (_, index) => `ok-${index}`);
    const firstStore = await harness.storage.read((records) => records.stores.find("shop"));
    const vault = createVault([key], harness.randomBytes);
    for (let store = 0; store < 20; store += 1) {
      const sealedWebhookSecret = vault.seal("the-secret", `webhook-secret:shop${store}`);
      await harness.addStore(`shop${store}`, { webhookUrl: firstStore?.webhookUrl, sealedWebhookSecret });
    }
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

test("an engine that was suspended past its lease during a send does not overwrite the result of the engine that took over", {
  timeout: 150_000,
}, async () => {
  const id = "held-1";
  await harness.addPayment(`pay_${id}`);
  await harness.addDelivery(id);
  const held = new Promise<(status: number) => void>((resolve) => {
    onHeld = resolve;
  });
  const slow = startEngine("once");
  const release = await held;
  // Inside a unit of this process, so that the engine is not suspended while it holds the write lock.
  await harness.storage.write(async () => void slow.child.kill("SIGSTOP"));
  // The lease is 45 s; the process still exists, so only its lease shows that the send may be taken over.
  await writeFile(join(folder, "clock"), String(startOfTime + 45_000));
  const takeOver = async () => {
    const { code } = await startEngine("once").ended;
    expect(code).toBe(0);
    return harness.find(id);
  };
  // On PostgreSQL its connection shows it as running, until the server has had no statement from it for 45 s.
  await expect
    .poll(takeOver, { timeout: 120_000, interval: 5000 })
    .toMatchObject({ state: "delivered", attemptCount: 2 });
  const taken = await harness.find(id);
  release(410);
  slow.child.kill("SIGCONT");
  const late = await slow.ended;
  expect(late.code, late.errors).toBe(0);
  expect(await harness.find(id)).toEqual(taken);
  expect(await harness.attempts(id)).toMatchObject([{ outcome: "interrupted" }, { outcome: "success" }]);
  expect(await harness.dueMails()).toEqual([]);
  expect(arrivals.map(({ attempt }) => attempt)).toEqual(["1", "2"]);
});
