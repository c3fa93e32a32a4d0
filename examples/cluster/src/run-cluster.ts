// Runs PostgreSQL, three instances, a load balancer and a store, kills one instance under load, and counts the results.
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { createPaymentService, type PaymentService, postgresStorage } from "@payment-sessions/server-kit";
import { createBalancer } from "./balancer.js";
import { freePort } from "./free-port.js";
import { startPostgres } from "./postgres-server.js";
import { openShop, type Shop } from "./shop.js";

export interface ClusterReport {
  /** Payments whose initialize and pay calls were acknowledged. */
  acknowledged: number;
  /** Of those, how many are settled in the database. */
  settled: number;
  /** Of those, how many were reported to the store by a signed webhook. */
  reported: number;
  duplicateWebhooks: number;
  killedAfter: number;
  seconds: number;
}

export interface ClusterOptions {
  payments: number;
  /** Concurrent payments. */
  concurrency: number;
  /** The file that each instance runs. */
  instanceFile: string | URL;
  log(line: string): void;
}

const instanceCount = 3;
/** Due webhooks are sent within seconds, and a killed instance is detected within five. */
const webhookTimeoutMs = 25_000;

export async function runCluster({ payments, concurrency, instanceFile, log }: ClusterOptions): Promise<ClusterReport> {
  const startedAt = performance.now();
  const cleanUps: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    cleanUps.push(postgres.stop);
    log("PostgreSQL is running.");
    const environment = { DATABASE_URL: postgres.connectionString, ENCRYPTION_KEY: randomBytes(32).toString("base64") };
    const shop = openShop();
    const shopUrl = await listen(shop.server, cleanUps);
    const ports = await Promise.all(Array.from({ length: instanceCount }, freePort));
    const serviceUrl = await listen(createBalancer(ports), cleanUps);

    // Only reads and creates records, and never listens, like a host's command or job.
    const admin = createPaymentService({
      baseUrl: serviceUrl,
      storage: postgresStorage({ connectionString: environment.DATABASE_URL, maxConnections: 2 }),
      encryptionKey: environment.ENCRYPTION_KEY,
      webhooks: { allowHttp: true, allowPrivateNetwork: true },
    });
    cleanUps.push(() => admin.stop());
    shop.useAccount({ ...(await createStore(admin, `${shopUrl}/webhooks`)), serviceUrl });

    const instances = await Promise.all(
      ports.map((port) =>
        startInstance(instanceFile, { ...environment, BASE_URL: serviceUrl, PORT: String(port) }, cleanUps),
      ),
    );
    log(`${instanceCount} instances listen behind ${serviceUrl}.`);

    const killedAfter = Math.floor(payments / 3);
    const paid = await payAll(shop, { payments, concurrency }, (done) => {
      if (done !== killedAfter) return;
      instances[1]?.kill("SIGKILL");
      log(`SIGKILL to the second instance after ${done} payments; the store continues.`);
    });
    log(`${paid.length} payments are paid. Waiting for their webhooks.`);
    const isReported = (id: string) => shop.received.get(id)?.has("completed") === true;
    for (const end = performance.now() + webhookTimeoutMs; !paid.every(isReported) && performance.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const states: (string | undefined)[] = [];
    for (const id of paid) states.push((await admin.payments.get(id))?.state);
    return {
      acknowledged: paid.length,
      settled: states.filter((state) => state === "settled").length,
      reported: paid.filter(isReported).length,
      duplicateWebhooks: shop.duplicateCount(),
      killedAfter,
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function createStore(admin: PaymentService, webhookUrl: string) {
  const { merchantId, webhookSecret } = await admin.stores.create({
    name: "Tea",
    kyc: "approved",
    verification: "approved",
    webhookUrl,
  });
  const { secret: key } = await admin.apiKeys.issue({ merchantId, environment: "test" });
  return { merchantId, webhookSecret, key };
}

async function startInstance(
  file: string | URL,
  environment: Record<string, string>,
  cleanUps: (() => Promise<unknown>)[],
): Promise<ChildProcess> {
  const child = fork(file, { env: { ...process.env, ...environment } });
  const closed = once(child, "close");
  cleanUps.push(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await closed;
  });
  const ended = closed.then(() => {
    throw new Error(`The instance on port ${environment.PORT} ended before it listened; its errors are above.`);
  });
  await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return child;
}

async function payAll(
  shop: Shop,
  { payments, concurrency }: { payments: number; concurrency: number },
  onPaid: (done: number) => void,
): Promise<string[]> {
  const paid: string[] = [];
  let next = 0;
  const buyer = async () => {
    while (next < payments) {
      next += 1;
      paid.push(await shop.pay(`order-${next}`));
      onPaid(paid.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, buyer));
  return paid;
}

async function listen(server: Server, cleanUps: (() => Promise<unknown>)[]): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}
