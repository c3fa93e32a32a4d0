// Tests that the event loop turns and reads resolve while long work runs in the service. Turns are counted,
// not milliseconds: code that blocks in a driver or hashes on the main thread makes none, on any machine. The
// duration of one turn is counted in turns of another thread.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { createPaymentService, type PaymentServiceOptions, sqliteStorage } from "../../src/index.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { closeAfterTest } from "../loopback.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment, pendingDelivery } from "../storage/conformance/sample-records.js";
import { countTurns } from "./count-turns.js";

const merchantId = "shop";
const turnsDuring = countTurns();

async function openService(options: Partial<PaymentServiceOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "payment-sessions-turns-"));
  closeAfterTest(() => rm(folder, { recursive: true }));
  const filename = join(folder, "payments.db");
  const storage = sqliteStorage({ filename });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    logger: silentLogger,
    ...options,
  });
  closeAfterTest(() => service.stop());
  await service.stores.create({ merchantId, name: "Shop" });
  return { service, storage, filename };
}

test("a file: the event loop turns while another process holds the lock, which is released in a later turn only", async () => {
  const { service, filename } = await openService();
  const otherConnection = new Sqlite(filename);
  closeAfterTest(() => otherConnection.close());
  otherConnection.exec("BEGIN IMMEDIATE");
  const work = service.stores.update(merchantId, { url: "https://shop.example" });
  const release = (turns: number) => {
    if (turns === 200) otherConnection.exec("ROLLBACK");
  };
  expect(await turnsDuring(service, merchantId, work, release)).toBeGreaterThan(200);
  expect(await service.stores.get(merchantId)).toMatchObject({ url: "https://shop.example" });
});

test("a file: the event loop turns while housekeeping waits for a reader that ends in a later turn only", async () => {
  const { service, storage, filename } = await openService();
  const reader = new Sqlite(filename, { readonly: true });
  closeAfterTest(() => reader.close());
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM stores").get();
  await storage.write((records) => records.settings.put("filler", "x".repeat(200_000)));
  const work = Promise.all([storage.maintain(), service.stores.update(merchantId, { url: "https://shop.example" })]);
  // The reader keeps its transaction open: work that waited for it would never end.
  await turnsDuring(service, merchantId, work);
  expect(reader.inTransaction).toBe(true);
});

test("a file: the event loop turns while a store with thousands of payments is archived", async () => {
  const { service, storage } = await openService();
  await service.stores.create({ merchantId: "old", name: "Old shop" });
  const payments = 4000;
  await storage.write(async (records) => {
    for (let number = 0; number < payments; number += 1) {
      const paymentId = `pay_${number}`;
      await records.payments.insert(barePayment({ merchantId: "old", paymentId, orderId: paymentId }));
    }
  });
  await service.stores.delete("old");
  // The id is used again: the rows of the deleted store are moved first, some hundreds in a turn.
  const turns = await turnsDuring(service, merchantId, service.stores.create({ merchantId: "old", name: "New shop" }));
  expect(turns).toBeGreaterThanOrEqual(payments / 500);
});

test("O8, a file: the event loop turns while thousands of webhooks are moved after the clock was set back", async () => {
  const clock = { time: startOfTime, now: () => clock.time };
  const { service, storage } = await openService({ clock });
  await service.runDue();
  const waiting = 4000;
  const later = startOfTime + 3_600_000;
  await storage.write(async (records) => {
    for (let number = 0; number < waiting; number += 1)
      await records.deliveries.insert(pendingDelivery(`d${number}`, later + number, { merchantId, attemptCount: 1 }));
  });
  clock.time -= 7_200_000;
  // Each slice is a unit of work, and each unit takes at least one turn.
  expect(await turnsDuring(service, merchantId, service.runDue())).toBeGreaterThanOrEqual(waiting / 500);
  const last = await storage.read((records) => records.deliveries.find(`d${waiting - 1}`));
  expect(last?.nextAttemptAt).toBe(later + waiting - 1 - 7_200_000);
});

test("a file: the event loop turns while passwords are hashed", async () => {
  const { service } = await openService();
  const password = randomBytes(12).toString("hex");
  const people = ["a", "b", "c"].map((name) =>
    service.users.create({ email: `${name}@shop.example`, password, role: "owner", merchantId }),
  );
  expect(await turnsDuring(service, merchantId, Promise.all(people))).toBeGreaterThan(100);
});
