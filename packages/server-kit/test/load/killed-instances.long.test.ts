// Tests three instances on one PostgreSQL under load: one is killed every few seconds, connections are closed
// at random, the server crashes once, and a newer version with a migration takes over while the older one
// continues. Every acknowledged change is stored, every due webhook has arrived, and the limits hold across
// all instances.
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentService, type PaymentService, postgresStorage } from "../../src/index.js";
import { freePort } from "../free-port.js";
import { named } from "../postgres/server.js";
import { type PostgresServer, startPostgres } from "../postgres/start-postgres.js";
import { silentLogger } from "../silent-logger.js";
import { buildVersions, removeVersions, type SupervisedInstance, supervise } from "./instances.js";
import { openStoreEndpoints } from "./store-endpoints.js";

const loadMs = Number(process.env.LOAD_SECONDS ?? 60) * 1000;
const storeCount = 50;
const callers = 6;
const statusLimit = { max: 120, windowSeconds: 60 };
const encryptionKey = randomBytes(32).toString("base64");

let server: PostgresServer;
let connectionString: string;
beforeAll(async () => {
  server = await startPostgres({ isDurable: true });
  connectionString = named(server.connectionString, "postgres");
  await buildVersions();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await removeVersions();
});

interface Store {
  merchantId: string;
  key: string;
}

function openService(clock?: { now(): number }): PaymentService {
  return createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: postgresStorage({ connectionString }),
    encryptionKey,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: silentLogger,
    clock,
  });
}

async function createStores(url: (store: number) => string): Promise<Store[]> {
  const service = openService();
  const stores: Store[] = [];
  for (let index = 0; index < storeCount; index += 1) {
    const { merchantId } = await service.stores.create({
      name: `Store ${index}`,
      kyc: "approved",
      verification: "approved",
      webhookUrl: url(index),
    });
    stores.push({ merchantId, key: (await service.apiKeys.issue({ merchantId, environment: "test" })).secret });
  }
  await service.stop();
  return stores;
}

/** The responses that a client received. */
interface ReceivedResponses {
  /** Store index by payment id. */
  opened: Map<string, number>;
  paid: Set<string>;
  statuses: Map<number, number>;
  /** Unexpected responses, as `<status> <body>`. */
  unexpected: string[];
}

/**
 * Sends to one random instance after the other, like a load balancer with a client that retries, until one
 * returns 200.
 */
async function untilAccepted(
  instances: readonly SupervisedInstance[],
  received: ReceivedResponses,
  send: (base: string) => Promise<Response>,
): Promise<Record<string, unknown> | undefined> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    const instance = instances[Math.floor(Math.random() * instances.length)];
    try {
      const response = await send(instance?.base ?? "");
      received.statuses.set(response.status, (received.statuses.get(response.status) ?? 0) + 1);
      // Every response here is an object.
      if (response.status === 200) return (await response.json()) as Record<string, unknown>;
      const body = await response.text();
      if (![409, 503].includes(response.status)) received.unexpected.push(`${response.status} ${body}`);
    } catch {
      // Not listening at present, or killed before it completed its response.
    }
  }
  return undefined;
}

async function openAndPay(
  instances: readonly SupervisedInstance[],
  stores: readonly Store[],
  received: ReceivedResponses,
  order: number,
) {
  const index = order % stores.length;
  // The index is below the list's length.
  const { merchantId, key } = stores[index] as Store;
  const opened = await untilAccepted(instances, received, (base) =>
    fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": `k${order}` },
      body: JSON.stringify({ merchantId, orderId: `o${order}`, amountCents: 1999, currency: "EUR" }),
    }),
  );
  if (opened === undefined) return;
  const paymentId = String(opened.paymentId);
  received.opened.set(paymentId, index);
  const event = { type: "provider.success", reference: `R${order}` };
  const paid = await untilAccepted(instances, received, (base) =>
    fetch(`${base}/verb/payments.recordProviderEvent`, { method: "POST", body: JSON.stringify([paymentId, event]) }),
  );
  if (paid?.state === "settled") received.paid.add(paymentId);
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // Rows come as objects by column name.
  return client
    .query(sql)
    .then(({ rows }) => rows as Record<string, unknown>[])
    .finally(() => client.end());
}

const healthOf = ({ base }: SupervisedInstance) =>
  fetch(`${base}/health`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => undefined,
  );

