// `npm run bench:soak`: twenty minutes of mixed load, half of the stores with an endpoint that responds and
// half with an unreachable one. Memory, file handles, write-ahead log, bytes per payment and the age of the
// oldest due delivery have to stay flat; SOAK.md contains the figures.
// Options: --minutes 20 --rate 150 (payments a second).
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Sqlite from "better-sqlite3";
import { Pool } from "undici";
import { startServer } from "./measure/child-server.mjs";
import { freePort } from "./measure/free-port.mjs";
import { soakPage } from "./measure/soak-page.mjs";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "20" }, rate: { type: "string", default: "150" } },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const storeCount = 20;
const sampleEveryMs = Math.max(1000, (minutes * 60_000) / 240);
const tickMs = 100;

const folder = mkdtempSync(join(tmpdir(), "payment-sessions-soak-"));
const filename = join(folder, "payments.db");
const receiver = await startServer("receiver.mjs");
const server = await startServer("payment-sessions.mjs", {
  folder,
  storeCount,
  receiver: `http://127.0.0.1:${receiver.facts.port}`,
  deadReceiver: `http://127.0.0.1:${await freePort()}`,
});
const { stores, port, processId } = server.facts;
const liveStores = JSON.stringify(stores.filter(({ isDead }) => !isDead).map(({ merchantId }) => merchantId));
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 16 });
const reader = new Sqlite(filename, { readonly: true });
const samples = [];
const done = { payments: 0, reads: 0, pages: 0, settled: 0 };
const until = performance.now() + minutes * 60_000;
let number = 0;

const sampling = sampleUntilEnd();
await loadUntilEnd();
await sampling;
const page = soakPage(samples, { minutes, rate, storeCount, done });
writeFileSync(new URL("SOAK.md", import.meta.url), page.text);
console.log(page.text);
await pool.close();
reader.close();
await server.stop();
await receiver.stop();
rmSync(folder, { recursive: true });
process.exitCode = page.isFlat ? 0 : 1;

/**
 * Creates one tick's share of payments concurrently and reads each twice; every second one is settled, and a
 * page of the panel is requested.
 */
async function loadUntilEnd() {
  for (let next = performance.now(); performance.now() < until; next += tickMs) {
    const made = await Promise.all(Array.from({ length: Math.ceil((rate * tickMs) / 1000) }, pay));
    const settled = made.filter((_, index) => index % 2 === 0);
    await server.ask("settle", settled);
    done.settled += settled.length;
    if (number % 50 < 15) await call("GET", `/panel/stores/${stores[0].merchantId}/transactions`, undefined, "pages");
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next + tickMs - performance.now())));
  }
}

async function pay() {
  number += 1;
  const { merchantId, apiKey } = stores[number % storeCount];
  const body = {
    merchantId,
    orderId: `order-${number}`,
    amountCents: 1999,
    currency: "EUR",
    customerEmail: "b@b.example",
  };
  const { paymentId } = JSON.parse(await call("POST", "/payments/initialize", { apiKey, body }, "payments"));
  for (let reads = 0; reads < 2; reads += 1) await call("GET", `/payments/${paymentId}/status`, { apiKey }, "reads");
  return paymentId;
}

async function call(method, path, { apiKey, body } = {}, counted) {
  const response = await pool.request({
    method,
    path,
    headers: {
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...(body && { "content-type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`${method} ${path} responded with ${response.statusCode}: ${text.slice(0, 200)}`);
  done[counted] += 1;
  return text;
}

async function sampleUntilEnd() {
  const oldest = reader.prepare(
    "SELECT min(due_at) AS at FROM deliveries WHERE due_at <= ? AND merchant_id IN (SELECT value FROM json_each(?))",
  );
  const count = reader.prepare("SELECT count(*) AS count FROM payments");
  while (performance.now() < until) {
    const now = Date.now();
    const { rss, heapUsed } = await server.ask("memory");
    samples.push({
      rssMb: rss / 1e6,
      heapMb: heapUsed / 1e6,
      handles: readdirSync(`/proc/${processId}/fd`).length,
      walMb: statSync(`${filename}-wal`).size / 1e6,
      bytesPerPayment: statSync(filename).size / Math.max(1, count.get().count),
      fileMb: statSync(filename).size / 1e6,
      oldestDueMs: Math.max(0, now - (oldest.get(now, liveStores).at ?? now)),
    });
    await new Promise((resolve) => setTimeout(resolve, sampleEveryMs));
  }
}
