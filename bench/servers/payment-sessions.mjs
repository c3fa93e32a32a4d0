// The service as a user runs it: SQLite on disk, default durability. Rate limits are off, since one key makes all calls.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPaymentService, sqliteStorage } from "@payment-sessions/server-kit";
import Sqlite from "better-sqlite3";
import { answerParent, listen, settings } from "./answer-parent.mjs";

const folder = settings.folder ?? mkdtempSync(join(tmpdir(), "payment-sessions-bench-"));
const filename = join(folder, "payments.db");
const silent = () => {};

function createService() {
  return createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: sqliteStorage({ filename }),
    rateLimits: false,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
}

/** Answers requests; with `isDeliveryApart` it sends nothing, and each measurement starts an engine of its own. */
const service = createService();
let engine;
const server = settings.isDeliveryApart ? createServer(service.callback()) : await service.listen(0);
if (settings.isDeliveryApart) await listen(server);
const stores = [];
for (let index = 0; index < (settings.storeCount ?? 1); index += 1) {
  const store = await service.stores.create({
    name: `Store ${index}`,
    kyc: "approved",
    verification: "approved",
    ...(settings.receiver && { webhookUrl: `${settings.receiver}/${index}` }),
  });
  const { secret } = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  stores.push({ merchantId: store.merchantId, apiKey: secret, webhookSecret: store.webhookSecret });
}
const reader = new Sqlite(filename, { readonly: true });
const count = reader.prepare("SELECT count(*) AS count FROM payments");
const delivered = reader.prepare("SELECT count(*) AS count FROM deliveries WHERE state = 'delivered'");

answerParent(
  { port: server.address().port, stores },
  {
    rowCount: () => count.get().count,
    deliveredCount: () => delivered.get().count,
    async startDelivering() {
      engine = createService();
      await engine.start();
    },
    stopDelivering: () => engine.stop(),
    /** Settles payments, 64 at a time: each queues the webhook that says so. */
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
    reader.close();
    await service.stop();
    if (settings.folder === undefined) rmSync(folder, { recursive: true });
  },
);
