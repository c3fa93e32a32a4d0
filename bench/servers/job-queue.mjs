// A job queue as commonly used for webhooks: one job for each delivery, which signs its body and posts it.
// `settings.kind` is "bullmq" (Redis that syncs each write) or "graphile-worker" (PostgreSQL).
import { createHmac } from "node:crypto";
import { Queue, Worker } from "bullmq";
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { Pool } from "undici";
import { serveParent, settings } from "./serve-parent.mjs";

const { kind, receiver, secret, body } = settings;
const endpoints = new Pool(receiver, { connections: settings.concurrency });

async function deliver({ id, endpoint }) {
  const { statusCode, body: response } = await endpoints.request({
    method: "POST",
    path: `/${endpoint}`,
    headers: {
      "content-type": "application/json",
      "x-service-delivery": id,
      "x-service-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    body,
  });
  await response.dump();
  if (statusCode !== 204) throw new Error(`the receiver responded with ${statusCode}`);
}

const queue = kind === "bullmq" ? bullmq() : await graphileWorker();
serveParent({}, queue, async () => {
  await queue.close();
  await endpoints.close();
});

function bullmq() {
  const connection = { host: "127.0.0.1", port: settings.redisPort };
  const jobs = new Queue("webhooks", { connection, defaultJobOptions: { removeOnComplete: true } });
  let worker;
  return {
    add: (list) => jobs.addBulk(list.map((data) => ({ name: "webhook", data }))).then(() => undefined),
    start() {
      worker = new Worker("webhooks", ({ data }) => deliver(data), { connection, concurrency: settings.concurrency });
    },
    stop: () => worker.close(),
    unfinished: () => jobs.count(),
    close: () => jobs.close(),
  };
}

async function graphileWorker() {
  const { connectionString } = settings;
  const logger = new Logger(() => (level, message) => level === "error" && console.error(message));
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  let runner;
  return {
    add: (list) =>
      utils.withPgClient((client) =>
        client
          .query("SELECT graphile_worker.add_job('deliver', job) FROM json_array_elements($1::json) AS job", [
            JSON.stringify(list),
          ])
          .then(() => undefined),
      ),
    async start() {
      runner = await run({
        connectionString,
        concurrency: settings.concurrency,
        maxPoolSize: 20,
        noHandleSignals: true,
        pollInterval: 100,
        logger,
        taskList: { deliver },
      });
    },
    stop: () => runner.stop(),
    unfinished: () =>
      utils.withPgClient((client) =>
        client.query("SELECT count(*) AS count FROM graphile_worker.jobs").then(({ rows }) => Number(rows[0].count)),
      ),
    close: () => utils.release(),
  };
}
