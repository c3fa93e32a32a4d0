// Callers are cached briefly: never past a write of this process, and not long past a write of another.
import { expect, test } from "vitest";
import { keepCallers } from "../../src/http/find-caller.js";
import type { Storage } from "../../src/storage/port.js";
import { sampleKey, sampleStore } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

async function setUp() {
  const inner = freshStorage();
  await inner.open();
  const reads = { count: 0 };
  const counted: Storage = {
    ...inner,
    read: (work) => {
      reads.count += 1;
      return inner.read(work);
    },
  };
  const time = { ms: 0 };
  const { storage, findCaller } = keepCallers(counted, () => time.ms);
  const store = sampleStore({ deletedAt: undefined });
  const key = sampleKey({ merchantId: store.merchantId, revokedAt: undefined });
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(store);
    await records.apiKeys.insert(key);
  });
  return { inner, storage, findCaller, store, key, reads, time };
}

test("simultaneous calls share one read of key and store", async () => {
  const { findCaller, key, store, reads } = await setUp();
  const first = await findCaller(key.hash);
  expect(first).toMatchObject({ key: { id: key.id }, store: { merchantId: store.merchantId } });
  expect(await findCaller(key.hash)).toBe(first);
  expect(reads.count).toBe(1);
});

test("a key that this process has revoked, or a store that it has changed, is read again at once", async () => {
  const { storage, findCaller, key, store } = await setUp();
  await findCaller(key.hash);
  await storage.write((records) => records.apiKeys.revoke(key.id, 5));
  expect((await findCaller(key.hash))?.key.revokedAt).toBe(5);
  await storage.write((records) => records.stores.update({ ...store, name: "Renamed" }));
  expect((await findCaller(key.hash))?.store.name).toBe("Renamed");
});

test("a write of another process is seen after half a second", async () => {
  const { inner, findCaller, key, time } = await setUp();
  await findCaller(key.hash);
  await inner.write((records) => records.apiKeys.revoke(key.id, 5));
  time.ms = 499;
  expect((await findCaller(key.hash))?.key.revokedAt).toBeUndefined();
  time.ms = 500;
  expect((await findCaller(key.hash))?.key.revokedAt).toBe(5);
});

test("a read that a write has overtaken is not cached", async () => {
  const { storage, findCaller, key } = await setUp();
  const reading = findCaller(key.hash);
  const revoking = storage.write((records) => records.apiKeys.revoke(key.id, 5));
  await Promise.all([reading, revoking]);
  expect((await findCaller(key.hash))?.key.revokedAt).toBe(5);
});

test("a malformed key costs no look-up, and a cached key is not checked again", async () => {
  const { findCaller, key, reads } = await setUp();
  expect(await findCaller(key.hash, () => false)).toBeUndefined();
  expect(reads.count).toBe(0);
  const found = await findCaller(key.hash);
  expect(await findCaller(key.hash, () => expect.unreachable("checked again"))).toBe(found);
});

test("an unknown key is looked up each time", async () => {
  const { findCaller, reads } = await setUp();
  expect([await findCaller("0"), await findCaller("0")]).toEqual([undefined, undefined]);
  expect(reads.count).toBe(2);
});
