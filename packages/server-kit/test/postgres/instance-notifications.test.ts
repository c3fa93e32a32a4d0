// Tests the notifications between instances on one PostgreSQL: a revoked key is refused everywhere
// immediately, an open page follows its payment whichever instance advances it, and a lost connection only
// delays this.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProgressHub } from "../../src/http/checkout/progress-hub.js";
import { createPaymentService, type PaymentService, postgresStorage } from "../../src/index.js";
import { listen } from "../listen.js";
import { silentLogger } from "../silent-logger.js";
import { samplePayment } from "../storage/conformance/sample-records.js";
import { administer, createMigratedDatabase, type TestDatabase } from "./server.js";

interface Instance {
  service: PaymentService;
  base: string;
}

let database: TestDatabase;
let instances: Instance[] = [];
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(async () => {
  await Promise.all(instances.map(({ service }) => service.stop()));
  instances = [];
  await database.drop();
});

async function addInstance(): Promise<Instance> {
  const service = createPaymentService({
    baseUrl: "https://pay.example",
    storage: postgresStorage({ connectionString: database.connectionString }),
    logger: silentLogger,
  });
  await service.start();
  const { url: base, close } = await listen(service.callback());
  const stop = service.stop;
  service.stop = async () => {
    await close();
    await stop();
  };
  const instance = { service, base };
  instances.push(instance);
  return instance;
}

async function openStore({ service }: Instance) {
  const { merchantId } = await service.stores.create({
    name: "Store",
    kyc: "approved",
    verification: "approved",
    paymentMethods: { open_bank_transfer: "live" },
  });
  const key = await service.apiKeys.issue({ merchantId, environment: "test" });
  return { merchantId, key };
}

async function initialize(
  { base }: Instance,
  { merchantId, key }: Awaited<ReturnType<typeof openStore>>,
  orderId = "1",
) {
  const response = await fetch(`${base}/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ merchantId, orderId, amountCents: 1999, currency: "EUR" }),
  });
  // The fields that the contract requires for 200.
  const body = (await response.json()) as { paymentId: string; paymentUrl: string };
  return { ...body, httpStatus: response.status };
}

/** Resolves when a stream of the page reports this status, with the elapsed time. */
async function msUntilStatus(response: Response, status: string): Promise<number> {
  const startedAt = performance.now();
  let text = "";
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    if (text.includes(`"status":"${status}"`)) return performance.now() - startedAt;
  }
  throw new Error(`The stream ended with ${text}`);
}

const eventsOf = (paymentUrl: string) => {
  const { pathname, search } = new URL(paymentUrl);
  return `${pathname}/events${search}`;
};

test("a key that one instance has revoked is refused by the others within 400 ms", async () => {
  const [first, second] = [await addInstance(), await addInstance()];
  const store = await openStore(first);
  expect((await initialize(second, store)).httpStatus).toBe(200);
  await first.service.apiKeys.revoke(store.key.id);
  const revokedAt = performance.now();
  let { httpStatus } = await initialize(second, store);
  while (httpStatus === 200) ({ httpStatus } = await initialize(second, store));
  expect(httpStatus).toBe(401);
  expect(performance.now() - revokedAt).toBeLessThan(400);
});

test("an open page at one instance shows at once what another instance changed", async () => {
  const [first, second] = [await addInstance(), await addInstance()];
  const store = await openStore(first);
  const { paymentId, paymentUrl } = await initialize(first, store);
  const stream = await fetch(second.base + eventsOf(paymentUrl));
  const msUntilFailed = msUntilStatus(stream, "failed");
  await first.service.payments.cancel(paymentId, { actor: "anna", reason: "the buyer called" });
  expect(await msUntilFailed).toBeLessThan(900);
});

test("after every connection is lost, instances listen again, and an open page shows what it missed", async () => {
  const [first, second] = [await addInstance(), await addInstance()];
  const store = await openStore(first);
  const { paymentId, paymentUrl } = await initialize(first, store);
  const stream = await fetch(second.base + eventsOf(paymentUrl));
  const msUntilFailed = msUntilStatus(stream, "failed");
  await administer(
    database.connectionString,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await first.service.payments.cancel(paymentId, { actor: "anna", reason: "the buyer called" });
  expect(await msUntilFailed).toBeLessThan(5000);
  const again = await initialize(first, store, "2");
  const msUntilNextFailed = msUntilStatus(await fetch(second.base + eventsOf(again.paymentUrl)), "failed");
  await first.service.payments.cancel(again.paymentId, { actor: "anna", reason: "the buyer called" });
  expect(await msUntilNextFailed).toBeLessThan(3000);
});

test("all open pages of an instance are served by one read", async () => {
  const reads: string[][] = [];
  const seen: string[] = [];
  const hub = createProgressHub({
    async read(paymentIds) {
      reads.push([...paymentIds]);
      return paymentIds.map((paymentId) => samplePayment({ paymentId }));
    },
    onFailure: (error) => expect(error).toBeUndefined(),
    pollIntervalMs: 60_000,
  });
  const ids = Array.from({ length: 50 }, (_, index) => `pay_${index}`);
  const ends = ids.map((id) => hub.listen(id, { onChange: ({ paymentId }) => seen.push(paymentId), onClose() {} }));
  hub.notifyAll();
  for (const id of ids) hub.notify(id);
  hub.notify("pay_without_listener");
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(reads).toEqual([ids]);
  expect(seen).toEqual(ids);
  for (const end of ends) end?.();
  hub.notifyAll();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(reads).toHaveLength(1);
});
