// Conformance tests of the records other than payments: idempotency, orders, counters, mail, audit, settings.
import { expect, test } from "vitest";
import type { IdempotencyRecord } from "../../../src/domain/idempotency.js";
import type { AuditFilter } from "../../../src/storage/port/audit-records.js";
import type { Harness } from "./harness.js";
import { noon, sampleMail } from "./sample-records.js";

const usedKey: IdempotencyRecord = {
  merchantId: "shop_1",
  environment: "live",
  route: "initialize",
  key: "k1",
  bodyHash: "b1",
  outcome: { status: 200, body: { paymentId: "pay_1", amount: 1999 } },
  runningUntil: noon + 1,
  expiresAt: noon + 2,
};

export function testOperations({ withStore }: Harness): void {
  test.each([
    ["with its outcome", usedKey],
    ["while it still runs", { ...usedKey, outcome: undefined }],
  ])("a used idempotency key is read as it was stored %s", async (_, record) => {
    const { write, read } = await withStore();
    await write((records) => records.idempotency.put(record));
    expect(await read((records) => records.idempotency.find(usedKey))).toStrictEqual(record);
    const replaced = {
      ...usedKey,
      bodyHash: "b2",
      outcome: { other: true },
      runningUntil: noon + 8,
      expiresAt: noon + 9,
    };
    await write((records) => records.idempotency.put(replaced));
    expect(await read((records) => records.idempotency.find(usedKey))).toStrictEqual(replaced);
  });

  test.each([{ merchantId: "shop_2" }, { environment: "test" as const }, { route: "other" }, { key: "K1" }])(
    "an idempotency key is neither found nor removed with %o",
    async (difference) => {
      const { write, read } = await withStore();
      const running = { ...usedKey, outcome: undefined };
      await write((records) => records.idempotency.put(running));
      const other = { ...usedKey, ...difference };
      expect(await read((records) => records.idempotency.find(other))).toBeUndefined();
      await write((records) => records.idempotency.removeRunning(other, usedKey.runningUntil));
      expect(await read((records) => records.idempotency.find(usedKey))).toStrictEqual(running);
      await write((records) => records.idempotency.removeRunning(usedKey, usedKey.runningUntil));
      expect(await read((records) => records.idempotency.find(usedKey))).toBeUndefined();
    },
  );

  test.each([
    ["of another call that runs", { ...usedKey, outcome: undefined, runningUntil: usedKey.runningUntil + 1 }],
    ["of a call that succeeded", usedKey],
  ])("the record %s is not removed with that of a running call", async (_, record) => {
    const { write, read } = await withStore();
    await write((records) => records.idempotency.put(record));
    await write((records) => records.idempotency.removeRunning(usedKey, usedKey.runningUntil));
    expect(await read((records) => records.idempotency.find(usedKey))).toStrictEqual(record);
  });

  test("events of a store that is listened to are numbered without gaps, listed after a number, and removed when they are old", async () => {
    const { write, read } = await withStore();
    const take = (merchantId: string, now: number) => write((records) => records.listeners.takeNumber(merchantId, now));
    expect(await take("shop_1", noon)).toBeUndefined();
    expect(await write((records) => records.listeners.open("shop_1", noon + 10))).toBe(0);
    expect(await write((records) => records.listeners.open("shop_1", noon + 5))).toBe(0);
    const event = (number: number, createdAt: number) => ({
      merchantId: "shop_1",
      number,
      deliveryId: `delivery ${number}`,
      event: "transaction.status_changed",
      body: new Uint8Array([number, 0, 255]),
      path: "queue" as const,
      createdAt,
    });
    for (const number of [1, 2, 3]) {
      expect(await take("shop_1", noon + 9)).toBe(number);
      await write((records) => records.listeners.insert(event(number, noon + number)));
    }
    expect([await take("shop_1", noon + 10), await take("shop_2", noon)]).toEqual([undefined, undefined]);
    expect(await write((records) => records.listeners.open("shop_1", noon + 20))).toBe(3);
    const list = (merchantId: string, after: number, since: number, limit = 9) =>
      read((records) => records.listeners.list(merchantId, { after, since, limit }));
    expect(await list("shop_1", 1, 0)).toStrictEqual([event(2, noon + 2), event(3, noon + 3)]);
    expect(await list("shop_1", 0, noon + 3)).toStrictEqual([event(3, noon + 3)]);
    expect(await list("shop_1", 0, 0, 1)).toStrictEqual([event(1, noon + 1)]);
    expect(await list("shop_2", 0, 0)).toEqual([]);
    const removeOlder = () => write((records) => records.listeners.removeOlder(noon + 3, 1));
    expect([await removeOlder(), await removeOlder(), await removeOlder()]).toEqual([1, 1, 0]);
    expect(await list("shop_1", 0, 0)).toStrictEqual([event(3, noon + 3)]);
  });

  test("expired idempotency keys are removed in bounded steps, others stay", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (let index = 0; index < 5; index += 1) {
        await records.idempotency.put({ ...usedKey, key: `k${index}`, expiresAt: noon + index });
      }
    });
    const remove = () => write((records) => records.idempotency.removeExpired(noon + 3, 3));
    expect([await remove(), await remove(), await remove()]).toEqual([3, 1, 0]);
    expect(await read((records) => records.idempotency.find({ ...usedKey, key: "k4" }))).toBeDefined();
  });

  test("an order is stored for its store and replaced by the next one with its key", async () => {
    const { write, read } = await withStore();
    const order = { id: 1, total: "19.90", lineItems: [{ name: "Tëa", quantity: 2 }] };
    await write((records) => records.orders.put("shop_1", "wc_order_a", order, noon));
    expect(await read((records) => records.orders.find("shop_1", "wc_order_a"))).toStrictEqual(order);
    expect(await read((records) => records.orders.find("shop_2", "wc_order_a"))).toBeUndefined();
    expect(await read((records) => records.orders.find("shop_1", "wc_order_b"))).toBeUndefined();
    await write((records) => records.orders.put("shop_1", "wc_order_a", { id: 2 }, noon + 1));
    expect(await read((records) => records.orders.find("shop_1", "wc_order_a"))).toStrictEqual({ id: 2 });
    for (const key of ["wc_order_c", "wc_order_B"]) {
      await write((records) => records.orders.put("shop_1", key, { key }, noon));
    }
    const list = (merchantId: string, after: string | undefined, limit: number) =>
      read((records) => records.orders.list(merchantId, { after, limit }));
    expect(await list("shop_1", undefined, 2)).toStrictEqual([{ key: "wc_order_B" }, { id: 2 }]);
    expect(await list("shop_1", "wc_order_a", 9)).toStrictEqual([{ key: "wc_order_c" }]);
    expect(await list("shop_2", undefined, 9)).toStrictEqual([]);
  });

  test("a counter keeps fractions and its time, and expired ones are deleted in bounded steps", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (let index = 0; index < 5; index += 1)
        await records.counters.put(`c${index}`, index + 0.25, noon + index, noon + index);
      await records.counters.put("c4", 7.125, noon + 9, noon + 99);
    });
    expect(await read((records) => records.counters.find("c4"))).toStrictEqual({ value: 7.125, updatedAt: noon + 9 });
    const remove = () => write((records) => records.counters.removeExpired(noon + 50, 3));
    expect([await remove(), await remove(), await remove()]).toEqual([3, 1, 0]);
    expect(await read((records) => records.counters.find("c0"))).toBeUndefined();
    expect(await read((records) => records.counters.find("c4"))).toBeDefined();
  });

  test("a mail is written once for its key, and listed when it is due and unclaimed", async () => {
    const { write, read } = await withStore();
    const waiting = sampleMail({
      nextAttemptAt: noon + 20,
      claimedUntil: undefined,
      messageId: undefined,
      sentAt: undefined,
    });
    expect(await write((records) => records.mails.insert(waiting))).toBe(true);
    expect(await write((records) => records.mails.insert({ ...waiting, mailId: "mail_2" }))).toBe(false);
    const due = (now: number, limit = 10) => read((records) => records.mails.listDue(now, limit));
    expect(await due(noon + 19)).toEqual([]);
    expect(await due(noon + 20)).toStrictEqual([waiting]);
    expect(await read((records) => records.mails.nextDue())).toBe(noon + 20);

    const claimed = { ...waiting, claimedUntil: noon + 60, attemptCount: 2 };
    await write((records) => records.mails.update(claimed));
    expect(await due(noon + 59)).toEqual([]);
    expect(await read((records) => records.mails.nextDue())).toBe(noon + 60);
    expect(await due(noon + 60)).toStrictEqual([claimed]);

    const sent = { ...waiting, nextAttemptAt: undefined, messageId: "m", sentAt: noon + 61 };
    await write((records) => records.mails.update(sent));
    expect(await due(noon + 99)).toEqual([]);
    expect(await read((records) => records.mails.nextDue())).toBeUndefined();
    expect(await write((records) => records.mails.insert({ ...waiting, mailId: "mail_3" }))).toBe(false);
  });

  test("due mails are listed longest due first, up to the limit; a store's mails are counted", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (const [index, offset] of [30, 10, 20].entries()) {
        const mail = {
          mailId: `m${index}`,
          uniqueKey: `u${index}`,
          nextAttemptAt: noon + offset,
          createdAt: noon + index,
        };
        await records.mails.insert(sampleMail({ ...mail, claimedUntil: undefined, sentAt: undefined }));
      }
    });
    const due = await read((records) => records.mails.listDue(noon + 99, 2));
    expect(due.map(({ mailId }) => mailId)).toEqual(["m1", "m2"]);
    expect(await read((records) => records.mails.countSince("shop_1", noon + 1))).toBe(2);
    expect(await read((records) => records.mails.countSince("shop_2", noon))).toBe(0);
  });

  test("a store's mails are listed, deferred, cancelled and counted by message, separately from other stores'", async () => {
    const { write, read } = await withStore();
    const waiting = { claimedUntil: undefined, messageId: undefined, sentAt: undefined };
    const mails = [
      sampleMail({ mailId: "a", uniqueKey: "a", ...waiting, nextAttemptAt: noon + 2 }),
      sampleMail({ mailId: "b", uniqueKey: "b", ...waiting, nextAttemptAt: noon + 1 }),
      sampleMail({ mailId: "claimed", uniqueKey: "c", ...waiting, nextAttemptAt: noon, claimedUntil: noon + 50 }),
      sampleMail({ mailId: "other", uniqueKey: "d", ...waiting, nextAttemptAt: noon, merchantId: "shop_2" }),
      ...[5, 6, 7].map((offset) =>
        sampleMail({
          mailId: `s${offset}`,
          uniqueKey: `s${offset}`,
          nextAttemptAt: undefined,
          claimedUntil: undefined,
          messageId: offset < 7 ? "m1" : "m2",
          sentAt: noon + offset,
        }),
      ),
    ];
    await write(async (records) => {
      for (const mail of mails) await records.mails.insert(mail);
    });
    const due = async (now: number, limit = 10) =>
      (await read((records) => records.mails.listDueOfStore("shop_1", now, limit))).map(({ mailId }) => mailId);
    expect(await due(noon + 10)).toEqual(["b", "a"]);
    expect(await due(noon + 10, 1)).toEqual(["b"]);
    expect(await due(noon + 1)).toEqual(["b"]);
    const since = (at: number) => read((records) => records.mails.messagesSince("shop_1", at));
    expect(await since(noon)).toStrictEqual({ count: 2, firstAt: noon + 5 });
    expect(await since(noon + 6)).toStrictEqual({ count: 1, firstAt: noon + 7 });
    expect(await since(noon + 7)).toStrictEqual({ count: 0, firstAt: undefined });
    await write((records) => records.mails.postponeOfStore("shop_1", noon + 10, noon + 30));
    expect(await due(noon + 29)).toEqual([]);
    expect(await due(noon + 30)).toHaveLength(2);
    expect(await read((records) => records.mails.listDue(noon + 10, 10))).toMatchObject([{ mailId: "other" }]);
    expect(await write((records) => records.mails.cancelOfStore("shop_1"))).toBe(3);
    expect(await write((records) => records.mails.cancelOfStore("shop_1"))).toBe(0);
    expect(await due(noon + 10_000)).toEqual([]);
    expect(await since(noon)).toStrictEqual({ count: 2, firstAt: noon + 5 });
    expect(await read((records) => records.mails.listDue(noon + 10, 10))).toMatchObject([{ mailId: "other" }]);
  });

  test("the audit log is read newest first, by store, by subject, before a time", async () => {
    const { write, read } = await withStore();
    const entry = {
      at: noon,
      actor: "operator:ann",
      actorKind: "user",
      address: "203.0.113.8",
      action: "store.update",
      merchantId: "shop_1",
      subject: "key_1",
      detail: { a: [1] },
    };
    const second = { ...entry, at: noon + 1, merchantId: undefined, subject: undefined, detail: {} };
    const third = { ...entry, at: noon + 2 };
    const list = async (filter: AuditFilter) =>
      (await read((records) => records.audit.list(filter))).map(({ id: _, ...record }) => record);
    await write(async (records) => {
      for (const record of [entry, second, third]) await records.audit.append(record);
    });
    expect(await list({ limit: 10 })).toStrictEqual([third, second, entry]);
    expect(await list({ limit: 2 })).toStrictEqual([third, second]);
    expect(await list({ limit: 10, merchantId: "shop_1" })).toStrictEqual([third, entry]);
    expect(await list({ limit: 10, before: noon + 2 })).toStrictEqual([second, entry]);
    expect(await list({ limit: 10, since: noon + 1 })).toStrictEqual([third, second]);
    const filtered = { limit: 10, actor: "operator:ann", action: "store.update", since: noon, before: noon + 2 };
    expect(await list(filtered)).toStrictEqual([second, entry]);
    expect(await list({ ...filtered, actor: "operator:bob" })).toEqual([]);
    expect(await list({ ...filtered, action: "key.issue" })).toEqual([]);
    const about = { limit: 10, merchantId: "shop_1", subject: "key_1" };
    expect(await list(about)).toStrictEqual([third, entry]);
    expect(await list({ ...about, subject: "key_2" })).toStrictEqual([]);
  });

  test("the audit log is read on from a record, also within one millisecond", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (const [actor, at] of [
        ["first", noon],
        ["second", noon],
        ["earlier", noon - 1],
        ["third", noon],
      ] as const) {
        await records.audit.append({
          ...{ at, actor, actorKind: undefined, address: undefined, action: "a.b", merchantId: "shop_1" },
          ...{ subject: undefined, detail: {} },
        });
      }
    });
    const page = (cursor: Pick<AuditFilter, "before" | "beforeId">) =>
      read((records) => records.audit.list({ merchantId: "shop_1", action: "a.b", limit: 2, ...cursor }));
    const [third, second] = await page({});
    expect([third?.actor, second?.actor]).toEqual(["third", "second"]);
    expect(await page({ before: second?.at, beforeId: second?.id })).toMatchObject([
      { actor: "first" },
      { actor: "earlier" },
    ]);
    expect(await page({ before: noon })).toMatchObject([{ actor: "earlier" }]);
  });

  test("a setting that is put once keeps one value, which all callers get; a plain one its last", async () => {
    const { write, read } = await withStore();
    expect(await read((records) => records.settings.find("key"))).toBeUndefined();
    const values = await Promise.all(
      ["a", "b", "c"].map((value) => write((records) => records.settings.putIfAbsent("key", value))),
    );
    expect(new Set(values).size).toBe(1);
    expect(["a", "b", "c"]).toContain(values[0]);
    expect(await read((records) => records.settings.find("key"))).toBe(values[0]);
    await write((records) => records.settings.put("key", "z"));
    expect(await read((records) => records.settings.find("key"))).toBe("z");
    await write((records) => records.settings.put("a", "1"));
    expect(await read((records) => records.settings.list())).toEqual([
      { name: "a", value: "1" },
      { name: "key", value: "z" },
    ]);
  });
}
