// Conformance tests of webhook deliveries: exact bytes, claims that one worker holds, and lists of what is
// due or was interrupted.
import { expect, test } from "vitest";
import type { Delivery, ListedDeliveryState } from "../../../src/domain/delivery.js";
import type { DueRequest } from "../../../src/storage/port/due-delivery-records.js";
import type { Harness } from "./harness.js";
import {
  barePayment,
  noon,
  pendingDelivery,
  sampleDelivery,
  sampleDeliveryAttempt,
  sampleStore,
} from "./sample-records.js";

/** Drivers return bytes in different classes; only the bytes are compared. */
const plain = (delivery: Delivery | undefined) => delivery && { ...delivery, body: Uint8Array.from(delivery.body) };

export function testDeliveries({ withStore }: Harness): void {
  const withDeliveries = async (...deliveries: Delivery[]) => {
    const opened = await withStore();
    await opened.write(async (records) => {
      await records.stores.insertIfAbsent(sampleStore({ merchantId: "shop_2" }));
      for (const delivery of deliveries) await records.deliveries.insert(delivery);
    });
    const find = (deliveryId: string) => opened.read((records) => records.deliveries.find(deliveryId)).then(plain);
    const dueOf = async (request: Partial<DueRequest>) => {
      const complete: DueRequest = {
        now: noon,
        lane: "first",
        limit: 100,
        perStore: 100,
        room: new Map(),
        after: undefined,
        ...request,
      };
      const found = await opened.read((records) => records.deliveries.listDue(complete));
      return { ids: found.deliveries.map(({ deliveryId }) => deliveryId), next: found.next };
    };
    const due = async (now: number, limit = 100, lane: DueRequest["lane"] = "first") =>
      (await dueOf({ now, limit, lane })).ids;
    const lapsed = async (now: number, limit = 100, latestLease = Number.MAX_SAFE_INTEGER) =>
      (await opened.read((records) => records.deliveries.listLapsed(now, latestLease, limit))).map(
        ({ deliveryId }) => deliveryId,
      );
    const nextDue = (now: number) => opened.read((records) => records.deliveries.nextDue(now));
    return { ...opened, find, due, dueOf, lapsed, nextDue };
  };
  const claim = (token: string, leaseUntil = noon + 60_000) => ({
    token,
    owner: "worker",
    leaseUntil,
    isManual: false,
  });

  test.each([
    ["every field filled", sampleDelivery()],
    ["every optional field undefined", pendingDelivery("d1", undefined)],
    ["every byte there is", sampleDelivery({ body: Uint8Array.from({ length: 256 }, (_, index) => index) })],
    ["a part of a larger buffer", sampleDelivery({ body: new Uint8Array([9, 9, 1, 2, 3, 9]).subarray(2, 5) })],
    ["no bytes", sampleDelivery({ body: new Uint8Array(0) })],
  ])("a delivery is read as it was stored: %s", async (_, delivery) => {
    const { find, read } = await withDeliveries(delivery);
    expect(await find("d1")).toStrictEqual(plain(delivery));
    expect(
      (await read((records) => records.deliveries.listOfPayment("pay_1", { limit: 10 }))).map(plain),
    ).toStrictEqual([plain(delivery)]);
    expect(await find("d2")).toBeUndefined();
  });

  test("of twenty workers that claim one delivery, one succeeds", async () => {
    const delivery = pendingDelivery("d1", noon);
    const { write, find } = await withDeliveries(delivery);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        write((records) =>
          records.deliveries.update({ ...delivery, state: "sending", claim: claim(`w${index}`) }, undefined),
        ),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await find("d1")).toMatchObject({ state: "sending", claim: claim(`w${results.indexOf(true)}`) });
  });

  test("a claim is held until it is released with its token", async () => {
    const delivery = pendingDelivery("d1", noon);
    const { write, read } = await withDeliveries(delivery);
    const isClaimedBy = (token: string, id = "d1") => read((records) => records.deliveries.isClaimed(id, token));
    expect(await isClaimedBy("mine")).toBe(false);
    await write((records) => records.deliveries.update({ ...delivery, claim: claim("mine") }, undefined));
    expect([await isClaimedBy("mine"), await isClaimedBy("theirs"), await isClaimedBy("mine", "d2")]).toEqual([
      true,
      false,
      false,
    ]);
    await write((records) => records.deliveries.cancelOfStore("shop_1", noon, 9));
    expect(await isClaimedBy("mine")).toBe(false);
  });

  test("only the holder of the claim writes the result", async () => {
    const delivery = pendingDelivery("d1", noon);
    const { write, find } = await withDeliveries({ ...delivery, state: "sending", claim: claim("mine") });
    const done: Delivery = {
      ...delivery,
      state: "delivered",
      attemptCount: 3,
      finishedAt: noon + 9,
      nextAttemptAt: undefined,
    };
    expect(await write((records) => records.deliveries.update(done, undefined))).toBe(false);
    expect(await write((records) => records.deliveries.update(done, "theirs"))).toBe(false);
    expect(await write((records) => records.deliveries.update(done, "mine"))).toBe(true);
    expect(await write((records) => records.deliveries.update(done, "mine"))).toBe(false);
    expect(await find("d1")).toStrictEqual(plain(done));
  });

  test("due deliveries are listed longest due first, up to the limit, by schedule or manual send, and not while claimed", async () => {
    const { due, nextDue } = await withDeliveries(
      pendingDelivery("late", noon + 30),
      pendingDelivery("early", noon + 10),
      pendingDelivery("manual first", noon + 90, { manualSendAt: noon + 20 }),
      pendingDelivery("manual only", undefined, { manualSendAt: noon + 25, state: "exhausted", scheduledCount: 12 }),
      pendingDelivery("manual last", noon + 5, { manualSendAt: noon + 95 }),
      pendingDelivery("finished", undefined, { state: "delivered" }),
      pendingDelivery("claimed", noon, { state: "sending", claim: claim("w", noon + 500) }),
    );
    const all = ["manual last", "early", "manual first", "manual only", "late"];
    expect(await due(noon + 100)).toEqual(all);
    expect(await due(noon + 100, 2)).toEqual(all.slice(0, 2));
    expect(await due(noon + 25)).toEqual(all.slice(0, 4));
    expect(await due(noon + 4)).toEqual([]);
    expect(await nextDue(noon)).toBe(noon + 5);
    expect(await nextDue(noon + 5)).toBe(noon + 10);
    expect(await nextDue(noon + 30)).toBe(noon + 500);
    expect(await nextDue(noon + 500)).toBeUndefined();
  });

  test("retries are in a separate lane; manual sends are not", async () => {
    const { due } = await withDeliveries(
      pendingDelivery("retry", noon, { scheduledCount: 1 }),
      pendingDelivery("first", noon + 1, { scheduledCount: 0 }),
      pendingDelivery("by hand", noon + 9, { scheduledCount: 3, manualSendAt: noon + 2 }),
    );
    expect(await due(noon + 10)).toEqual(["first", "by hand"]);
    expect(await due(noon + 10, 10, "retry")).toEqual(["retry"]);
  });

  test("one store gets no more than its maximum, or the number given for it", async () => {
    const { dueOf } = await withDeliveries(
      ...[0, 1, 2, 3].map((index) => pendingDelivery(`a${index}`, noon + index)),
      ...[4, 5].map((index) => pendingDelivery(`b${index}`, noon + index, { merchantId: "shop_2" })),
    );
    const ids = async (request: Partial<DueRequest>) => (await dueOf({ now: noon + 10, ...request })).ids;
    expect(await ids({ perStore: 1 })).toEqual(["a0", "b4"]);
    expect(await ids({ perStore: 1, room: new Map([["shop_1", 3]]) })).toEqual(["a0", "a1", "a2", "b4"]);
    expect(await ids({ perStore: 9, room: new Map([["shop_1", 0]]) })).toEqual(["b4", "b5"]);
    expect(await ids({ perStore: 0 })).toEqual([]);
    expect(await ids({ perStore: 2, limit: 3 })).toEqual(["a0", "a1", "b4"]);
  });

  test("stores behind a long backlog of others are all found, by continuing where the search stopped", async () => {
    const { write, dueOf } = await withDeliveries();
    await write(async (records) => {
      for (let index = 0; index < 1500; index += 1) {
        await records.deliveries.insert(pendingDelivery(`backlog${index}`, noon + (index % 3)));
      }
      for (let index = 0; index < 600; index += 1) {
        const merchantId = `tail_${String(index).padStart(3, "0")}`;
        await records.stores.insertIfAbsent(sampleStore({ merchantId }));
        await records.deliveries.insert(pendingDelivery(`tail${index}`, noon + 10, { merchantId }));
      }
    });
    const seen = new Set<string>();
    let after: string | undefined;
    let rounds = 0;
    do {
      const found = await dueOf({ now: noon + 100, perStore: 2, limit: 400, after });
      for (const id of found.ids) seen.add(id);
      after = found.next;
      rounds += 1;
    } while (after !== undefined && rounds < 20);
    expect(rounds).toBeLessThan(20);
    expect([...seen].filter((id) => id.startsWith("tail"))).toHaveLength(600);
    expect([...seen].filter((id) => id.startsWith("backlog")).length).toBeGreaterThan(0);
  });

  test("deliveries of stores that are disabled, deleted or without a webhook URL are not due", async () => {
    const { write, read, due } = await withDeliveries(
      pendingDelivery("one", noon),
      pendingDelivery("two", noon + 1, { merchantId: "shop_2" }),
    );
    const oldest = () => read((records) => records.deliveries.oldestDue(noon + 10));
    expect(await oldest()).toBe(noon);
    await write((records) => records.stores.update(sampleStore({ disabledAt: noon })));
    expect(await due(noon + 10)).toEqual(["two"]);
    expect(await oldest()).toBe(noon + 1);
    await write((records) => records.stores.update(sampleStore({ merchantId: "shop_2", deletedAt: noon })));
    expect(await due(noon + 10)).toEqual([]);
    expect(await oldest()).toBeUndefined();
    await write((records) => records.stores.update(sampleStore({ webhookUrl: undefined })));
    expect(await due(noon + 10)).toEqual([]);
    await write((records) => records.stores.update(sampleStore()));
    expect(await due(noon + 10)).toEqual(["one"]);
  });

  test("interrupted sends are found after their lease, also those of a disabled store", async () => {
    const { write, read, lapsed, due, nextDue } = await withDeliveries(
      pendingDelivery("a", noon, { state: "sending", claim: claim("a", noon + 20) }),
      pendingDelivery("b", noon, { state: "sending", claim: claim("b", noon + 10) }),
      pendingDelivery("c", noon, { state: "sending", claim: claim("c", noon + 30) }),
      pendingDelivery("d", noon + 40),
    );
    expect(await lapsed(noon + 20)).toEqual(["b", "a"]);
    expect(await lapsed(noon + 100, 2)).toEqual(["b", "a"]);
    expect(await lapsed(noon + 9)).toEqual([]);
    expect(await lapsed(noon + 9, 100, noon + 29)).toEqual(["c"]);
    expect(await due(noon + 30)).toEqual([]);
    expect(await nextDue(noon)).toBe(noon + 10);
    const claimed = await read((records) => records.deliveries.listClaimed(2));
    expect(claimed.map(({ deliveryId }) => deliveryId)).toEqual(["b", "a"]);
    await write((records) => records.stores.update(sampleStore({ disabledAt: noon })));
    expect(await lapsed(noon + 20)).toEqual(["b", "a"]);
  });

  test("without waiting deliveries there is no next due time", async () => {
    const { nextDue, read } = await withDeliveries(pendingDelivery("a", undefined, { state: "dead" }));
    expect(await nextDue(0)).toBeUndefined();
    expect(await read((records) => records.deliveries.oldestDue(noon))).toBeUndefined();
  });

  test("a deleted store's unfinished deliveries are cancelled, claimed ones included, finished ones and others' not", async () => {
    const { write, find } = await withDeliveries(
      pendingDelivery("a", noon),
      pendingDelivery("b", noon, { state: "sending", claim: claim("b"), manualSendAt: noon }),
      pendingDelivery("c", undefined, { state: "delivered", finishedAt: noon - 1 }),
      pendingDelivery("d", noon, { merchantId: "shop_2" }),
    );
    expect(await write((records) => records.deliveries.cancelOfStore("shop_1", noon + 5, 9))).toBe(2);
    const cancelled = {
      state: "cancelled",
      finishedAt: noon + 5,
      nextAttemptAt: undefined,
      manualSendAt: undefined,
      claim: undefined,
    };
    expect(await find("a")).toMatchObject(cancelled);
    expect(await find("b")).toMatchObject(cancelled);
    expect(await find("c")).toMatchObject({ state: "delivered", finishedAt: noon - 1 });
    expect(await find("d")).toMatchObject({ state: "pending" });
    const late = pendingDelivery("b", undefined, { state: "delivered" });
    expect(await write((records) => records.deliveries.update(late, "b"))).toBe(false);
    expect(await write((records) => records.deliveries.cancelOfStore("shop_1", noon + 6, 9))).toBe(0);
  });

  test("an attempt is written when it starts and completed under the same number", async () => {
    const { write, read } = await withDeliveries(pendingDelivery("d1", noon), pendingDelivery("d2", noon));
    const started = sampleDeliveryAttempt({
      attempt: 2,
      durationMs: undefined,
      httpStatus: undefined,
      outcome: "started",
      error: undefined,
      responseExcerpt: undefined,
      isTruncated: false,
      responseHeaders: undefined,
    });
    const first = sampleDeliveryAttempt({ isManual: true });
    await write((records) => records.deliveries.recordAttempt(started));
    await write((records) => records.deliveries.recordAttempt(first));
    await write((records) => records.deliveries.recordAttempt({ ...first, deliveryId: "d2" }));
    const list = () => read((records) => records.deliveries.listAttempts("d1"));
    expect(await list()).toStrictEqual([first, started]);
    const completed = sampleDeliveryAttempt({ attempt: 2, outcome: "success", httpStatus: 200 });
    await write((records) => records.deliveries.recordAttempt(completed));
    expect(await list()).toStrictEqual([first, completed]);
    await write((records) => records.deliveries.removeAttempt("d1", 2));
    expect(await list()).toStrictEqual([first]);
  });

  test("deliveries of a payment are paged newest first without gap or repetition, also within one millisecond", async () => {
    const { read } = await withDeliveries(
      ...Array.from({ length: 7 }, (_, index) =>
        pendingDelivery(`d${index}`, noon, { createdAt: noon + Math.floor(index / 3) }),
      ),
      pendingDelivery("other", noon, { paymentId: "pay_2" }),
    );
    const page = async (after?: string) =>
      (await read((records) => records.deliveries.listOfPayment("pay_1", { limit: 2, after }))).map(
        ({ deliveryId }) => deliveryId,
      );
    const seen: string[] = [];
    for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1))) seen.push(...rows);
    expect(seen).toEqual(["d6", "d5", "d4", "d3", "d2", "d1", "d0"]);
    expect(await page("other")).toEqual([]);
    expect(await page("unknown")).toEqual([]);
  });

  test("O13: failed deliveries are listed oldest first, by state, store and time, page by page", async () => {
    const dead = { state: "dead", finishedAt: noon } as const;
    const { read } = await withDeliveries(
      pendingDelivery("c", undefined, { ...dead, createdAt: noon + 1 }),
      pendingDelivery("b", undefined, { ...dead, createdAt: noon }),
      pendingDelivery("a", undefined, { state: "exhausted", finishedAt: noon, createdAt: noon }),
      pendingDelivery("other", undefined, { ...dead, createdAt: noon + 2, merchantId: "shop_2" }),
      pendingDelivery("open", noon),
    );
    const ids = (request: object) =>
      read(async (records) => {
        const states = ["exhausted", "dead", "parked"] as const;
        const found = await records.deliveries.listByState({ states, limit: 10, ...request });
        return found.map(({ deliveryId }) => deliveryId);
      });
    expect(await ids({})).toEqual(["a", "b", "c", "other"]);
    expect(await ids({ limit: 2 })).toEqual(["a", "b"]);
    expect(await ids({ after: { createdAt: noon, deliveryId: "a" } })).toEqual(["b", "c", "other"]);
    expect(await ids({ states: ["exhausted"] })).toEqual(["a"]);
    expect(await ids({ merchantId: "shop_2" })).toEqual(["other"]);
    expect(await ids({ since: noon + 1, until: noon + 2 })).toEqual(["c"]);
  });

  test("O13: unfinished deliveries are listed too, and ended ones are not", async () => {
    const { read } = await withDeliveries(
      pendingDelivery("late", noon, { createdAt: noon + 1 }),
      pendingDelivery("early", noon, { createdAt: noon }),
      pendingDelivery("sending", undefined, { state: "sending", createdAt: noon + 2, claim: claim("t1") }),
      pendingDelivery("dead", undefined, { state: "dead", createdAt: noon + 3, finishedAt: noon }),
      pendingDelivery("done", undefined, { state: "delivered", finishedAt: noon }),
    );
    const ids = (states: readonly ListedDeliveryState[]) =>
      read(async (records) => {
        const found = await records.deliveries.listByState({ states, limit: 10 });
        return found.map(({ deliveryId }) => deliveryId);
      });
    expect(await ids(["pending"])).toEqual(["early", "late"]);
    expect(await ids(["sending", "dead", "pending"])).toEqual(["early", "late", "sending", "dead"]);
  });

  test("O13: no delivery of a store with webhooks off is due, and its URL is kept", async () => {
    const { write, read, due } = await withDeliveries(
      pendingDelivery("d1", noon),
      pendingDelivery("d2", noon, { merchantId: "shop_2" }),
    );
    const webhookOff = { reason: "moves", at: noon };
    const store = sampleStore({ merchantId: "shop_2", webhookOff });
    await write((records) => records.stores.update(store));
    expect(await due(noon)).toEqual(["d1"]);
    expect(await read((records) => records.stores.find("shop_2"))).toMatchObject({
      webhookUrl: store.webhookUrl,
      webhookOff,
    });
    await write((records) => records.stores.update(sampleStore({ merchantId: "shop_2" })));
    expect((await due(noon)).sort()).toEqual(["d1", "d2"]);
    expect((await read((records) => records.stores.find("shop_2")))?.webhookOff).toBeUndefined();
  });

  test("O35: deliveries with several interrupted sends are counted until they have ended", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      await records.deliveries.insert(pendingDelivery("four", noon, { interruptedCount: 4 }));
      await records.deliveries.insert(pendingDelivery("five", noon, { interruptedCount: 5 }));
      await records.deliveries.insert(pendingDelivery("parked", undefined, { state: "parked", interruptedCount: 17 }));
      const ended = { state: "dead", finishedAt: noon, interruptedCount: 6 } as const;
      await records.deliveries.insert(pendingDelivery("ended", undefined, ended));
    });
    expect(await read((records) => records.deliveries.countInterrupted(5))).toBe(2);
  });

  test("O9: deliveries are counted by state, of all stores or of some payments", async () => {
    const { read } = await withDeliveries(
      pendingDelivery("a", noon),
      pendingDelivery("b", noon, { paymentId: "pay_2" }),
      pendingDelivery("c", undefined, { state: "dead", merchantId: "shop_2", finishedAt: noon }),
      pendingDelivery("d", undefined, { state: "delivered", finishedAt: noon }),
      pendingDelivery("e", undefined, { state: "parked" }),
      pendingDelivery("f", undefined, { state: "cancelled", finishedAt: noon }),
    );
    const counts = { pending: 2, dead: 1, delivered: 1, parked: 1, cancelled: 1 };
    expect(await read((records) => records.deliveries.countByState())).toEqual(counts);
    const ofPayments = (ids: string[]) => read((records) => records.deliveries.countByStateOfPayments(ids));
    expect(await ofPayments(["pay_1"])).toEqual({ ...counts, pending: 1 });
    expect(await ofPayments(["pay_2", "pay_3"])).toEqual({ pending: 1 });
    expect(await ofPayments([])).toEqual({});
  });

  test("O16: unfinished deliveries are counted in total and by path", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      await records.payments.insert(barePayment());
      await records.deliveries.insert(pendingDelivery("q1", noon));
      await records.deliveries.insert(pendingDelivery("q2", noon));
      await records.deliveries.insert(pendingDelivery("l1", noon, { path: "legacy" }));
      await records.deliveries.insert(pendingDelivery("l2", undefined, { path: "legacy", finishedAt: noon }));
    });
    expect(await read(({ deliveries }) => deliveries.countUnfinished())).toBe(3);
    expect(await read(({ deliveries }) => deliveries.countUnfinishedByPath())).toEqual({ queue: 2, legacy: 1 });
  });

  test("O16: the age of the queue is reported by path, of open stores, first sends and retries together", async () => {
    const { write, read } = await withStore();
    const ages = () => read(({ deliveries }) => deliveries.oldestDueByPath(noon));
    await write(async (records) => {
      await records.payments.insert(barePayment());
      await records.deliveries.insert(pendingDelivery("q1", noon - 20, { scheduledCount: 1 }));
      await records.deliveries.insert(pendingDelivery("l1", noon + 1, { path: "legacy" }));
    });
    expect(await ages()).toEqual({ queue: noon - 20 });
    await write((records) => records.deliveries.insert(pendingDelivery("l2", noon - 30, { path: "legacy" })));
    expect(await ages()).toEqual({ legacy: noon - 30, queue: noon - 20 });
  });
}
