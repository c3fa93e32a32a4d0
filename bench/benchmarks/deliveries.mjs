// Sends webhooks to receivers on loopback, each attempt durable: a backlog for 16 endpoints, for one endpoint
// at its cap, and with the state changes that queue them.
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { startServer } from "../measure/child-server.mjs";
import { startPostgres } from "../measure/postgres-server.mjs";
import { startRedis } from "../measure/redis-server.mjs";
import { createPayments } from "./create-payments.mjs";

/**
 * Deliveries in one measurement for each second that it should take; fewer on PostgreSQL, where payments are
 * created more slowly.
 */
const deliveriesPerSecond = 5000;
const deliveriesPerSecondOnPostgres = 2000;

const sampleBody = JSON.stringify({
  event: "transaction.status_changed",
  transaction_id: "pay_01k2a7h8j9m0n1p2q3r4s5t6v7w8x9",
  order_id: "prepared-1000",
  status: "pending",
  amount: 1999,
  currency: "EUR",
  timestamp: "2026-11-28T12:00:00.000Z",
  metadata: { shop_id: "mer_01k2a7h8j9m0n1p2q3r4s5t6", shop_name: "Store 1" },
});

function deliveriesBenchmark({ name, title, storeCount, aim, isReached, withStateChange, isBesideQueues = false }) {
  return {
    name,
    title,
    unit: "deliveries/s",
    aim,
    isReached,
    async prepare() {
      const candidates = [await rawPool(storeCount), await ours({ storeCount, withStateChange })];
      return isBesideQueues ? withQueues(candidates, storeCount) : { candidates };
    },
  };
}

/** Our service on PostgreSQL compared with a queue on the same server. */
const deliveriesOnPostgres = {
  name: "deliveries-postgres",
  title: "Deliveries of a backlog on PostgreSQL, 16 endpoints",
  unit: "deliveries/s",
  aim: ">= 5 times graphile-worker with a job for each delivery",
  isReached: ({ ratio }) => ratio(oneInstance) >= 5 * (ratio("graphile-worker") ?? 0),
  async prepare() {
    const candidates = [await rawPool(16)];
    const postgres = await startPostgres();
    if (postgres === undefined) return { candidates, missing: ["all others: no PostgreSQL is installed"] };
    const { connectionString, createDatabase, stop } = postgres;
    for (const [name, instanceCount] of [
      [oneInstance, 1],
      ["Payment Sessions, three instances", 3],
    ]) {
      candidates.push(await ours({ name, storeCount: 16, connectionString: await createDatabase(), instanceCount }));
    }
    const settings = { kind: "graphile-worker", connectionString };
    candidates.push(await jobQueue({ name: "graphile-worker", endpointCount: 16, settings, stop }));
    return { candidates };
  },
};
const oneInstance = "Payment Sessions, one instance";

/**
 * The maximum of the HTTP client alone: one body of the same size, four connections for each endpoint,
 * nothing signed, nothing stored.
 */
async function rawPool(endpointCount) {
  const receiver = await startServer("receiver.mjs");
  const pool = new Pool(`http://127.0.0.1:${receiver.facts.port}`, { connections: 4 * endpointCount });
  return {
    name: "undici pool",
    role: "ceiling",
    async run(seconds) {
      const count = Math.ceil(deliveriesPerSecond * seconds);
      await receiver.ask("reset");
      let next = 0;
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.timeOrigin + performance.now();
      const send = async () => {
        while (next < count) {
          next += 1;
          const { statusCode, body: response } = await pool.request({
            method: "POST",
            path: `/${next % endpointCount}`,
            headers: { "content-type": "application/json", "x-service-delivery": randomUUID() },
            body: sampleBody,
          });
          await response.dump();
          if (statusCode !== 204) throw new Error(`the receiver responded with ${statusCode}`);
        }
      };
      await Promise.all(Array.from({ length: 4 * endpointCount }, send));
      const elapsedMs = (await receiver.ask("arrived", count)) - startedAt;
      const { user, system } = process.cpuUsage(cpuBefore);
      return { rate: (count / elapsedMs) * 1000, cpuMicroseconds: (user + system) / count };
    },
    async close() {
      await pool.close();
      await receiver.stop();
    },
  };
}

