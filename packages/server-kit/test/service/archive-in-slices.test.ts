// Tests that a store with many payments is deleted and created again: other work continues in between, and an
// interrupted run is continued by the next.
import { expect, test } from "vitest";
import { createPaymentService, type Storage } from "../../src/index.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment, pendingDelivery } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

const merchantId = "shop";
const payments = 1000;

async function withDeletedStore() {
  const storage = freshStorage();
  let units = 0;
  let failsAfter = Number.POSITIVE_INFINITY;
  const counting: Storage = {
    ...storage,
    write(work) {
      units += 1;
      if (units > failsAfter) return Promise.reject(new Error("killed"));
      return storage.write(work);
    },
  };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: counting,
    logger: silentLogger,
    clock: { now: () => startOfTime },
  });
  await service.stores.create({ merchantId, name: "First" });
  await storage.write(async (records) => {
    for (let number = 0; number < payments; number += 1) {
      const paymentId = `pay_${number}`;
      await records.payments.insert(barePayment({ merchantId, paymentId, orderId: paymentId }));
      await records.deliveries.insert(pendingDelivery(`d${number}`, startOfTime, { merchantId, paymentId }));
    }
  });
  return {
    service,
    storage,
    units: () => units,
    killAfter(count: number) {
      failsAfter = units + count;
    },
  };
}

test("O8: a store with many payments is deleted and created again in units of some hundreds of rows, with other units in between", async () => {
  const { service, storage, units } = await withDeletedStore();
  const before = units();
  await service.stores.delete(merchantId);
  expect(units() - before).toBeGreaterThanOrEqual(payments / 500);
  expect(await storage.read((records) => records.deliveries.countByState())).toEqual({ cancelled: payments });

  let isDone = false;
  const creating = service.stores.create({ merchantId, name: "Second" }).finally(() => {
    isDone = true;
  });
  let between = 0;
  while (!isDone) {
    await storage.write((records) => records.settings.put("between", String(between)));
    between += 1;
  }
  await creating;
  expect(between).toBeGreaterThanOrEqual(payments / 200);
  expect(await service.payments.list({ merchantId })).toEqual([]);
  const all = await service.payments.list({ limit: 1000 });
  expect(new Set(all.map((payment) => payment.merchantId)).size).toBe(1);
  expect(all).toHaveLength(payments);
  await service.stop();
});

test("O8: an interrupted archive is continued by the next call that needs the id", async () => {
  const { service, storage, killAfter } = await withDeletedStore();
  await service.stores.delete(merchantId);
  killAfter(3);
  await expect(service.stores.create({ merchantId, name: "Second" })).rejects.toThrow("killed");
  killAfter(Number.POSITIVE_INFINITY);
  const halfway = await service.payments.list({ merchantId, limit: 1000 });
  expect(halfway.length).toBeGreaterThan(0);
  expect(halfway.length).toBeLessThan(payments);
  await service.stores.create({ merchantId, name: "Third" });
  expect(await service.payments.list({ merchantId })).toEqual([]);
  const all = await service.payments.list({ limit: 1000 });
  const [archivedId] = new Set(all.map((payment) => payment.merchantId));
  expect(new Set(all.map((payment) => payment.merchantId)).size).toBe(1);
  const [delivery] = await storage.read((records) => records.deliveries.listOfPayment("pay_0", { limit: 1 }));
  expect(delivery?.merchantId).toBe(archivedId);
  await service.stop();
});

test("O8: housekeeping ends the deliveries that an interrupted deletion has left", async () => {
  const { service, storage, killAfter } = await withDeletedStore();
  killAfter(2);
  await expect(service.stores.delete(merchantId)).rejects.toThrow("killed");
  killAfter(Number.POSITIVE_INFINITY);
  expect((await storage.read((records) => records.deliveries.countByState())).pending).toBe(payments / 2);
  await service.runDue();
  expect(await storage.read((records) => records.deliveries.countByState())).toEqual({ cancelled: payments });
  await service.stop();
});
