// Tests what /health and /ready report about background work that several instances share
// (spec/rules.md#health-and-version).
import pg from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createPaymentService, type PaymentService, postgresStorage } from "../../src/index.js";
import { serveInTest } from "../loopback.js";
import { silentLogger } from "../silent-logger.js";
import { createBreakableRoute } from "./breakable-route.js";
import { createMigratedDatabase, type TestDatabase } from "./server.js";

const quarterHourMs = 15 * 60_000;
const isMissing = { status: 503, body: { services: { database: "up", application: "no_background_work" } } };

let database: TestDatabase;
let client: pg.Client;
let now: number;
beforeEach(async () => {
  now = Date.UTC(2027, 0, 1);
  database = await createMigratedDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

function addService(more: { listenConnectionString?: string } = {}): PaymentService {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: postgresStorage({ connectionString: database.connectionString, ...more }),
    logger: silentLogger,
    clock: { now: () => now },
  });
  onTestFinished(() => service.stop());
  return service;
}

/** Mounted as a host does; not started. */
async function mount(service: PaymentService) {
  const url = await serveInTest(service.callback());
  return async (path = "/health") => {
    const response = await fetch(url + path);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

test("on PostgreSQL, whose instances share the work: an instance that is not started is healthy as long as another one does the work", async () => {
  const ask = await mount(addService());
  expect(await ask()).toMatchObject({ status: 200, body: { services: { background: "not_started" } } });
  now += quarterHourMs + 1;
  for (const path of ["/health", "/ready"]) expect(await ask(path)).toMatchObject(isMissing);
  const other = addService();
  await other.start();
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ status: 200 }), 10_000);
  await other.stop();
  await vi.waitFor(async () => expect(await ask()).toMatchObject(isMissing), 10_000);
});

test("on PostgreSQL, whose instances share the work: another process that calls runDue keeps an instance healthy for 15 minutes", async () => {
  const ask = await mount(addService());
  now += quarterHourMs + 1;
  expect(await ask()).toMatchObject(isMissing);
  await addService().runDue();
  expect(await ask()).toMatchObject({ status: 200 });
  await client.query(
    "UPDATE payment_sessions.settings SET value = value::bigint - $1 WHERE name = 'background_ran_at'",
    [quarterHourMs],
  );
  expect(await ask()).toMatchObject(isMissing);
});

test("on PostgreSQL, whose jobs are in a queue: a job that no instance has taken for 15 minutes makes every instance unhealthy", async () => {
  const service = addService();
  await service.start();
  const ask = await mount(service);
  expect(await ask()).toMatchObject({ status: 200, body: { services: { background: "running" } } });
  await client.query(
    "INSERT INTO payment_sessions_jobs._private_job_queues (queue_name, locked_at, locked_by) VALUES ('held', now(), 'test')",
  );
  const addJob = "SELECT payment_sessions_jobs.add_job($1, '{}', queue_name => 'held', run_at => now() - $2::interval)";
  await client.query(addJob, ["work", "14 minutes"]);
  await client.query(addJob, ["of_another_version", "16 minutes"]);
  expect(await ask()).toMatchObject({ status: 200 });
  await client.query(addJob, ["deliver", "15 minutes 1 second"]);
  expect(await ask()).toMatchObject(isMissing);
});

test("on PostgreSQL, where background work has connections of its own: an instance that has lost them for 15 minutes is unhealthy until they are back", async () => {
  const route = await createBreakableRoute(database.connectionString);
  onTestFinished(route.close);
  const service = addService({ listenConnectionString: route.connectionString });
  await service.start();
  const ask = await mount(service);
  now += 2 * quarterHourMs;
  expect(await ask()).toMatchObject({ status: 200 });
  route.break();
  // Payments continue, and a short interruption makes no instance unready for the load balancer.
  expect(await ask("/ready")).toMatchObject({ status: 200 });
  await vi.waitFor(async () => {
    now += quarterHourMs;
    expect(await ask("/ready")).toMatchObject(isMissing);
  }, 10_000);
  route.restore();
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ status: 200 }), 10_000);
});
