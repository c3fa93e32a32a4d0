// Tests how often an initialize call waits for PostgreSQL: each query of a connection is one round trip.
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOverview } from "../../src/flows/read-overview.js";
import { sumPayments } from "../../src/flows/sum-payments.js";
import { createPaymentService, type PaymentService, postgresStorage } from "../../src/index.js";
import type { Storage } from "../../src/storage/port.js";
import { type ListeningServer, listen } from "../listen.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment } from "../storage/conformance/sample-records.js";
import { type CountingPool, createCountingPool } from "./counting-pool.js";
import { createMigratedDatabase, type TestDatabase } from "./server.js";

let database: TestDatabase;
let counting: CountingPool;
let storage: Storage;
let service: PaymentService;
let server: ListeningServer;
beforeEach(async () => {
  database = await createMigratedDatabase();
  counting = createCountingPool(database.connectionString);
  storage = postgresStorage({ pool: counting.pool });
  service = createPaymentService({
    baseUrl: "https://pay.example",
    storage,
    rateLimits: false,
    logger: silentLogger,
  });
  server = await listen(service.callback());
});
afterEach(async () => {
  await server.close();
  await service.stop();
  await counting.pool.end();
  await database.drop();
});

/**
 * Without the notifications to other instances after the response, and without the look-up of key and store:
 * it is cached for half a second, and on a busy machine two calls may be further apart.
 */
function ofTheCall(queries: readonly string[]): string[] {
  let isReading = false;
  return queries.filter((query) => {
    if (query.startsWith("BEGIN")) isReading = query.includes("READ ONLY");
    return !isReading && !query.includes("pg_notify");
  });
}

const environments = ["live", "test"] as const;

test.each(environments)(
  "an initialize call of a %s payment takes at most four round trips, with a webhook and an Idempotency-Key too",
  async (environment) => {
    const { merchantId } = await service.stores.create({
      name: "Shop",
      kyc: "approved",
      verification: "approved",
      paymentMethods: { qr_pay: "live" },
      bankAccount: {
        bankName: "Musterbank",
        accountHolder: "Shop GmbH",
        iban: "DE89370400440532013000",
        bic: "COBADEFFXXX",
      },
      webhookUrl: "https://shop.example/hook",
    });
    const { secret } = await service.apiKeys.issue({ merchantId, environment });
    const initialize = async (orderId: string, idempotencyKey?: string) => {
      const response = await fetch(`${server.url}/payments/initialize`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        body: JSON.stringify({
          merchantId,
          orderId,
          amountCents: 1999,
          currency: "EUR",
          customerEmail: "zoe@shop.example",
          customerName: "Zoë Müller",
        }),
      });
      expect(response.status).toBe(200);
      // The fields that the contract requires for 200.
      return (await response.json()) as { paymentId: string };
    };
    // The key and its store are looked up once and cached.
    await initialize("first");
    for (const [orderId, key] of [
      ["plain", undefined],
      ["with-key", "key-1"],
    ] as const) {
      await initialize("first");
      counting.taken();
      const { paymentId } = await initialize(orderId, key);
      const queries = ofTheCall(counting.taken());
      expect(queries.at(-1)).toBe("COMMIT");
      expect(queries.length, queries.join("\n")).toBeLessThanOrEqual(4);
      // The history is a JSON object with this list.
      const { deliveries } = (await service.webhooks.history(paymentId)) as unknown as { deliveries: unknown[] };
      expect(deliveries).toHaveLength(1);
      expect(await service.payments.list({ search: "zoë" })).toEqual(
        expect.arrayContaining([expect.objectContaining({ paymentId })]),
      );
    }
    // The same call again returns the stored response.
    counting.taken();
    await initialize("with-key", "key-1");
    const repeated = ofTheCall(counting.taken());
    expect(repeated.length, repeated.join("\n")).toBeLessThanOrEqual(4);
  },
);

test("other instances are notified of a payment's changes, but not of its creation, when no page of it is open", async () => {
  const { merchantId } = await service.stores.create({ name: "Shop", kyc: "approved", verification: "approved" });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const initialize = async (orderId: string) => {
    const response = await fetch(`${server.url}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ merchantId, orderId, amountCents: 1999, currency: "EUR" }),
    });
    // The fields that the contract requires for 200.
    return (await response.json()) as { paymentId: string };
  };
  const created = await initialize("created");
  const changed = await initialize("changed");
  await service.payments.recordProviderEvent(changed.paymentId, { type: "provider.success" });
  const notified = () =>
    JSON.stringify(
      counting
        .statements()
        .filter(({ text }) => text.includes("pg_notify"))
        .map(({ values }) => values),
    );
  await expect.poll(notified).toContain(changed.paymentId);
  expect(notified()).not.toContain(created.paymentId);
});

const dayMs = 24 * 60 * 60 * 1000;
const firstDay = Date.UTC(2026, 0, 1);
/** Creates one payment on each of these days. */
async function payOn(days: readonly number[]): Promise<void> {
  await service.stores.list();
  await storage.write(async (records) => {
    for (const day of days) {
      const createdAt = firstDay + day * dayMs;
      const paymentId = `pay_${createdAt.toString(36).padStart(9, "0")}0000000000000000`;
      await records.payments.insert(
        barePayment({ merchantId: "shop", paymentId, orderId: paymentId, createdAt, amountCents: 100 }),
      );
    }
  });
  counting.taken();
}
const transactionsTaken = () => counting.taken().filter((query) => query.startsWith("BEGIN")).length;
const live = { merchantId: "shop", environment: "live" } as const;

test("an overview of 30 days takes as many transactions as one of a day", async () => {
  await payOn([0, 29]);
  const of = async (days: number) => {
    const overview = await readOverview({ storage }, { ...live, from: firstDay, days });
    return { transactions: transactionsTaken(), open: overview.days.map(({ open }) => open) };
  };
  const [day, month] = [await of(1), await of(30)];
  expect(month.open).toEqual([1, ...Array<number>(28).fill(0), 1]);
  expect(month.transactions).toBe(day.transactions);
});

test("the totals of a year with one payment take a few transactions", async () => {
  await payOn([0, 364]);
  expect(await sumPayments({ storage }, live)).toEqual({
    count: 2,
    sums: [{ currency: "EUR", count: 2, amountCents: 200 }],
    isComplete: true,
  });
  expect(transactionsTaken()).toBeLessThanOrEqual(8);
});
