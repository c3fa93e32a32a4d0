// Tests instances that are killed during a send, and connections that are closed at random: others take over
// within seconds, nothing is lost, and the caps hold (docs/decisions/work-of-several-instances.md).
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createVault } from "../../src/domain/vault.js";
import { postgresStorage } from "../../src/storage/postgres/postgres-storage.js";
import { bundledProgram } from "../bundled-program.js";
import { createDeliveryHarness, type DeliveryHarness } from "../delivery/delivery-harness.js";
import { type ListeningServer, listen } from "../listen.js";
import { administer, createMigratedDatabase, type TestDatabase } from "./server.js";

const instanceProgram = bundledProgram("postgres/instance-process.ts");

const key = randomBytes(32);
let database: TestDatabase;
let harness: DeliveryHarness;
let server: ListeningServer;
let children: ChildProcess[] = [];
/** Delivery ids and attempts as they arrive. */
let arrivals: { id: string; attempt: string }[] = [];
/** Handles a request; may wait. */
let respond: (id: string, attempt: string) => Promise<number>;
let running: Map<string, number>;
let most: number;

beforeEach(async () => {
  database = await createMigratedDatabase();
  const storage = postgresStorage({ connectionString: database.connectionString });
  await storage.open();
  harness = createDeliveryHarness({ seed: "killed", storage, now: Date.now() });
  arrivals = [];
  running = new Map();
  most = 0;
  respond = async () => 200;
  server = await listen(async (request, response) => {
    request.resume();
    const path = request.url ?? "";
    const id = String(request.headers["x-service-delivery"]);
    const attempt = String(request.headers["x-service-attempt"]);
    arrivals.push({ id, attempt });
    running.set(path, (running.get(path) ?? 0) + 1);
    most = Math.max(most, running.get(path) ?? 0);
    // A killed process closes its connections, which ends its requests.
    let isOver = false;
    const end = () => {
      if (!isOver) running.set(path, (running.get(path) ?? 1) - 1);
      isOver = true;
    };
    response.once("close", end);
    const status = await respond(id, attempt);
    end();
    response.writeHead(status).end();
  });
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  await harness.storage.close();
  await server.close();
  await database.drop();
});

async function addStore(merchantId: string): Promise<void> {
  const vault = createVault([key], randomBytes);
  await harness.addStore(merchantId, {
    webhookUrl: `${server.url}/${merchantId}`,
    sealedWebhookSecret: vault.seal("the-secret", `webhook-secret:${merchantId}`),
  });
}

async function startInstance(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [instanceProgram, database.connectionString, key.toString("hex")]);
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("close", (code) => reject(new Error(`The instance ended with ${code}.`)));
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await closed;
}

async function until(isDone: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  for (const end = performance.now() + withinMs; !(await isDone()); ) {
    if (performance.now() > end) throw new Error(`It did not happen within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("the send of an instance that was killed is repeated by another one within five seconds", async () => {
  await addStore("shop");
  respond = (_, attempt) => (attempt === "1" ? new Promise(() => undefined) : Promise.resolve(200));
  const first = await startInstance();
  await harness.addDelivery("delivery-1");
  await until(() => arrivals.length === 1, 5000);
  await startInstance();
  await kill(first);
  await until(() => arrivals.length === 2, 5000);
  expect(arrivals).toEqual([
    { id: "delivery-1", attempt: "1" },
    { id: "delivery-1", attempt: "2" },
  ]);
  await until(async () => (await harness.find("delivery-1")).state === "delivered", 5000);
  expect(await harness.attempts("delivery-1")).toMatchObject([{ outcome: "interrupted" }, { outcome: "success" }]);
  // The turn is free again, and the next delivery does not wait.
  await harness.addDelivery("delivery-2");
  await until(() => arrivals.length === 3, 2500);
}, 30_000);

test("connections terminated at random and one instance killed: each webhook arrives, and no endpoint gets more than four at once", async () => {
  const stores = Array.from({ length: 6 }, (_, index) => `shop${index}`);
  for (const merchantId of stores) await addStore(merchantId);
  respond = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return 200;
  };
  const [first] = await Promise.all([startInstance(), startInstance(), startInstance()]);
  const ids = Array.from({ length: 300 }, (_, index) => `delivery-${index}`);
  for (const [index, id] of ids.entries()) {
    await harness.addDelivery(id, { merchantId: stores[index % stores.length] ?? "" });
    if (index === 150) await kill(first);
    if (index % 40 === 20) {
      // A connection of any instance, whatever it is doing, but not this test's own.
      await administer(
        database.connectionString,
        `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 2) AS any_of_them`,
      );
    }
  }
  await until(async () => (await harness.storage.read(({ deliveries }) => deliveries.countUnfinished())) === 0, 20_000);
  expect(new Set(arrivals.map(({ id }) => id))).toEqual(new Set(ids));
  expect(most).toBeLessThanOrEqual(4);
  const counted = await Promise.all(
    ids.map(async (id) => (await harness.attempts(id)).filter(({ outcome }) => outcome !== "interrupted").length),
  );
  expect(new Set(counted)).toEqual(new Set([1]));
}, 60_000);
