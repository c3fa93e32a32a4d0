// Five hundred stores on one database file, one in ten of them dead, real connections: the live ones receive on time
// (docs/decisions/webhook-delivery.md). Real time, and no wish about the machine's speed: without fairness a live
// store waits for at least one send that hangs, which takes the whole time-out of 30 s; on an idle machine it takes well under 2 s.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { createDatabase, type TestDatabaseOfStorage } from "../storages.js";
import { type Bench, openBench } from "./delivery-bench.js";

const storeCount = 500;
const boundMs = 25_000;

let database: TestDatabaseOfStorage;
let bench: Bench;
const servers: Server[] = [];
beforeEach(async () => {
  database = await createDatabase();
  bench = await openBench({ storage: database.storage() });
});
afterEach(async () => {
  await bench.storage.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await database.remove();
});

/** The address of an endpoint of its own. */
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  // Sound: a TCP server's address is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** An address at which nobody listens. */
async function closedAddress(): Promise<string> {
  const url = await listen(() => undefined);
  const server = servers.pop();
  await new Promise((resolve) => server?.close(resolve));
  return url;
}

const waysToBeDead = {
  "refuses connections": closedAddress,
  hangs: () => listen(() => undefined),
  "answers 500": () => listen((_request, response) => response.writeHead(500).end()),
};

test.each([
  ["each in its own way", Object.values(waysToBeDead)],
  ["all hanging", [waysToBeDead.hangs]],
])(
  "with fifty of five hundred stores dead, %s, every live one receives before a hanging send has timed out",
  { timeout: 120_000 },
  async (_how, ways) => {
    const arrivedAt = new Map<string, number>();
    const dead: string[] = [];
    const live: string[] = [];
    for (let index = 0; index < storeCount; index += 1) {
      const merchantId = `shop${index}`;
      const isDead = index % 10 === 0;
      const way = ways[(index / 10) % ways.length];
      (isDead ? dead : live).push(merchantId);
      const webhookUrl =
        isDead && way !== undefined
          ? await way()
          : await listen((request, response) => {
              arrivedAt.set(String(request.headers["x-service-delivery"]), Date.now());
              request.resume().once("end", () => response.end("ok"));
            });
      await bench.addStore(merchantId, { webhookUrl });
    }
    bench.clock.now = () => Date.now();
    const backlog = { nextAttemptAt: Date.now() - 60_000, createdAt: Date.now() - 60_000 };
    await Promise.all(
      dead.flatMap((merchantId) =>
        Array.from({ length: 10 }, (_, index) =>
          // Half of them have never been sent, half are retries.
          bench.addDelivery(`${merchantId}-backlog${index}`, {
            merchantId,
            ...backlog,
            ...(index % 2 === 0 && { attemptCount: 1, scheduledCount: 1 }),
          }),
        ),
      ),
    );

    const work = bench.createWork({ sender: createWebhookSender({ allowHttp: true, allowPrivateNetwork: true }) });
    const scheduler = bench.createScheduler(work);
    scheduler.start();
    const queuedAt = new Map<string, number>();
    for (let wave = 0; wave < 3; wave += 1) {
      await Promise.all(
        [...live, ...dead].map(async (merchantId) => {
          const id = `${merchantId}-${wave}`;
          if (!dead.includes(merchantId)) queuedAt.set(id, Date.now());
          await bench.addDelivery(id, { merchantId, nextAttemptAt: Date.now(), createdAt: Date.now() });
        }),
      );
      scheduler.wake();
      await expect
        .poll(() => [...queuedAt.keys()].filter((id) => !arrivedAt.has(id)).length, { timeout: 40_000 })
        .toBe(0);
    }
    const delays = [...queuedAt].map(([id, at]) => (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - at);
    expect(delays).toHaveLength(3 * live.length);
    expect(Math.max(...delays)).toBeLessThan(boundMs);
    // They hang all the while.
    expect(work.sendingCount()).toBeGreaterThan(0);
    await work.stop();
    await scheduler.stop();
  },
);
