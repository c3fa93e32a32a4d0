// Tests the storage port in memory: the whole conformance suite, and the risks that only this implementation
// has.
import { expect, test } from "vitest";
import { memoryStorage } from "../../src/storage/memory/memory-storage.js";
import { barePayment, bareStore, sampleDelivery } from "./conformance/sample-records.js";
import { describeStorage } from "./conformance.js";

async function opened() {
  const storage = memoryStorage();
  await storage.open();
  return storage;
}

describeStorage(
  "memory",
  async () => {
    const storage = await opened();
    return { storage, cleanUp: () => storage.close() };
  },
  { isShared: false },
);

test("a caller that changes what it wrote or read changes nothing that is stored", async () => {
  const storage = await opened();
  const payment = barePayment({ metadata: { cart: [{ id: 1 }] } });
  const delivery = sampleDelivery();
  const [firstByte] = delivery.body;
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(bareStore({ merchantId: payment.merchantId }));
    await records.payments.insert(payment);
    await records.deliveries.insert(delivery);
  });
  const read = async () => ({
    payment: await storage.read((records) => records.payments.find(payment.paymentId)),
    delivery: await storage.read((records) => records.deliveries.find(delivery.deliveryId)),
  });
  const overwrite = (metadata: unknown, body: Uint8Array | undefined) => {
    Object.assign(Object(metadata).cart[0], { id: 2 });
    body?.fill(0);
  };
  overwrite(payment.metadata, delivery.body);
  const first = await read();
  overwrite(first.payment?.metadata, first.delivery?.body);
  const second = await read();
  expect(second.payment?.metadata).toEqual({ cart: [{ id: 1 }] });
  expect(second.delivery?.body[0]).toBe(firstByte);
});

test("a failed unit restores what it changed, replaced and removed", async () => {
  const storage = await opened();
  const put = (value: number, expiresAt: number) =>
    storage.write((records) => records.counters.put("kept", value, 1, expiresAt));
  await put(1, 5);
  const failing = storage.write(async (records) => {
    await records.counters.put("kept", 2, 2, 2);
    await records.counters.removeExpired(9, 9);
    await records.counters.put("new", 3, 3, 3);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const find = (name: string) => storage.read((records) => records.counters.find(name));
  expect(await find("kept")).toEqual({ value: 1, updatedAt: 1 });
  expect(await find("new")).toBeUndefined();
});

test("a snapshot can be restored exactly, any number of times", async () => {
  const storage = await opened();
  await storage.write((records) => records.settings.put("a", "seed"));
  const restore = await storage.snapshot();
  for (const value of ["first", "second"]) {
    await storage.write(async (records) => {
      await records.settings.put("a", value);
      await records.settings.put("b", value);
      await records.stores.insertIfAbsent(bareStore());
    });
    await restore();
    expect(await storage.read(({ settings }) => settings.find("a"))).toBe("seed");
    expect(await storage.read(({ settings }) => settings.find("b"))).toBeUndefined();
    expect(await storage.read(({ stores }) => stores.list({ limit: 9 }))).toEqual([]);
  }
});