async function ours({
  name = "Payment Sessions",
  storeCount,
  withStateChange = false,
  connectionString = undefined,
  instanceCount = 1,
}) {
  const receiver = await startServer("receiver.mjs");
  const settings = { isDeliveryApart: true, connectionString };
  const server = await startServer("payment-sessions.mjs", {
    ...settings,
    storeCount,
    receiver: `http://127.0.0.1:${receiver.facts.port}`,
  });
  const instances = [server];
  while (instances.length < instanceCount)
    instances.push(await startServer("payment-sessions.mjs", { ...settings, storeCount: 0 }));
  const askAll = (question) => Promise.all(instances.map(({ ask }) => ask(question)));
  const cpuMicroseconds = async () => (await askAll("cpuMicroseconds")).reduce((sum, each) => sum + each, 0);
  const perSecond = connectionString === undefined ? deliveriesPerSecond : deliveriesPerSecondOnPostgres;
  const { stores, port } = server.facts;
  await receiver.ask(
    "setSecrets",
    stores.map(({ webhookSecret }) => webhookSecret),
  );
  let measurement = 0;
  return {
    name,
    role: "ours",
    ask: server.ask,
    async run(seconds, measured) {
      measurement += 1;
      const count = Math.ceil((perSecond * seconds) / storeCount) * storeCount;
      const deliveredBefore = await server.ask("deliveredCount");
      const created = await Promise.all(
        stores.map((store) => createPayments(port, store, count / storeCount, `m${measurement}`)),
      );
      if (withStateChange) {
        await askAll("startDelivering");
        await allRecorded(server, deliveredBefore + count);
      }
      await receiver.ask("reset");
      const arrived = receiver.ask("arrived", count);
      await measured?.begin();
      await server.ask("startWatchingTurns");
      const cpuBefore = await cpuMicroseconds();
      const startedAt = performance.timeOrigin + performance.now();
      await (withStateChange ? server.ask("settle", created.flat()) : askAll("startDelivering"));
      const elapsedMs = (await arrived) - startedAt;
      const cpu = (await cpuMicroseconds()) - cpuBefore;
      const stops = await server.ask("longestStops");
      await measured?.end();
      if ((await receiver.ask("invalidSignatureCount")) > 0) throw new Error("a signature was wrong");
      await allRecorded(server, deliveredBefore + count * (withStateChange ? 2 : 1));
      await askAll("stopDelivering");
      return { rate: (count / elapsedMs) * 1000, cpuMicroseconds: cpu / count, ...stops };
    },
    async close() {
      for (const each of instances) await each.stop();
      await receiver.stop();
    },
  };
}

/** A job for each delivery, with as many concurrent jobs as we have slots. */
async function withQueues(candidates, endpointCount) {
  const missing = [];
  const redis = await startRedis();
  if (redis === undefined) missing.push("BullMQ: NOT RUN, no redis-server is installed");
  else {
    const settings = { kind: "bullmq", redisPort: redis.port };
    candidates.push(await jobQueue({ name: "BullMQ, appendfsync always", endpointCount, settings, stop: redis.stop }));
  }
  const postgres = await startPostgres();
  if (postgres === undefined) missing.push("graphile-worker: NOT RUN, no PostgreSQL is installed");
  else {
    const settings = { kind: "graphile-worker", connectionString: postgres.connectionString };
    candidates.push(await jobQueue({ name: "graphile-worker", endpointCount, settings, stop: postgres.stop }));
  }
  return { candidates, missing };
}

async function jobQueue({ name, endpointCount, settings, stop }) {
  const receiver = await startServer("receiver.mjs");
  const secret = "a-secret-of-thirty-two-characters";
  const queue = await startServer("job-queue.mjs", {
    ...settings,
    receiver: `http://127.0.0.1:${receiver.facts.port}`,
    secret,
    body: sampleBody,
    concurrency: 4 * endpointCount,
  });
  await receiver.ask("setSecrets", Array(endpointCount).fill(secret));
  return {
    name,
    role: "peer",
    async run(seconds) {
      const count = Math.ceil(deliveriesPerSecond * seconds);
      const jobs = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), endpoint: index % endpointCount }));
      await queue.ask("add", jobs);
      await receiver.ask("reset");
      const arrived = receiver.ask("arrived", count);
      const cpuBefore = await queue.ask("cpuMicroseconds");
      const startedAt = performance.timeOrigin + performance.now();
      await queue.ask("start");
      const elapsedMs = (await arrived) - startedAt;
      const cpu = (await queue.ask("cpuMicroseconds")) - cpuBefore;
      if ((await receiver.ask("invalidSignatureCount")) > 0) throw new Error(`${name}: a signature was wrong`);
      await allFinished(queue);
      await queue.ask("stop");
      return { rate: (count / elapsedMs) * 1000, cpuMicroseconds: cpu / count };
    },
    async close() {
      await queue.stop();
      await receiver.stop();
      await stop();
    },
  };
}

/** The queue records the last responses shortly after their arrival. */
async function allFinished(queue) {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await queue.ask("unfinished")) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${await queue.ask("unfinished")} jobs are left`);
}

/** The last batch commits shortly after its arrival. */
async function allRecorded(server, count) {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await server.ask("deliveredCount")) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${await server.ask("deliveredCount")} deliveries recorded as succeeded, ${count} expected`);
}

export const deliveries = [
  deliveriesBenchmark({
    name: "deliveries",
    title: "Deliveries of a backlog, 16 endpoints",
    storeCount: 16,
    aim: ">= 0.6 of the raw pool, ahead of BullMQ with fsync",
    isReached: ({ ratio }) =>
      ratio("Payment Sessions") >= 0.6 && ratio("Payment Sessions") > (ratio("BullMQ, appendfsync always") ?? 0),
    withStateChange: false,
    isBesideQueues: true,
  }),
  deliveriesBenchmark({
    name: "deliveries-one-endpoint",
    title: "Deliveries of a backlog, one endpoint at its cap of 4",
    storeCount: 1,
    aim: ">= 0.4 of the raw pool",
    isReached: ({ ratio }) => ratio("Payment Sessions") >= 0.4,
    withStateChange: false,
  }),
  deliveriesBenchmark({
    name: "deliveries-with-change",
    title: "State change and its delivery, 16 endpoints",
    storeCount: 16,
    aim: "shown beside the others",
    withStateChange: true,
  }),
  deliveriesOnPostgres,
];
