// A delivery engine in its own process that does what is due, mails included, and kills itself with SIGKILL at a given point: around a
// call on a record, after a commit, before or after a send or a mail. After each commit it prints one line with the delivery's state.
import { appendFileSync, writeSync } from "node:fs";
import { createDeliveriesWork } from "../../src/background/deliveries-work.js";
import { createMailsWork } from "../../src/background/mails-work.js";
import { createWorkScheduler } from "../../src/background/work-scheduler.js";
import type { Delivery } from "../../src/domain/delivery.js";
import { createVault } from "../../src/domain/vault.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { createKillPoints } from "../crash/kill-points.js";
import { fromArgument, storageAt } from "../storage-at.js";
import { seeded } from "./seeded.js";

const [database = "", mailFile = "", keyHex = "", seed = "", killAt = "0", time = "0"] = process.argv.slice(2);
const { random, randomBytes } = seeded(seed);
const clock = { now: () => Number(time) };
const logger = {
  debug() {},
  info() {},
  warn() {},
  error: (fields: object, text: string) => console.error(text, fields),
};

const points = createKillPoints(Number(killAt));
let written: Pick<Delivery, "state" | "attemptCount" | "scheduledCount"> | undefined;
let isMailed = false;
const storage = points.around(storageAt(fromArgument(database)), {
  onCall(name, [record]) {
    // `update` and `settle` of the delivery records take a Delivery first; `deliveryId` excludes the other records' `update`.
    if (name === "update" && typeof record === "object" && record !== null && "deliveryId" in record)
      written = record as Delivery;
    if (name === "settle") written = record as Delivery;
    if (name === "insert") isMailed = true;
  },
  onCommit: printState,
  onTurn([delivery]) {
    written = delivery ?? written;
    printState();
  },
});

function printState(): void {
  if (written === undefined) return;
  const { state, attemptCount, scheduledCount } = written;
  writeSync(1, `${JSON.stringify({ state, attemptCount, scheduledCount, isMailed })}\n`);
}

await storage.open();
const httpSender = createWebhookSender({ allowHttp: true, allowPrivateNetwork: true });
const shared = { storage, clock, random, randomBytes, logger };
const deliveries = createDeliveriesWork({
  ...shared,
  vault: createVault([Buffer.from(keyHex, "hex")], randomBytes),
  sender: {
    ...httpSender,
    async send(request) {
      points.pass();
      const outcome = await httpSender.send(request);
      points.pass();
      return outcome;
    },
  },
});
const mails = createMailsWork({
  ...shared,
  from: "a@b.example",
  mailer: {
    async sendMail({ messageId }: { messageId?: string }) {
      points.pass();
      appendFileSync(mailFile, `${messageId}\n`);
      points.pass();
    },
  },
});
const scheduler = createWorkScheduler({ clock, logger, instances: storage.instances, deliveries, works: [mails] });
points.arm();
await scheduler.runDue();
points.disarm();
await scheduler.stop();
await storage.close();
