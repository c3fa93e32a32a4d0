// Tests database failures that only a server has: calls get 503 with Retry-After, /health reports the
// failure, the service recovers by itself, and nothing that was acknowledged is lost.
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { postgresStorage, type Storage } from "../../src/index.js";
import { startService } from "../checkout/checkout-harness.js";
import { sampleStore } from "../storage/conformance/sample-records.js";
import { createBreakableRoute } from "./breakable-route.js";
import { createMigratedDatabase, named, newName } from "./server.js";
import { administer, type PostgresServer, startPostgres } from "./start-postgres.js";
import { createTestPool } from "./test-pool.js";

let server: PostgresServer;
/** Migrated once, and copied for each test. */
const template = newName();
let connectionString: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  // A separate server, to be restarted; committed data survives the end of its process.
  server = await startPostgres({ isDurable: true });
  await administer(server.connectionString, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  const storage = postgresStorage({ connectionString: named(server.connectionString, template) });
  await storage.open();
  await storage.close();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const name = newName();
  connectionString = named(server.connectionString, name);
  await administer(server.connectionString, `CREATE DATABASE ${name} TEMPLATE ${template}`);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(storage: Storage = postgresStorage({ connectionString })) {
  const harness = await startService({ storage });
  closers.push(() => harness.stop());
  const { base, store, keys } = harness;
  let orders = 0;
  return {
    ...harness,
    async call() {
      const response = await fetch(`${base}/payments/initialize`, {
        method: "POST",
        headers: { authorization: `Bearer ${keys.test.secret}`, "content-type": "application/json" },
        body: JSON.stringify({
          merchantId: store.merchantId,
          orderId: `o${++orders}`,
          amountCents: 1999,
          currency: "EUR",
        }),
      });
      // Every response of the contract is an object.
      const body = (await response.json()) as { paymentId: string; code?: string };
      return { ...body, status: response.status, retryAfter: response.headers.get("retry-after") };
    },
    health: async () => (await fetch(`${base}/health`)).status,
    async statusOf(paymentId: string) {
      const headers = { authorization: `Bearer ${keys.test.secret}` };
      return (await fetch(`${base}/payments/${paymentId}/status`, { headers })).status;
    },
  };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Makes calls repeatedly and concurrently while the database is disturbed, and checks every response. */
async function callThroughout({ call, statusOf }: Started, trouble: () => Promise<unknown>): Promise<string[]> {
  const acknowledged: string[] = [];
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      const { status, retryAfter, code, paymentId } = await call();
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.push(paymentId);
      else
        expect([code, Number(retryAfter)]).toEqual(["UNHEALTHY", expect.toSatisfy((seconds: number) => seconds > 0)]);
    }
  };
  const ended = trouble().finally(() => {
    isOver = true;
  });
  await Promise.all([ended, ...Array.from({ length: 4 }, caller)]);
  await expect.poll(async () => (await call()).status, { timeout: 20_000 }).toBe(200);
  for (const paymentId of acknowledged) expect(await statusOf(paymentId)).toBe(200);
  return acknowledged;
}

