// Five hundred stores on one database, the endpoints of one in ten failing, real connections: the working ones receive on time
// (docs/decisions/webhook-delivery.md). Real time, with a bound that does not depend on the machine's speed: without fairness a working
// endpoint waits for at least one hanging send, which takes the whole timeout of 30 s; on an idle machine it takes well under 2 s.
import type { RequestListener } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { listen } from "../listen.js";
import { serveInTest } from "../loopback.js";
import { createDatabase, type TestDatabaseOfStorage } from "../storages.js";
import { type DeliveryHarness, openDeliveryHarness } from "./delivery-harness.js";

const storeCount = 500;
const boundMs = 25_000;

let database: TestDatabaseOfStorage;
let harness: DeliveryHarness;
beforeEach(async () => {
  database = await createDatabase();
  harness = await openDeliveryHarness({ storage: database.storage() });
});
afterEach(async () => {
  await harness.storage.close();
  await database.remove();
});

/** Opens another endpoint. @returns its URL. */
async function openEndpoint(handle: RequestListener): Promise<string> {
  return `${await serveInTest(handle)}/hook`;
}

/** A URL whose port refuses connections. */
async function closedAddress(): Promise<string> {
  const { url, close } = await listen(() => undefined);
  await close();
  return `${url}/hook`;
}

const failingEndpoints = {
  "refuses connections": closedAddress,
  hangs: () => openEndpoint(() => undefined),
  "responds with 500": () => openEndpoint((_request, response) => response.writeHead(500).end()),
};

test.each([
  ["in three different ways", Object.values(failingEndpoints)],
  ["all of them hanging", [failingEndpoints.hangs]],
])(
  "with fifty of five hundred endpoints failing, %s, every working one receives before a hanging send has timed out",
  { timeout: 120_000 },
  async (_kind, openers) => {
    const arrivedAt = new Map<string, number>();
    const failing: string[] = [];
    const working: string[] = [];
    for (let index = 0; index < storeCount; index += 1) {
      const merchantId = `shop${index}`;
      const isFailing = index % 10 === 0;
      const openFailing = openers[(index / 10) % openers.length];
      (isFailing ? failing : working).push(merchantId);
      const webhookUrl =
        isFailing && openFailing !== undefined
          ? await openFailing()
          : await openEndpoint((request, response) => {
              arrivedAt.set(String(request.headers["x-service-delivery"]), Date.now());
              request.resume().once("end", () => response.end("ok"));
            });
      await harness.addStore(merchantId, { webhookUrl });
    }
    harness.clock.now = () => Date.now();
    const backlog = { nextAttemptAt: Date.now() - 60_000, createdAt: Date.now() - 60_000 };
    await Promise.all(
      failing.flatMap((merchantId) =>
        Array.from({ length: 10 }, (_, index) =>
          // Half of them have never been sent, half are retries.
          harness.addDelivery(`${merchantId}-backlog${index}`, {
            merchantId,
            ...backlog,
            ...(index % 2 === 0 && { attemptCount: 1, scheduledCount: 1 }),
          }),
        ),
      ),
    );

    const work = harness.createWork({ sender: createWebhookSender({ allowHttp: true, allowPrivateNetwork: true }) });
    const scheduler = harness.createScheduler(work);
    scheduler.start();
    const queuedAt = new Map<string, number>();
    for (let wave = 0; wave < 3; wave += 1) {
      await Promise.all(
        [...working, ...failing].map(async (merchantId) => {
          const id = `${merchantId}-${wave}`;
          if (!failing.includes(merchantId)) queuedAt.set(id, Date.now());
          await harness.addDelivery(id, { merchantId, nextAttemptAt: Date.now(), createdAt: Date.now() });
        }),
      );
      scheduler.wake();
      await expect
        .poll(() => [...queuedAt.keys()].filter((id) => !arrivedAt.has(id)).length, { timeout: 40_000 })
        .toBe(0);
    }
    const delays = [...queuedAt].map(([id, at]) => (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - at);
    expect(delays).toHaveLength(3 * working.length);
    expect(Math.max(...delays)).toBeLessThan(boundMs);
    // The hanging sends are still in flight.
    expect(work.sendingCount()).toBeGreaterThan(0);
    await work.stop();
    await scheduler.stop();
  },
);
