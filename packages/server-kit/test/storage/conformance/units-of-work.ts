// Conformance tests of a unit of work: all or nothing, only committed data for readers, durable once its
// promise has resolved.
import { expect, test } from "vitest";
import type { Records } from "../../../src/storage/port.js";
import type { Harness } from "./harness.js";
import { barePayment, bareStore, sampleUser } from "./sample-records.js";

const increment = async (records: Records) => {
  const before = await records.counters.find("count");
  await records.counters.put("count", (before?.value ?? 0) + 1, 1, 2);
};

export function testUnitsOfWork({ fresh, withStore }: Harness, { isShared }: { isShared: boolean }): void {
  test("a unit that fails writes nothing and rejects with its error", async () => {
    const { storage } = await fresh();
    const failure = new Error("changed my mind");
    const failing = storage.write(async (records) => {
      await records.stores.insertIfAbsent(bareStore());
      await records.settings.put("a", "1");
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    expect(await storage.read((records) => records.stores.find("shop_bare"))).toBeUndefined();
    expect(await storage.read((records) => records.settings.find("a"))).toBeUndefined();
  });

  test("a unit that fails does not affect simultaneous units", async () => {
    const { storage } = await fresh();
    const insert = (email: string) => (records: Records) =>
      records.users.insert(sampleUser({ userId: `user_${email}`, email }));
    const results = await Promise.allSettled([
      storage.write(insert("a")),
      storage.write(async (records) => {
        await insert("b")(records);
        throw new Error("the unit failed");
      }),
      storage.write(insert("c")),
      storage.write(async (records) => {
        await insert("d")(records);
        await insert("a")(records);
      }),
      storage.write(insert("e")),
    ]);
    const isDone = results.map(({ status }) => status === "fulfilled");
    expect(isDone).toEqual([isDone[0], false, true, !isDone[0], true]);
    const users = await storage.read((records) => records.users.list());
    // The database decides which of two units with the same e-mail commits first.
    expect(users.map(({ email }) => email)).toEqual(isDone[0] ? ["a", "c", "e"] : ["a", "c", "d", "e"]);
  });

  test("a unit sees its own writes and those of earlier units", async () => {
    const { storage } = await fresh();
    await storage.write((records) => records.settings.put("a", "1"));
    const seen = await storage.write(async (records) => {
      await records.settings.put("b", "2");
      return [await records.settings.find("a"), await records.settings.find("b")];
    });
    expect(seen).toEqual(["1", "2"]);
  });

  test("a reader never sees what is not committed", async () => {
    const { storage } = await fresh();
    const readings: Promise<string | undefined>[] = [];
    const readNow = () => readings.push(storage.read((records) => records.settings.find("a")));
    const writing = storage.write(async (records) => {
      await records.settings.put("a", "1");
      readNow();
      await records.settings.put("b", "1");
      readNow();
      throw new Error("not after all");
    });
    await expect(writing).rejects.toThrow("not after all");
    expect(await Promise.all(readings)).toEqual([undefined, undefined]);
  });

  test("a reader sees one snapshot, however many records it reads", async () => {
    const { storage } = await fresh();
    const put = (value: string) => (records: Records) =>
      records.settings.put("left", value).then(() => records.settings.put("right", value));
    await storage.write(put("0"));
    const readings: Promise<[string | undefined, string | undefined]>[] = [];
    for (let round = 1; round <= 30; round += 1) {
      await storage.write(async (records) => {
        readings.push(
          storage.read(async ({ settings }) => [await settings.find("left"), await settings.find("right")]),
        );
        await put(String(round))(records);
      });
    }
    for (const [left, right] of await Promise.all(readings)) expect(left).toBe(right);
  });

  test("a committed write is visible to the next reader", async () => {
    const { storage } = await fresh();
    for (let round = 0; round < 20; round += 1) {
      await storage.write((records) => records.settings.put("a", String(round)));
      expect(await storage.read((records) => records.settings.find("a"))).toBe(String(round));
    }
  });

  test("a unit returns the result of its work", async () => {
    const { storage } = await fresh();
    const given = { any: ["thing"] };
    expect(await storage.write(async () => given)).toBe(given);
    expect(await storage.read(async () => given)).toBe(given);
    expect(await storage.write(async () => undefined)).toBeUndefined();
  });

  test("a reader's error reaches only that reader", async () => {
    const { storage } = await fresh();
    const [failed, succeeded] = await Promise.allSettled([
      storage.read(async () => {
        throw new Error("odd reader");
      }),
      storage.read((records) => records.settings.find("a")),
    ]);
    expect(failed.status).toBe("rejected");
    expect(succeeded).toEqual({ status: "fulfilled", value: undefined });
  });

  test("thirty writers that increment a counter ten times each add three hundred", async () => {
    const { storage } = await fresh();
    // Three hundred at once would wait for a connection for longer than its timeout, on a busy machine.
    const incrementTenTimes = async () => {
      for (let round = 0; round < 10; round += 1) await storage.write(increment);
    };
    await Promise.all(Array.from({ length: 30 }, incrementTenTimes));
    expect(await storage.read((records) => records.counters.find("count"))).toMatchObject({ value: 300 });
  });

  test("of several writers with one version exactly one wins", async () => {
    const { write, read } = await withStore();
    const payment = barePayment({ version: 7 });
    await write((records) => records.payments.insert(payment));
    const updates = ["opened", "cancelled", "expired"] as const;
    const results = await Promise.all(
      updates.map((state) => write((records) => records.payments.update({ ...payment, state, version: 8 }, 7))),
    );
    expect(results.filter((isWinner) => isWinner)).toHaveLength(1);
    expect(await read((records) => records.payments.find(payment.paymentId))).toMatchObject({
      state: updates[results.indexOf(true)],
      version: 8,
    });
  });

  test("closing waits for running units and readers and refuses later ones", async () => {
    const { storage } = await fresh();
    const written = Promise.all(
      Array.from({ length: 20 }, (_, index) => storage.write((records) => records.settings.put(`s${index}`, "1"))),
    );
    const read = storage.read(async ({ settings }) => [await settings.find("x"), await settings.find("y")]);
    const closed = storage.close();
    await expect(written).resolves.toHaveLength(20);
    await expect(read).resolves.toEqual([undefined, undefined]);
    await closed;
    await expect(storage.write((records) => records.settings.put("a", "1"))).rejects.toThrow();
    await expect(storage.read((records) => records.settings.find("a"))).rejects.toThrow();
    await expect(storage.ping()).rejects.toThrow();
    await storage.close();
  });

  test("opening twice has the effect of opening once", async () => {
    const { storage } = await fresh();
    await storage.write((records) => records.settings.put("a", "1"));
    await Promise.all([storage.open(), storage.open()]);
    expect(await storage.read((records) => records.settings.find("a"))).toBe("1");
  });

  test("an open database responds, lists its migrations and can be maintained while it is written to", async () => {
    const { storage } = await fresh();
    await storage.ping();
    const migrations = await storage.migrations();
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.every(({ isApplied }) => isApplied)).toBe(true);
    const maintained: Promise<{ walBytes: number }>[] = [];
    await Promise.all(
      Array.from({ length: 20 }, () =>
        storage.write(async (records) => {
          await increment(records);
          maintained.push(storage.maintain());
          await increment(records);
        }),
      ),
    );
    for (const { walBytes } of await Promise.all(maintained)) expect(walBytes).toBeGreaterThanOrEqual(0);
    expect(await storage.read((records) => records.counters.find("count"))).toMatchObject({ value: 40 });
  });

  if (!isShared) return;

  test("a committed write is still there after closing and opening again", async () => {
    const { storage, openAgain } = await fresh();
    await storage.write((records) => records.stores.insertIfAbsent(bareStore()));
    await storage.close();
    const again = await openAgain?.();
    expect(await again?.read((records) => records.stores.find("shop_bare"))).toStrictEqual(bareStore());
  });

  test("a second instance sees the commits of the first one", async () => {
    const { storage, openAgain } = await fresh();
    const other = await openAgain?.();
    for (let round = 0; round < 10; round += 1) {
      await storage.write((records) => records.settings.put("a", String(round)));
      expect(await other?.read((records) => records.settings.find("a"))).toBe(String(round));
    }
  });

  test("two instances with hundreds of writes each lose none", async () => {
    const { storage, openAgain } = await fresh();
    const other = await openAgain?.();
    const writeHundreds = async (instance: typeof storage | undefined) => {
      for (let batch = 0; batch < 30; batch += 1) {
        await Promise.all(Array.from({ length: 10 }, () => instance?.write(increment)));
      }
    };
    await Promise.all([writeHundreds(storage), writeHundreds(other)]);
    expect(await other?.read((records) => records.counters.find("count"))).toMatchObject({ value: 600 });
  });

  test("of two instances that write a setting once, one succeeds", async () => {
    const { storage, openAgain } = await fresh();
    const other = await openAgain?.();
    const [first, second] = await Promise.all([
      storage.write((records) => records.settings.putIfAbsent("key", "first")),
      other?.write((records) => records.settings.putIfAbsent("key", "second")),
    ]);
    expect(first).toBe(second);
  });
}
