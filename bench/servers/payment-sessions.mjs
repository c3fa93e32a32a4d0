// The service as a user runs it: SQLite on disk or PostgreSQL, default durability. Rate limits are off, since
// one key makes all calls; the panel treats everybody as an operator, so that its pages can be requested.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPaymentService, postgresStorage, sqliteStorage } from "@payment-sessions/server-kit";
import { openPostgresCounter, openSqliteCounter } from "./row-counter.mjs";
import { listen, serveParent, settings } from "./serve-parent.mjs";

const folder = settings.folder ?? mkdtempSync(join(tmpdir(), "payment-sessions-bench-"));
const filename = settings.filename ?? join(folder, "payments.db");
const { connectionString } = settings;
const silent = () => {};
/** The clock does not advance until `moveClock` is called. */
let isClockGoing = false;
let clockMoved = 0;
const now = () => settings.now + clockMoved + (isClockGoing ? Math.round(performance.now()) : 0);

function createService() {
  return createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: connectionString === undefined ? sqliteStorage({ filename }) : postgresStorage({ connectionString }),
    rateLimits: false,
    // Databases that were filled beforehand are read at the time for which they were filled.
    ...(settings.now && { clock: { now } }),
    panel: { signIn: async () => ({ email: "operator@example.com", role: "operator" }), signInUrl: "/" },
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
}

/** Handles requests; with `isDeliveryApart` it sends nothing, and each measurement starts an engine of its own. */
const service = createService();
let engine;
const server = settings.isDeliveryApart ? createServer(service.callback()) : await service.listen(0);
if (settings.isDeliveryApart) await listen(server);
const stores = [];
if (settings.merchantId !== undefined) {
  const { secret } = await service.apiKeys.issue({ merchantId: settings.merchantId, environment: "live" });
  stores.push({ merchantId: settings.merchantId, apiKey: secret });
}
for (let index = 0; index < (settings.storeCount ?? 1); index += 1) {
  const isDead = settings.deadReceiver !== undefined && index % 2 === 1;
  const store = await service.stores.create({
    name: `Store ${index}`,
    kyc: "approved",
    verification: "approved",
    ...(settings.receiver && { webhookUrl: `${isDead ? settings.deadReceiver : settings.receiver}/${index}` }),
  });
  const { secret } = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  stores.push({ merchantId: store.merchantId, apiKey: secret, webhookSecret: store.webhookSecret, isDead });
}
const counter = connectionString === undefined ? openSqliteCounter(filename) : openPostgresCounter(connectionString);

serveParent(
  { port: server.address().port, stores, processId: process.pid },
  {
    rowCount: () => counter.payments(),
    /** Advances the clock by `ms` and lets it run from then on: what became due in between is done. */
    moveClock(ms) {
      isClockGoing = true;
      clockMoved += ms;
    },
    deliveredCount: () => counter.delivered(),
    async startDelivering() {
      engine = createService();
      await engine.start();
    },
    stopDelivering: () => engine.stop(),
    /** Settles payments, 64 at a time: each queues its webhook. */
    async settle(paymentIds) {
      const queue = [...paymentIds];
      const settleNext = async () => {
        for (let paymentId = queue.pop(); paymentId !== undefined; paymentId = queue.pop()) {
          await service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
        }
      };
      await Promise.all(Array.from({ length: 64 }, settleNext));
    },
  },
  async () => {
    await counter.close();
    await service.stop();
    if (settings.folder === undefined) rmSync(folder, { recursive: true });
  },
);
