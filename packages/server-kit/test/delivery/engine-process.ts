// A delivery engine in its own process, for tests that kill it or run several: advances a clock kept in a file from due time to due time
// (`walk`), or does what is due now and ends (`once`; with `claim` every send gets a fake response immediately, without a network). The
// last line on stdout is the number of its sends.
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createDeliveriesWork } from "../../src/background/deliveries-work.js";
import { createMailsWork } from "../../src/background/mails-work.js";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import { createVault } from "../../src/domain/vault.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { fromArgument, storageAt } from "../storage-at.js";

const [database = "", clockFile = "", keyHex = "", mode = "walk"] = process.argv.slice(2);
const clock = { time: Number(readFileSync(clockFile, "utf8")), now: () => clock.time };
const storage = storageAt(fromArgument(database));
await storage.open();
const logger = {
  debug() {},
  info() {},
  warn() {},
  error: (fields: object, message: string) => console.error(message, fields),
};
const shared = { storage, clock, randomBytes, logger };
const fakeOutcome: SendOutcome = {
  kind: "responded",
  httpStatus: 200,
  retryAfter: undefined,
  excerpt: "",
  isTruncated: false,
  durationMs: 1,
};
let sent = 0;
const deliveries = createDeliveriesWork({
  ...shared,
  onSent: () => {
    sent += 1;
  },
  vault: createVault([Buffer.from(keyHex, "hex")], randomBytes),
  random: Math.random,
  sender:
    mode === "claim"
      ? { send: async () => fakeOutcome, close() {} }
      : createWebhookSender({ allowHttp: true, allowPrivateNetwork: true }),
});
const mails = createMailsWork({ ...shared, mailer: { sendMail: async () => undefined }, from: "a@b.example" });
const scheduler = createWorkScheduler({ clock, logger, instances: storage.instances, deliveries, works: [mails] });
console.log("ready");

for (;;) {
  await scheduler.runDue();
  const moments = (await Promise.all([deliveries.nextDue(), mails.nextDue()])).filter((moment) => moment !== undefined);
  if (moments.length === 0 || mode !== "walk") break;
  clock.time = Math.max(clock.time, Math.min(...moments));
  writeFileSync(clockFile, String(clock.time));
}
await scheduler.stop();
await storage.close();
console.log(String(sent));
