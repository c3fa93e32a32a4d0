// One instance with its background work, in a separate process, to be killed: PostgreSQL's address and the
// vault's key are its arguments.
import { randomBytes } from "node:crypto";
import { createDeliveriesWork } from "../../src/background/deliveries-work.js";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import { createVault } from "../../src/domain/vault.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { postgresStorage } from "../../src/storage/postgres/postgres-storage.js";
import { silentLogger } from "../silent-logger.js";

const [connectionString = "", keyHex = ""] = process.argv.slice(2);
const storage = postgresStorage({ connectionString });
await storage.open();
const deliveries = createDeliveriesWork({
  storage,
  clock: Date,
  randomBytes,
  random: Math.random,
  logger: silentLogger,
  vault: createVault([Buffer.from(keyHex, "hex")], randomBytes),
  sender: createWebhookSender({ allowHttp: true, allowPrivateNetwork: true }),
});
const scheduler = createWorkScheduler({
  clock: Date,
  logger: silentLogger,
  instances: storage.instances,
  deliveries,
  works: [],
});
await scheduler.start();
console.log("ready");
