// Tests that long operator work runs in slices: the event loop turns at least once for each, and reads
// resolve in between.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createVault } from "../../src/domain/vault.js";
import { exportPayments } from "../../src/flows/export-payments.js";
import { readOverview } from "../../src/flows/read-overview.js";
import { createPaymentService, sqliteStorage } from "../../src/index.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { silentLogger } from "../silent-logger.js";
import { generatedStatement } from "../statements/generated-statement.js";
import { openStatementFixture } from "../statements/statement-fixture.js";
import { barePayment, pendingDelivery, sampleDeliveryAttempt } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";
import { countTurns } from "./count-turns.js";

const day = 86_400_000;
const merchantId = "shop";
const turnsDuring = countTurns();

async function openService(storage = freshStorage()) {
  const controls = { now: startOfTime };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    logger: silentLogger,
    clock: { now: () => controls.now },
  });
  onTestFinished(() => service.stop());
  await service.stores.create({ merchantId, name: "Shop", webhookUrl: "https://shop.example/hook" });
  return { service, storage, controls };
}

/** Ended payments of one buyer, each with a delivery. */
async function fill(storage: ReturnType<typeof freshStorage>, count: number, state: "delivered" | "exhausted") {
  await storage.write(async (records) => {
    for (let number = 0; number < count; number += 1) {
      const paymentId = `pay_${number}`;
      await records.payments.insert(
        barePayment({
          ...{ merchantId, paymentId, orderId: paymentId, customerEmail: "erika@example.com" },
          ...{ state: "settled", updatedAt: startOfTime },
        }),
      );
      await records.deliveries.insert(
        pendingDelivery(`d${number}`, undefined, { merchantId, paymentId, state, finishedAt: startOfTime }),
      );
      await records.deliveries.recordAttempt(
        sampleDeliveryAttempt({ deliveryId: `d${number}`, attempt: 1, startedAt: startOfTime, responseExcerpt: "no" }),
      );
    }
  });
}

test("O10: the event loop turns while thousands of records are pruned", async () => {
  const { service, storage, controls } = await openService();
  const old = 2000;
  await fill(storage, old, "delivered");
  controls.now += 200 * day;
  expect(await turnsDuring(service, merchantId, service.prune())).toBeGreaterThanOrEqual((2 * old) / 200);
  expect(await storage.read((records) => records.deliveries.countByState())).toEqual({});
});

test("a file: the event loop turns while it is backed up and the copy is checked", async () => {
  const folder = await mkdtemp(join(tmpdir(), "payment-sessions-backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { service, storage } = await openService(sqliteStorage({ filename: join(folder, "payments.db") }));
  await fill(storage, 500, "delivered");
  const turns = await turnsDuring(service, merchantId, service.backup(join(folder, "backup.db")));
  // The copy of so small a file is one step: the other turns are made while the check runs in a separate
  // thread.
  expect(turns).toBeGreaterThan(50);
});

test("O13: the event loop turns while thousands of failed webhooks are marked to be sent again", async () => {
  const { service, storage } = await openService();
  const failed = 2000;
  await fill(storage, failed, "exhausted");
  const turns = await turnsDuring(service, merchantId, service.webhooks.redeliverMany({ actor: "operator" }));
  expect(turns).toBeGreaterThanOrEqual(failed / 100);
});

test("O25: the event loop turns while what is stored of a buyer with many payments is exported and erased", async () => {
  const { service, storage } = await openService();
  const payments = 600;
  await fill(storage, payments, "delivered");
  const buyer = { email: "erika@example.com" };
  const exported = service.privacy.export(buyer);
  expect(await turnsDuring(service, merchantId, exported)).toBeGreaterThanOrEqual(payments / 100);
  const erased = service.privacy.erase(buyer);
  expect(await turnsDuring(service, merchantId, erased)).toBeGreaterThanOrEqual(payments / 100);
});

test("the event loop turns while a statement with thousands of entries is read", async () => {
  const fixture = await openStatementFixture();
  onTestFinished(() => fixture.service.stop());
  const entries = 2000;
  const imported = fixture.service.statements.import({
    merchantId: fixture.merchantId,
    content: Buffer.concat([...generatedStatement("camt-entries", entries)]),
    actor: "operator",
  });
  expect(await turnsDuring(fixture.service, fixture.merchantId, imported)).toBeGreaterThanOrEqual(entries / 50);
  expect(await imported).toMatchObject({ entries });
});

test("O9: each day of an overview is a read of its own", async () => {
  const { service, storage } = await openService();
  await fill(storage, 300, "delivered");
  const days = 30;
  const overview = readOverview({ storage }, { merchantId, environment: "live", from: startOfTime - days * day, days });
  expect(await turnsDuring(service, merchantId, overview)).toBeGreaterThanOrEqual(days);
});

test("the event loop turns for each page of payments while they are exported as CSV", async () => {
  const { service, storage, controls } = await openService();
  const payments = 3000;
  await fill(storage, payments, "delivered");
  const exported = (async () => {
    let lines = 0;
    const filter = { merchantId, environment: "live" } as const;
    const vault = createVault([randomBytes(32)], randomBytes);
    const dependencies = { storage, clock: { now: () => controls.now }, vault, randomBytes };
    const pieces = await exportPayments(dependencies, filter, { actor: "operator" });
    for await (const piece of pieces) lines += piece.split("\r\n").length - 1;
    return lines;
  })();
  expect(await turnsDuring(service, merchantId, exported)).toBeGreaterThanOrEqual(payments / 500);
  expect(await exported).toBe(payments + 1);
});