test("on PostgreSQL, since SQLite serves one machine: three instances that are killed, disconnected and replaced lose nothing that was acknowledged", {
  timeout: 300_000,
}, async () => {
  const endpoints = await openStoreEndpoints();
  const stores = await createStores(endpoints.url);
  const errors: string[] = [];
  const instances: SupervisedInstance[] = [];
  for (let index = 0; index < 3; index += 1) {
    const settings = { connectionString, port: await freePort(), encryptionKey, statusLimit };
    instances.push(supervise(settings, (line) => errors.push(line)));
  }
  for (const instance of instances) await expect.poll(() => healthOf(instance), { timeout: 30_000 }).toBe(200);

  const received: ReceivedResponses = { opened: new Map(), paid: new Set(), statuses: new Map(), unexpected: [] };
  const startedAt = Date.now();
  const isOver = () => Date.now() - startedAt > loadMs;
  let order = 0;
  const load = Array.from({ length: callers }, async () => {
    while (!isOver()) {
      order += 1;
      await openAndPay(instances, stores, received, order);
    }
  });

  // One client polls a status with one key as often as it can: the limit applies to all instances together.
  let passed = 0;
  let refused = 0;
  const limited = (async () => {
    const [{ key }] = stores as [Store];
    while (!isOver()) {
      // There are three instances.
      const instance = instances[Math.floor(Math.random() * 3)] as SupervisedInstance;
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${instance.base}/payments/none/status`, { headers }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.status === 404) passed += 1;
      if (response?.status === 429) refused += 1;
      await pause(20);
    }
    return (Date.now() - startedAt) / 1000;
  })();

  const chaos = (async () => {
    for (let beat = 1; !isOver(); beat += 1) {
      await pause(1000);
      if (beat % 4 === 0) instances[(beat / 4) % 3]?.kill();
      await query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'payment-sessions' ORDER BY random() LIMIT 2`,
      ).catch(() => undefined);
    }
  })();

  // The server crashes once; while it is down no instance is healthy.
  await pause(0.3 * loadMs);
  const healthWhileDown: (number | undefined)[] = [];
  await server.restart("immediate", {
    whileDown: async () => void healthWhileDown.push(...(await Promise.all(instances.map(healthOf)))),
  });

  await pause(0.25 * loadMs);
  for (const instance of instances) {
    await instance.upgrade();
    await pause(0.07 * loadMs);
  }
  const [seconds] = await Promise.all([limited, chaos, ...load]);

  for (const instance of instances) await expect.poll(() => healthOf(instance), { timeout: 30_000 }).toBe(200);
  const liveStores = stores.filter((_, index) => !endpoints.isDead(index)).map(({ merchantId }) => `'${merchantId}'`);
  await expect
    .poll(
      () =>
        query(`SELECT count(*)::int AS count FROM payment_sessions.deliveries
                     WHERE finished_at IS NULL AND merchant_id IN (${liveStores.join(", ")})`),
      { timeout: 90_000, interval: 1000 },
    )
    .toEqual([{ count: 0 }]);
  const kills = instances.reduce((sum, { kills }) => sum + kills, 0);
  await Promise.all(instances.map((instance) => instance.stop()));
  console.log(
    `${received.opened.size} payments opened, ${received.paid.size} paid, ${endpoints.attempts.size} webhooks, ${kills} kills, ` +
      `${passed} of ${Math.round(statusLimit.max + (seconds * statusLimit.max) / statusLimit.windowSeconds)} reads, ${refused} refused, ` +
      `statuses ${JSON.stringify([...received.statuses])}, ${errors.length} lines of errors`,
  );

  expect(received.opened.size).toBeGreaterThan(100);
  expect(kills).toBeGreaterThanOrEqual(Math.floor(loadMs / 4000) - 3);
  expect(received.unexpected, errors.join("\n")).toEqual([]);
  expect(healthWhileDown.filter((status) => status === 200)).toEqual([]);
  const rows = await query("SELECT payment_id AS id, state, order_id AS order FROM payment_sessions.payments");
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  expect([...received.opened.keys()].filter((id) => !states.has(id))).toEqual([]);
  expect([...received.paid].filter((id) => states.get(id) !== "settled")).toEqual([]);
  // One payment for each order, however often a client repeated its call.
  expect(new Set(rows.map((row) => row.order)).size).toBe(rows.length);
  const live = [...received.opened].filter(([, store]) => !endpoints.isDead(store)).map(([paymentId]) => paymentId);
  expect(live.filter((id) => !endpoints.accepted.has(`${id} pending`))).toEqual([]);
  expect(live.filter((id) => received.paid.has(id) && !endpoints.accepted.has(`${id} completed`))).toEqual([]);
  expect(endpoints.mostAtOnce()).toBeLessThanOrEqual(4);
  const allowed = statusLimit.max + (seconds * statusLimit.max) / statusLimit.windowSeconds;
  expect(passed).toBeLessThanOrEqual(1.1 * allowed);
  // On a slow machine fewer calls are made than the limit allows.
  expect(passed).toBeGreaterThan(0.5 * Math.min(allowed, passed + refused));
  await expectDeadOnesToEnd(endpoints);
});

/** Advances the clock until the deliveries to unreachable stores have ended, after twelve automatic attempts each. */
async function expectDeadOnesToEnd(endpoints: Awaited<ReturnType<typeof openStoreEndpoints>>): Promise<void> {
  // This process has the older version's migrations.
  await query("DELETE FROM payment_sessions.migrations WHERE name = '999-later'");
  let now = Date.now();
  const service = openService({ now: () => now });
  const count = async () =>
    (await query("SELECT count(*)::int AS count FROM payment_sessions.deliveries WHERE finished_at IS NULL"))[0]?.count;
  // Only some of them: each needs twelve sends.
  await query(`UPDATE payment_sessions.deliveries SET state = 'cancelled', finished_at = 1, next_attempt_at = NULL
    WHERE finished_at IS NULL AND delivery_id NOT IN
      (SELECT delivery_id FROM payment_sessions.deliveries WHERE finished_at IS NULL ORDER BY delivery_id LIMIT 40)`);
  for (let step = 0; step < 60 && (await count()) !== 0; step += 1) {
    await service.runDue();
    now += step < 20 ? 10 * 60_000 : 12 * 3_600_000;
  }
  await service.stop();
  expect(await count()).toBe(0);
  const tooMany = await query(`SELECT delivery_id FROM payment_sessions.delivery_attempts
    WHERE NOT is_manual AND outcome NOT IN ('interrupted', 'started') GROUP BY 1 HAVING count(*) > 12`);
  expect(tooMany).toEqual([]);
  const exhausted = await query("SELECT delivery_id AS id FROM payment_sessions.deliveries WHERE state = 'exhausted'");
  expect(exhausted.length).toBeGreaterThan(0);
  for (const { id } of exhausted) expect(endpoints.attempts.get(String(id))?.length).toBeGreaterThanOrEqual(12);
}
