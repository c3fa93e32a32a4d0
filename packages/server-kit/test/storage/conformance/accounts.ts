// Stores, API keys and panel users.
import { expect, test } from "vitest";
import type { Harness } from "./harness.js";
import { bareStore, noon, sampleKey, sampleStore, sampleUser } from "./sample-records.js";

export function testAccounts({ fresh, withStore }: Harness): void {
  test.each([
    ["every field filled", sampleStore({ disabledAt: noon })],
    ["every optional field undefined", bareStore()],
  ])("a store comes back as it was stored: %s", async (_, store) => {
    const { storage } = await fresh();
    await storage.write((records) => records.stores.insertIfAbsent(store));
    expect(await storage.read((records) => records.stores.find(store.merchantId))).toStrictEqual(store);
    expect(await storage.read((records) => records.stores.list({ limit: 5 }))).toStrictEqual([store]);
  });

  test("an update of a store replaces all of it, also by nothing", async () => {
    const { write, read } = await withStore();
    const after = bareStore({ merchantId: "shop_1", updatedAt: noon + 9 });
    await write((records) => records.stores.update(after));
    expect(await read((records) => records.stores.find("shop_1"))).toStrictEqual(after);
  });

  test("a deleted store is as good as none, but its id stays taken", async () => {
    const { write, read } = await withStore();
    expect(await write((records) => records.stores.insertIfAbsent(bareStore({ merchantId: "shop_1" })))).toBe(false);
    expect(await read((records) => records.stores.find("shop_1"))).toStrictEqual(sampleStore());
    expect(await write((records) => records.stores.insertIfAbsent(sampleStore({ merchantId: "shop_2" })))).toBe(true);
    await write((records) => records.stores.update(sampleStore({ merchantId: "shop_2", deletedAt: noon })));
    await write((records) => records.stores.update(sampleStore({ deletedAt: noon })));
    expect(await read((records) => records.stores.find("shop_1"))).toBeUndefined();
    expect(await read((records) => records.stores.list({ limit: 5 }))).toEqual([]);
    expect(await read((records) => records.stores.findEvenDeleted("shop_1"))).toMatchObject({ deletedAt: noon });
    expect(await read((records) => records.stores.findEvenDeleted("shop_9"))).toBeUndefined();
    expect(await write((records) => records.stores.insertIfAbsent(sampleStore()))).toBe(false);
    expect(await read((records) => records.stores.find("shop_1"))).toBeUndefined();
  });

  test("stores are listed by id, page by page", async () => {
    const { storage } = await fresh();
    await storage.write(async (records) => {
      for (const merchantId of ["c", "a", "e", "b", "d"])
        await records.stores.insertIfAbsent(bareStore({ merchantId }));
    });
    const page = async (after?: string) =>
      (await storage.read((records) => records.stores.list({ limit: 2, after })))
        .map(({ merchantId }) => merchantId)
        .join("");
    expect([await page(), await page("b"), await page("d"), await page("e")]).toEqual(["ab", "cd", "e", ""]);
  });

  test.each([
    ["every field filled", sampleKey({ revokedAt: noon })],
    [
      "every optional field undefined",
      sampleKey({ isLegacy: false, scopes: [], lastUsedAt: undefined, expiresAt: undefined }),
    ],
  ])("an API key comes back as it was stored: %s", async (_, key) => {
    const { write, read } = await withStore();
    await write((records) => records.apiKeys.insert(key));
    expect(await read((records) => records.apiKeys.findByHash(key.hash))).toStrictEqual(key);
    expect(await read((records) => records.apiKeys.find(key.id))).toStrictEqual(key);
    expect(await read((records) => records.apiKeys.listOfStore("shop_1"))).toStrictEqual([key]);
    expect(await read((records) => records.apiKeys.listOfStore("shop_2"))).toEqual([]);
    expect(await read((records) => records.apiKeys.findByHash("00"))).toBeUndefined();
  });

  test("two API keys never share a hash", async () => {
    const { write } = await withStore();
    await write((records) => records.apiKeys.insert(sampleKey()));
    await expect(write((records) => records.apiKeys.insert(sampleKey({ id: "key_2" })))).rejects.toThrow();
  });

  test("an API key is revoked once and keeps the first moment", async () => {
    const { write, read } = await withStore();
    await write((records) => records.apiKeys.insert(sampleKey()));
    expect(await write((records) => records.apiKeys.revoke("key_1", noon + 5))).toBe(true);
    expect(await write((records) => records.apiKeys.revoke("key_1", noon + 6))).toBe(false);
    expect(await write((records) => records.apiKeys.revoke("key_2", noon))).toBe(false);
    expect(await read((records) => records.apiKeys.find("key_1"))).toMatchObject({ revokedAt: noon + 5 });
  });

  test("the last use and the deprecated uses of an API key are kept", async () => {
    const { write, read } = await withStore();
    await write((records) => records.apiKeys.insert(sampleKey()));
    await write((records) => records.apiKeys.touch("key_1", noon + 77));
    expect(await read((records) => records.apiKeys.find("key_1"))).toMatchObject({ lastUsedAt: noon + 77 });
    await Promise.all(
      ["shop_id", "legacy_key", "shop_id"].map((name) =>
        write((records) => records.apiKeys.countDeprecation("key_1", name)),
      ),
    );
    expect(await read((records) => records.apiKeys.listDeprecations("key_1"))).toEqual([
      { deprecation: "legacy_key", count: 1 },
      { deprecation: "shop_id", count: 2 },
    ]);
    expect(await read((records) => records.apiKeys.listDeprecations("key_2"))).toEqual([]);
  });

  test.each([
    ["every field filled", sampleUser()],
    ["every optional field undefined", sampleUser({ role: "operator", merchantId: undefined, disabledAt: undefined })],
  ])("a panel user comes back as stored: %s", async (_, user) => {
    const { write, read } = await withStore();
    await write((records) => records.users.insert(user));
    expect(await read((records) => records.users.find("user_1"))).toStrictEqual(user);
    expect(await read((records) => records.users.findByEmail(user.email))).toStrictEqual(user);
    expect(await read((records) => records.users.list())).toStrictEqual([user]);
    expect(await read((records) => records.users.list("shop_1"))).toHaveLength(user.merchantId === undefined ? 0 : 1);
    expect(await read((records) => records.users.list("shop_2"))).toEqual([]);
  });

  test("an e-mail belongs to one user, and an update replaces the user", async () => {
    const { write, read } = await withStore();
    await write((records) => records.users.insert(sampleUser()));
    await expect(write((records) => records.users.insert(sampleUser({ userId: "user_2" })))).rejects.toThrow();
    const after = sampleUser({ role: "viewer", passwordHash: "scrypt$2", disabledAt: undefined });
    await write((records) => records.users.update(after));
    expect(await read((records) => records.users.find("user_1"))).toStrictEqual(after);
  });

  test("sessions of the panel come back as stored and end by expiry, sign-out or with their user", async () => {
    const { write, read } = await withStore();
    const session = {
      tokenHash: "a",
      userId: "user_1",
      csrfToken: "csrf",
      createdAt: noon,
      lastSeenAt: noon + 1,
      expiresAt: noon + 10,
    };
    await write(async (records) => {
      await records.users.insert(sampleUser());
      await records.users.insert(sampleUser({ userId: "user_2", email: "other@example.com" }));
      await records.users.insertSession(session);
      await records.users.insertSession({ ...session, tokenHash: "b", expiresAt: noon + 20 });
      await records.users.insertSession({ ...session, tokenHash: "c", expiresAt: noon + 30 });
      await records.users.insertSession({ ...session, tokenHash: "d", userId: "user_2", expiresAt: noon + 40 });
    });
    const find = (tokenHash: string) => read((records) => records.users.findSession(tokenHash));
    expect(await find("a")).toStrictEqual(session);
    await write((records) => records.users.touchSession("a", noon + 5));
    expect(await find("a")).toStrictEqual({ ...session, lastSeenAt: noon + 5 });
    expect(await write((records) => records.users.removeExpiredSessions(noon + 10))).toBe(1);
    expect(await find("a")).toBeUndefined();
    await write((records) => records.users.removeSession("b"));
    expect(await find("b")).toBeUndefined();
    await write((records) => records.users.removeSessionsOfUser("user_1"));
    expect(await find("c")).toBeUndefined();
    expect(await find("d")).toBeDefined();
  });
}
