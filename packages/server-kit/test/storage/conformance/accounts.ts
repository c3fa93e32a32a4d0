// Conformance tests of stores, API keys and panel users.
import { expect, test } from "vitest";
import type { Harness } from "./harness.js";
import {
  barePayment,
  bareStore,
  noon,
  pendingDelivery,
  sampleAlert,
  sampleKey,
  sampleMail,
  sampleStore,
  sampleUser,
} from "./sample-records.js";
import { sampleEntry, sampleStatement } from "./statements.js";

export function testAccounts({ fresh, withStore }: Harness): void {
  test.each([
    ["every field filled", sampleStore({ disabledAt: noon })],
    ["every optional field undefined", bareStore()],
  ])("a store is read as it was stored: %s", async (_, store) => {
    const { storage } = await fresh();
    await storage.write((records) => records.stores.insertIfAbsent(store));
    expect(await storage.read((records) => records.stores.find(store.merchantId))).toStrictEqual(store);
    expect(await storage.read((records) => records.stores.list({ limit: 5 }))).toStrictEqual([store]);
  });

  test("an update of a store replaces every field, also with undefined", async () => {
    const { write, read } = await withStore();
    const after = bareStore({ merchantId: "shop_1", updatedAt: noon + 9 });
    await write((records) => records.stores.update(after));
    expect(await read((records) => records.stores.find("shop_1"))).toStrictEqual(after);
  });

  test("O5: the key ids that webhook secrets name, announced ones included, are listed once each, without deleted stores", async () => {
    const { write, read } = await withStore();
    const sealed = (id: string, next?: string) => ({
      sealedWebhookSecret: `v1.${id}.x`,
      sealedNextWebhookSecret: next === undefined ? undefined : `v1.${next}.y`,
    });
    await write(async ({ stores }) => {
      await stores.update(sampleStore({ merchantId: "shop_1", ...sealed("aaaaaaaa") }));
      await stores.insertIfAbsent(sampleStore({ merchantId: "shop_2", ...sealed("aaaaaaaa", "bbbbbbbb") }));
      await stores.insertIfAbsent(
        sampleStore({ merchantId: "shop_3", ...sealed("cccccccc", "dddddddd"), deletedAt: noon }),
      );
    });
    expect((await read(({ stores }) => stores.listSealingKeyIds())).sort()).toEqual(["aaaaaaaa", "bbbbbbbb"]);
  });

  test("a deleted store is not found, but its id stays in use until it is archived", async () => {
    const { write, read } = await withStore();
    expect(await write((records) => records.stores.insertIfAbsent(bareStore({ merchantId: "shop_1" })))).toBe(false);
    expect(await read((records) => records.stores.find("shop_1"))).toStrictEqual(sampleStore());
    expect(await write((records) => records.stores.insertIfAbsent(sampleStore({ merchantId: "shop_2" })))).toBe(true);
    await write((records) => records.stores.update(sampleStore({ merchantId: "shop_2", deletedAt: noon })));
    await write((records) => records.stores.update(sampleStore({ deletedAt: noon })));
    expect(await read((records) => records.stores.find("shop_1"))).toBeUndefined();
    expect(await read((records) => records.stores.list({ limit: 5 }))).toEqual([]);
    expect(await read((records) => records.stores.findIncludingDeleted("shop_1"))).toMatchObject({ deletedAt: noon });
    expect(await read((records) => records.stores.findIncludingDeleted("shop_9"))).toBeUndefined();
    expect(await write((records) => records.stores.insertIfAbsent(sampleStore()))).toBe(false);
    expect(await read((records) => records.stores.find("shop_1"))).toBeUndefined();
  });

  test("O8: archiving a store moves its records to another id, slice by slice, and frees its own", async () => {
    const { write, read } = await withStore();
    const other = "shop_1~archive";
    const scope = { merchantId: "shop_1", environment: "live" as const, route: "r", key: "k" };
    const newAccount = { bankName: "Bank", accountHolder: "Shop", iban: "DE89370400440532013000", bic: "" };
    await write(async (records) => {
      await records.stores.insertIfAbsent(bareStore({ merchantId: "shop_2" }));
      for (const [merchantId, number] of [
        ["shop_1", 1],
        ["shop_2", 2],
      ] as const) {
        await records.apiKeys.insert(sampleKey({ id: `key_${number}`, hash: `${number}`, merchantId }));
        await records.payments.insert(barePayment({ merchantId, paymentId: `pay_${number}` }));
        await records.deliveries.insert(
          pendingDelivery(`d${number}`, noon, { merchantId, paymentId: `pay_${number}` }),
        );
        await records.mails.insert(sampleMail({ merchantId, mailId: `m${number}`, uniqueKey: `m${number}` }));
        await records.orders.put(merchantId, "order", { number }, noon);
        await records.idempotency.put({
          ...{ ...scope, merchantId, bodyHash: `${number}`, outcome: undefined },
          ...{ runningUntil: noon, expiresAt: noon },
        });
        await records.users.insert(sampleUser({ merchantId, userId: `user_${number}`, email: `${number}@x.example` }));
        await records.audit.append({
          ...{
            at: noon,
            actor: "a",
            actorKind: undefined,
            address: undefined,
            action: `${number}`,
            merchantId,
            subject: undefined,
          },
          detail: {},
        });
        const of = { merchantId, statementId: `sta_${number}` };
        await records.statements.insert(sampleStatement(of));
        await records.statements.insertEntry(sampleEntry({ ...of, entryId: `ent_${number}` }));
        await records.statements.putColumnMap(merchantId, { number }, noon);
        await records.logos.put({ merchantId, fileName: "logo.png", bytes: Uint8Array.of(1), createdAt: number });
        await records.pendingBankAccounts.put({
          ...{ merchantId, account: newAccount, actor: `${number}`, requestedAt: noon, effectiveAt: noon },
        });
        await records.listeners.open(merchantId, noon);
        await records.listeners.insert({
          ...{ merchantId, number, deliveryId: `d${number}`, event: "test" },
          ...{ body: Uint8Array.of(1), path: "queue" as const, createdAt: noon },
        });
        await records.alerts.insert(
          sampleAlert({ merchantId, alertId: `alr_${number}`, paymentId: `pay_${number}`, resolvedAt: undefined }),
        );
      }
      for (const paymentId of ["pay_1b", "pay_1c"]) {
        await records.payments.insert(barePayment({ merchantId: "shop_1", paymentId, orderId: paymentId }));
      }
    });
    const begin = (merchantId: string, archivedId = other) =>
      write((records) => records.stores.beginArchive(merchantId, archivedId));
    expect(await begin("shop_1")).toBeUndefined();
    expect(await begin("shop_9")).toBeUndefined();
    await write((records) => records.stores.update(sampleStore({ deletedAt: noon })));
    expect(await begin("shop_1")).toBe(other);
    // Interrupted, and begun again by another process.
    expect(await begin("shop_1", "shop_1~later")).toBe(other);
    const slices: number[] = [];
    while (slices.at(-1) !== 0) {
      slices.push(await write((records) => records.stores.archiveSlice("shop_1", other, 1)));
    }
    expect(slices.length).toBeGreaterThan(2);
    expect(await begin("shop_1")).toBeUndefined();

    const rowsOfStore = (merchantId: string) =>
      read(async (records) => ({
        store: (await records.stores.findIncludingDeleted(merchantId))?.deletedAt,
        keys: (await records.apiKeys.listOfStore(merchantId)).map(({ id }) => id),
        payments: (await records.payments.list({ merchantId, limit: 9 })).map(({ paymentId }) => paymentId),
        pending: (await records.payments.findPending(barePayment({ merchantId })))?.paymentId,
        deliveries: [await records.deliveries.find("d1"), await records.deliveries.find("d2")]
          .filter((delivery) => delivery?.merchantId === merchantId)
          .map((delivery) => delivery?.deliveryId),
        mails: await records.mails.countSince(merchantId, 0),
        order: await records.orders.find(merchantId, "order"),
        call: (await records.idempotency.find({ ...scope, merchantId }))?.bodyHash,
        users: (await records.users.list(merchantId)).map(({ userId }) => userId),
        audit: (await records.audit.list({ merchantId, limit: 9 })).map(({ action }) => action),
        statements: (await records.statements.list({ merchantId, limit: 9 })).map(({ statementId }) => statementId),
        entries: (await records.statements.listEntries({ merchantId, limit: 9 })).map(({ entryId }) => entryId),
        booking: await records.statements.hasEntry({ ...sampleEntry(), merchantId }),
        columns: await records.statements.findColumnMap(merchantId),
        logo: (await records.logos.find(merchantId, "logo.png"))?.createdAt,
        pendingAccount: (await records.pendingBankAccounts.find(merchantId))?.actor,
        listened: (await records.listeners.list(merchantId, { after: 0, since: 0, limit: 9 })).map((row) => row.number),
        alerts: (await records.alerts.list({ merchantId, limit: 9 })).map(({ alertId }) => alertId),
        attention: (await records.payments.list({ merchantId, needsAttention: true, limit: 9 })).length,
      }));
    const all = (number: number, deletedAt: number | undefined) => ({
      store: deletedAt,
      keys: [`key_${number}`],
      payments: number === 1 ? ["pay_1c", "pay_1b", "pay_1"] : [`pay_${number}`],
      pending: `pay_${number}`,
      deliveries: [`d${number}`],
      mails: 1,
      order: { number },
      call: `${number}`,
      users: [`user_${number}`],
      audit: [`${number}`],
      statements: [`sta_${number}`],
      entries: [`ent_${number}`],
      booking: true,
      columns: { number },
      logo: number,
      pendingAccount: `${number}`,
      listened: [number],
      alerts: [`alr_${number}`],
      attention: 1,
    });
    expect(await rowsOfStore(other)).toEqual(all(1, noon));
    expect(await rowsOfStore("shop_2")).toEqual(all(2, undefined));
    expect(await rowsOfStore("shop_1")).toEqual({
      ...{ store: undefined, keys: [], payments: [], pending: undefined, deliveries: [], mails: 0 },
      ...{ order: undefined, call: undefined, users: [], audit: [], statements: [], entries: [], booking: false },
      ...{ columns: undefined, logo: undefined, pendingAccount: undefined, listened: [], alerts: [], attention: 0 },
    });
    // A unit that read a payment before the move must not write it back with the old id.
    expect((await read((records) => records.payments.find("pay_1")))?.version).toBe(barePayment().version + 1);
    expect(await write((records) => records.stores.insertIfAbsent(sampleStore()))).toBe(true);
    await write((records) => records.payments.insert(barePayment({ paymentId: "pay_3" })));
    expect(await rowsOfStore(other)).toEqual(all(1, noon));
  });

  test("a delivery without its payment moves with its archived store, and never to the next store with this id", async () => {
    const { write, read } = await withStore();
    await write((records) => records.deliveries.insert(pendingDelivery("d1", noon, { paymentId: "pay_gone" })));
    await write((records) => records.stores.update(sampleStore({ deletedAt: noon })));
    const archivedId = await write((records) => records.stores.beginArchive("shop_1", "shop_1~archive"));
    expect(archivedId).toBe("shop_1~archive");
    let moved: number;
    do moved = await write((records) => records.stores.archiveSlice("shop_1", "shop_1~archive", 1));
    while (moved > 0);
    expect(await read((records) => records.deliveries.find("d1"))).toMatchObject({ merchantId: "shop_1~archive" });
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
  ])("an API key is read as it was stored: %s", async (_, key) => {
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

  test("an API key is revoked once and keeps the first time", async () => {
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
  ])("a panel user is read as it was stored: %s", async (_, user) => {
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

  test("sessions of the panel are read as stored and end by expiry, sign-out or with their user", async () => {
    const { write, read } = await withStore();
    const session = {
      tokenHash: "a",
      userId: "user_1",
      csrfToken: "csrf",
      createdAt: noon,
      lastSeenAt: noon + 1,
      expiresAt: noon + 10,
      stage: "open" as const,
      confirmedAt: noon,
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
    await write((records) => records.users.confirmSession("b", noon + 6));
    expect(await find("b")).toMatchObject({ confirmedAt: noon + 6 });
    expect(await write((records) => records.users.removeExpiredSessions(noon + 10))).toBe(1);
    expect(await find("a")).toBeUndefined();
    await write((records) => records.users.removeSession("b"));
    expect(await find("b")).toBeUndefined();
    await write((records) => records.users.removeSessionsOfUser("user_1"));
    expect(await find("c")).toBeUndefined();
    expect(await find("d")).toBeDefined();
  });

  test("O27: a second factor is read as stored, replaced as a whole, and deleted with its user", async () => {
    const { write, read } = await withStore();
    const factor = {
      userId: "user_1",
      sealedSecret: "v1.0123abcd.x",
      confirmedAt: undefined,
      lastStep: 0,
      recoveryHashes: [],
      createdAt: noon,
    };
    await write((records) => records.users.insert(sampleUser()));
    await write((records) => records.secondFactors.put(factor));
    const find = () => read((records) => records.secondFactors.find("user_1"));
    expect(await find()).toStrictEqual(factor);
    const on = { ...factor, confirmedAt: noon + 1, lastStep: 60_000_000, recoveryHashes: ["a", "b"] };
    await write((records) => records.secondFactors.put(on));
    expect(await find()).toStrictEqual(on);
    expect(await read((records) => records.secondFactors.list({ after: "", limit: 9 }))).toStrictEqual([on]);
    expect(await write((records) => records.secondFactors.remove("user_1"))).toBe(true);
    expect(await write((records) => records.secondFactors.remove("user_1"))).toBe(false);
    await write((records) => records.secondFactors.put(on));
    await write((records) => records.users.remove("user_1"));
    expect(await find()).toBeUndefined();
    expect(await read((records) => records.users.find("user_1"))).toBeUndefined();
  });

  test("O5: the key ids of second factors and of account mails are listed once each, and both come in pages", async () => {
    const { write, read } = await withStore();
    const names = ["a", "b", "c"] as const;
    const keyOf = { a: "aaaaaaaa", b: "bbbbbbbb", c: "aaaaaaaa" };
    await write(async ({ users, secondFactors, accountMails }) => {
      for (const name of names) {
        await users.insert(sampleUser({ userId: name, email: `${name}@shop.example` }));
        const sealed = `v1.${keyOf[name]}.x`;
        await secondFactors.put({
          ...{ userId: name, sealedSecret: sealed, confirmedAt: undefined, lastStep: 0, recoveryHashes: [] },
          createdAt: noon,
        });
        const mail = { recipient: "a@shop.example", subject: "s", attemptCount: 0, createdAt: noon };
        const waiting = { nextAttemptAt: noon, claimedUntil: undefined, sentAt: undefined };
        await accountMails.insert({ ...mail, ...waiting, mailId: name, sealedText: sealed });
        const sent = { nextAttemptAt: undefined, claimedUntil: undefined, sentAt: noon };
        await accountMails.insert({ ...mail, ...sent, mailId: `${name}-sent`, sealedText: undefined });
      }
    });
    const page = { after: "a", limit: 1 };
    const found = await read(async ({ secondFactors, accountMails }) => ({
      factorKeys: (await secondFactors.listSealingKeyIds()).sort(),
      mailKeys: (await accountMails.listSealingKeyIds()).sort(),
      factors: (await secondFactors.list(page)).map(({ userId }) => userId),
      mails: (await accountMails.listSealed(page)).map(({ mailId }) => mailId),
    }));
    const keys = ["aaaaaaaa", "bbbbbbbb"];
    expect(found).toEqual({ factorKeys: keys, mailKeys: keys, factors: ["b"], mails: ["b"] });
  });

  test("O27: password links are found by their hash, and end by time or with all links of their user", async () => {
    const { write, read } = await withStore();
    const link = {
      tokenHash: "a",
      userId: "user_1",
      purpose: "password_reset" as const,
      createdAt: noon,
      expiresAt: noon + 9,
    };
    await write(async (records) => {
      await records.users.insert(sampleUser());
      await records.userLinks.insert(link);
      await records.userLinks.insert({ ...link, tokenHash: "b", expiresAt: noon + 20 });
    });
    const find = (tokenHash: string) => read((records) => records.userLinks.find(tokenHash));
    expect(await find("a")).toStrictEqual(link);
    expect(await write((records) => records.userLinks.removeExpired(noon + 9))).toBe(1);
    expect(await find("a")).toBeUndefined();
    await write((records) => records.userLinks.removeOfUser("user_2"));
    expect(await find("b")).toBeDefined();
    await write((records) => records.userLinks.removeOfUser("user_1"));
    expect(await find("b")).toBeUndefined();
  });

  test("invitations are found by their user, listed by their user's store, and stay when they have expired", async () => {
    const { write, read } = await withStore();
    const link = { purpose: "invitation" as const, createdAt: noon, expiresAt: noon + 9 };
    const ofOwner = { ...link, tokenHash: "a", userId: "user_1" };
    const ofOperator = { ...link, tokenHash: "b", userId: "user_2" };
    await write(async (records) => {
      await records.users.insert(sampleUser());
      await records.users.insert(
        sampleUser({ userId: "user_2", email: "o@x.example", role: "operator", merchantId: undefined }),
      );
      for (const one of [ofOwner, ofOperator]) await records.userLinks.insert(one);
      await records.userLinks.insert({ ...ofOwner, tokenHash: "c", purpose: "password_reset" });
    });
    expect(await write((records) => records.userLinks.removeExpired(noon + 9))).toBe(1);
    const list = (merchantId: string | undefined) => read((records) => records.userLinks.listInvitations(merchantId));
    expect(await list("shop_1")).toStrictEqual([ofOwner]);
    expect(await list(undefined)).toStrictEqual([ofOperator]);
    expect(await list("shop_2")).toStrictEqual([]);
    const find = (userId: string) => read((records) => records.userLinks.findInvitation(userId));
    expect(await find("user_1")).toStrictEqual(ofOwner);
    await write((records) => records.userLinks.removeOfUser("user_1"));
    await write((records) => records.userLinks.insert({ ...ofOwner, tokenHash: "d", purpose: "password_reset" }));
    expect(await find("user_1")).toBeUndefined();
    expect(await find("user_2")).toStrictEqual(ofOperator);
  });

  test("O27: account mails are due by time and claim, and their text is deleted once they ended", async () => {
    const { write, read } = await withStore();
    const mail = {
      mailId: "m1",
      recipient: "a@shop.example",
      subject: "s",
      sealedText: "v1.0123abcd.x",
      attemptCount: 0,
      nextAttemptAt: noon,
      claimedUntil: undefined,
      sentAt: undefined,
      createdAt: noon,
    };
    await write(async (records) => {
      await records.accountMails.insert(mail);
      await records.accountMails.insert({ ...mail, mailId: "m2", nextAttemptAt: noon + 5, createdAt: noon + 5 });
    });
    expect(await read((records) => records.accountMails.findDue(noon - 1))).toBeUndefined();
    expect(await read((records) => records.accountMails.findDue(noon + 9))).toStrictEqual(mail);
    await write((records) => records.accountMails.update({ ...mail, claimedUntil: noon + 60, attemptCount: 1 }));
    expect((await read((records) => records.accountMails.findDue(noon + 9)))?.mailId).toBe("m2");
    expect(await read((records) => records.accountMails.nextDue())).toBe(noon + 5);
    const sent = { ...mail, sealedText: undefined, nextAttemptAt: undefined, sentAt: noon + 1 };
    await write((records) => records.accountMails.update(sent));
    expect(
      (await read((records) => records.accountMails.listSealed({ after: "", limit: 9 }))).map(({ mailId }) => mailId),
    ).toEqual(["m2"]);
    expect(await write((records) => records.accountMails.removeOlder(noon + 1))).toBe(1);
    expect(await write((records) => records.accountMails.removeOlder(noon + 6))).toBe(1);
    expect(await read((records) => records.accountMails.nextDue())).toBeUndefined();
  });

  test("O27: a changed bank account is pending, one per store, until it takes effect", async () => {
    const { write, read } = await withStore();
    const account = { bankName: "Bank", accountHolder: "Shop", iban: "DE89370400440532013000", bic: "" };
    const waiting = { merchantId: "shop_1", account, actor: "owner", requestedAt: noon, effectiveAt: noon + 10 };
    expect(await read((records) => records.pendingBankAccounts.nextDue())).toBeUndefined();
    await write((records) => records.pendingBankAccounts.put(waiting));
    expect(await read((records) => records.pendingBankAccounts.find("shop_1"))).toStrictEqual(waiting);
    expect(await read((records) => records.pendingBankAccounts.find("shop_2"))).toBeUndefined();
    expect(await read((records) => records.pendingBankAccounts.findDue(noon + 9))).toBeUndefined();
    const later = { ...waiting, effectiveAt: noon + 20 };
    await write((records) => records.pendingBankAccounts.put(later));
    expect(await read((records) => records.pendingBankAccounts.nextDue())).toBe(noon + 20);
    expect(await read((records) => records.pendingBankAccounts.findDue(noon + 20))).toStrictEqual(later);
    expect(await write((records) => records.pendingBankAccounts.remove("shop_1"))).toBe(true);
    expect(await write((records) => records.pendingBankAccounts.remove("shop_1"))).toBe(false);
  });

  test("a logo is found by its store and its file name, one for each store, and is replaced and removed", async () => {
    const { write, read } = await withStore();
    await write((records) => records.stores.insertIfAbsent(bareStore()));
    const logo = { merchantId: "shop_1", fileName: "a.png", bytes: new Uint8Array([0, 255, 10]), createdAt: noon };
    await write((records) => records.logos.put(logo));
    const found = await read((records) => records.logos.find("shop_1", "a.png"));
    expect({ ...found, bytes: [...(found?.bytes ?? [])] }).toStrictEqual({ ...logo, bytes: [0, 255, 10] });
    expect(await read((records) => records.logos.find("shop_bare", "a.png"))).toBeUndefined();
    await write((records) => records.logos.put({ ...logo, fileName: "b.gif", createdAt: noon + 1 }));
    expect(await read((records) => records.logos.find("shop_1", "a.png"))).toBeUndefined();
    expect(await read((records) => records.logos.find("shop_1", "b.gif"))).toMatchObject({ createdAt: noon + 1 });
    expect(await write((records) => records.logos.remove("shop_1"))).toBe(true);
    expect(await write((records) => records.logos.remove("shop_1"))).toBe(false);
  });
}