const terminateAll = () =>
  administer(
    connectionString,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("every connection terminated repeatedly: only 200 and 503 responses, and acknowledged payments are stored", async () => {
  const service = await start();
  const acknowledged = await callThroughout(service, async () => {
    for (let round = 0; round < 15; round += 1) {
      await pause(50);
      await terminateAll();
    }
  });
  expect(acknowledged.length).toBeGreaterThan(0);
  await expect.poll(service.health).toBe(200);
});

test.each(["fast", "immediate"] as const)(
  "a server that is restarted (%s): only 200 and 503 responses, and acknowledged payments are stored",
  async (mode) => {
    const service = await start();
    const acknowledged = await callThroughout(service, async () => {
      await pause(300);
      await server.restart(mode);
    });
    expect(acknowledged.length).toBeGreaterThan(0);
    await expect.poll(service.health, { timeout: 20_000 }).toBe(200);
  },
);

test("a server that has become a read-only standby: reads continue, the health check fails, writes get 503 until it is promoted", async () => {
  const service = await start();
  const { paymentId } = await service.call();
  await server.restart("fast", { isStandby: true });
  closers.push(() => administer(server.connectionString, "SELECT pg_promote()").catch(() => undefined));
  await expect.poll(service.health, { timeout: 20_000 }).toBe(503);
  expect(await service.call()).toMatchObject({ status: 503, code: "UNHEALTHY", retryAfter: "2" });
  expect(await service.statusOf(paymentId)).toBe(200);
  await administer(server.connectionString, "SELECT pg_promote()");
  await expect.poll(service.health, { timeout: 20_000 }).toBe(200);
  expect((await service.call()).status).toBe(200);
});

test("after a failover, an instance that was connected to the standby works on the new primary at once", async () => {
  const name = new URL(connectionString).pathname.slice(1);
  const primary = await createMigratedDatabase(name);
  closers.push(primary.drop);
  const route = await createBreakableRoute(connectionString);
  closers.push(route.close);
  const storage = postgresStorage({ connectionString: route.connectionString });
  closers.push(() => storage.close());
  await storage.open();
  const { instances } = storage;
  await instances?.join();
  await instances?.jobs.start(async () => undefined);
  closers.push(async () => instances?.jobs.stop());
  const write = (locks?: string[]) =>
    storage.write((records) => records.stores.insertIfAbsent(sampleStore()), locks && { locks });

  await server.restart("fast", { isStandby: true });
  closers.push(() => administer(server.connectionString, "SELECT pg_promote()").catch(() => undefined));
  await Promise.allSettled([...Array.from({ length: 6 }, () => storage.ping()), write(), write(["one"]), pause(2000)]);
  route.restore(primary.connectionString);
  await expect(storage.ping().catch(() => storage.ping())).resolves.toBeUndefined();
  await write();
  await write(["two"]);
  // Those of graphile-worker, too.
  const onStandby = new pg.Client({ connectionString: server.connectionString });
  await onStandby.connect();
  closers.push(() => onStandby.end());
  const connected = "SELECT pid FROM pg_stat_activity WHERE application_name = 'payment-sessions'";
  await expect.poll(async () => (await onStandby.query(connected)).rows, { timeout: 8000 }).toEqual([]);
  await expect.poll(() => instances?.isRegistered()).toBe(true);
});

test("an exhausted pool: 503 within its time-out, and 200 once a connection is free", async () => {
  const pool = createTestPool({ connectionString, max: 2, connectionTimeoutMillis: 1000 });
  closers.push(() => pool.end());
  const service = await start(postgresStorage({ pool, listenConnectionString: connectionString }));
  expect((await service.call()).status).toBe(200);
  const taken = [await pool.connect(), await pool.connect()];
  expect(await service.call()).toMatchObject({ status: 503, code: "UNHEALTHY", retryAfter: "2" });
  expect(await service.health()).toBe(503);
  for (const client of taken) client.release();
  await expect.poll(service.health).toBe(200);
  expect((await service.call()).status).toBe(200);
});

test("a server that accepts no connection: 503, and 200 once it accepts one", async () => {
  const service = await start();
  const name = new URL(connectionString).pathname.slice(1);
  await administer(server.connectionString, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  closers.push(() => administer(server.connectionString, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
  await administer(
    server.connectionString,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  await expect.poll(service.health).toBe(503);
  expect(await service.call()).toMatchObject({ status: 503, code: "UNHEALTHY", retryAfter: "2" });
  await administer(server.connectionString, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await expect.poll(service.health).toBe(200);
  expect((await service.call()).status).toBe(200);
});

test("a locked table: 503 within the lock time-out, and success once it is free", async () => {
  const service = await start();
  const locker = new pg.Client({ connectionString });
  await locker.connect();
  closers.push(() => locker.end());
  await locker.query("BEGIN; LOCK TABLE payment_sessions.payments IN ACCESS EXCLUSIVE MODE");
  const startedAt = performance.now();
  expect(await service.call()).toMatchObject({ status: 503, code: "UNHEALTHY", retryAfter: "2" });
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  await locker.query("ROLLBACK");
  expect((await service.call()).status).toBe(200);
});

test("a pooler in transaction mode: no transaction needs the session state of an earlier one", async () => {
  const inner = createTestPool({ connectionString, max: 4 });
  closers.push(() => inner.end());
  let resets = 0;
  const pooler = {
    async connect() {
      const client = await inner.connect();
      const release = client.release.bind(client);
      client.release = (destroy?: boolean | Error) => {
        resets += 1;
        // As if the next transaction got another of the server's connections: settings, prepared statements
        // and locks are lost.
        client.query("DISCARD ALL").then(
          () => release(destroy),
          () => release(true),
        );
      };
      return client;
    },
    end: () => inner.end(),
  };
  const service = await start(postgresStorage({ pool: pooler, listenConnectionString: connectionString }));
  for (let round = 0; round < 5; round += 1) {
    const responses = await Promise.all(Array.from({ length: 6 }, service.call));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await service.statusOf(responses[0]?.paymentId ?? "")).toBe(200);
  }
  const { paymentId } = await service.call();
  expect(await service.service.payments.recordProviderEvent(paymentId, { type: "provider.success" })).toMatchObject({
    accepted: true,
  });
  expect(await service.health()).toBe(200);
  expect(resets).toBeGreaterThan(10);
});
