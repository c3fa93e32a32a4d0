// Conformance tests of payments: one pending payment in a slot, look-ups limited to the store, lists in order
// and with a limit.
import { expect, test } from "vitest";
import type { Payment } from "../../../src/domain/payment.js";
import { idleStates, isIdle, paymentStates } from "../../../src/domain/payment-state.js";
import { paymentFieldsThatChange } from "../../../src/storage/payment-fields.js";
import type { Harness } from "./harness.js";
import { barePayment, noon, sampleAlert, sampleAttempt, sampleDelivery, samplePayment } from "./sample-records.js";

export function testPayments({ withStore }: Harness): void {
  test.each([
    ["every field filled", samplePayment()],
    ["every optional field undefined", barePayment()],
    [
      "metadata with names that mean something to JavaScript",
      barePayment({ metadata: JSON.parse('{"__proto__":{"a":1},"constructor":2}') }),
    ],
    ["empty metadata", barePayment({ metadata: {} })],
  ])("a payment is read as it was stored: %s", async (_, payment) => {
    const { write, read } = await withStore();
    await write((records) => records.payments.insert(payment));
    expect(await read((records) => records.payments.find(payment.paymentId))).toStrictEqual(payment);
    expect(await read((records) => records.payments.findOfStore(payment.merchantId, payment.paymentId))).toStrictEqual(
      payment,
    );
    expect(await read((records) => records.payments.list({ limit: 10 }))).toStrictEqual([payment]);
  });

  test("an update writes every field that may change", async () => {
    const { write, read } = await withStore();
    await write((records) => records.payments.insert(samplePayment()));
    const before = samplePayment();
    const changed: Partial<Payment> = {
      ...{
        paymentMethod: "card_processing",
        requestedMethod: undefined,
        customerEmail: undefined,
        metadata: undefined,
      },
      ...{ customerName: undefined, returnUrl: undefined, description: undefined, items: undefined, version: 2 },
      ...{ remittanceInfo: "PS-2", remittanceInfoSource: "generated", endToEndId: undefined, state: "settled" },
      ...{ attemptCount: 4, isAttemptAccepted: false, supersededBy: undefined, claimedPaidAt: undefined },
      ...{ settledAt: noon + 5, updatedAt: noon + 99, expiresAt: noon + 100 },
    };
    expect(Object.keys(changed).toSorted()).toEqual(
      [...paymentFieldsThatChange("often"), ...paymentFieldsThatChange("seldom")].toSorted(),
    );
    const after: Payment = { ...before, ...changed };
    expect(await write((records) => records.payments.update(after, 1))).toBe(true);
    expect(await read((records) => records.payments.find("pay_1"))).toStrictEqual(after);
    expect(await write((records) => records.payments.update({ ...after, paymentId: "pay_unknown" }, 2))).toBe(false);
  });

  test("many payments are found at once; unknown ids are left out", async () => {
    const { write, read } = await withStore();
    const payments = ["pay_a", "pay_b", "pay_c"].map((paymentId) => barePayment({ paymentId, orderId: paymentId }));
    await write(async (records) => {
      for (const payment of payments) await records.payments.insert(payment);
    });
    const found = await read((records) => records.payments.findMany(["pay_c", "pay_none", "pay_a"]));
    expect(found.map(({ paymentId }) => paymentId).toSorted()).toEqual(["pay_a", "pay_c"]);
    expect(found).toContainEqual(payments[0]);
    expect(await read((records) => records.payments.findMany([]))).toEqual([]);
  });

  test("another store's payment is not found", async () => {
    const { write, read } = await withStore();
    await write((records) => records.payments.insert(samplePayment()));
    expect(await read((records) => records.payments.findOfStore("shop_2", "pay_1"))).toBeUndefined();
    expect(await read((records) => records.payments.findOfStore("shop_1", "pay_2"))).toBeUndefined();
    expect(await read((records) => records.payments.find("pay_2"))).toBeUndefined();
  });

  test.each(paymentStates)(
    "a second payment for the slot of one that is %s is refused only while that one is idle",
    async (state) => {
      const { write, read } = await withStore();
      const first = barePayment({ paymentId: "pay_a", state });
      const second = barePayment({ paymentId: "pay_b" });
      await write((records) => records.payments.insert(first));
      expect(await read((records) => records.payments.findPending(second))).toStrictEqual(
        isIdle(state) ? first : undefined,
      );
      const inserting = write((records) => records.payments.insert(second));
      if (isIdle(state)) await expect(inserting).rejects.toThrow();
      else await expect(inserting).resolves.toBeUndefined();
    },
  );

  test.each([
    { merchantId: "shop_2" },
    { environment: "test" as const },
    { orderId: "BARE" },
    { orderId: "bare " },
    { amountCents: 2 },
    { currency: "USD" },
    { checkoutMode: "direct_provider" as const },
  ])("a payment with %o has a separate reuse slot", async (difference) => {
    const { write, read } = await withStore();
    const other = barePayment({ paymentId: "pay_other", ...difference });
    await write((records) => records.payments.insert(barePayment()));
    expect(await read((records) => records.payments.findPending(other))).toBeUndefined();
    await write((records) => records.payments.insert(other));
    expect(await read((records) => records.payments.findPending(other))).toStrictEqual(other);
  });

  test("of fifty inserts into one slot at once, one succeeds", async () => {
    const { write, read } = await withStore();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        write((records) => records.payments.insert(barePayment({ paymentId: `pay_${index}` }))),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await read((records) => records.payments.list({ limit: 100 }))).toHaveLength(1);
  });

  test("the newest open payment of an order is found in its store and environment only, unless it is left out or superseded", async () => {
    const { write, read } = await withStore();
    const payments = [
      barePayment({ paymentId: "pay_a" }),
      barePayment({ paymentId: "pay_b", amountCents: 2, state: "opened" }),
      barePayment({ paymentId: "pay_c", amountCents: 3, state: "settled" }),
      barePayment({ paymentId: "pay_d", environment: "test" }),
      barePayment({ paymentId: "pay_e", merchantId: "shop_2" }),
      barePayment({ paymentId: "pay_f", orderId: "other" }),
      barePayment({ paymentId: "pay_g", amountCents: 4, supersededBy: "pay_b" }),
    ];
    await write(async (records) => {
      for (const payment of payments) await records.payments.insert(payment);
    });
    const newest = async (except: string) =>
      (await read((records) => records.payments.findNewestOpen(barePayment(), except)))?.paymentId;
    expect(await newest("")).toBe("pay_b");
    expect(await newest("pay_b")).toBe("pay_a");
    await write((records) => records.payments.supersede("pay_b", "pay_g"));
    expect(await newest("pay_a")).toBeUndefined();
  });

  test("a refresh changes what an initialize call may change, and nothing else", async () => {
    const { write, read } = await withStore();
    const before = samplePayment();
    const bare = {
      returnUrl: undefined,
      customerEmail: undefined,
      customerName: undefined,
      metadata: undefined,
      description: undefined,
      items: undefined,
      requestedMethod: undefined,
      paymentMethod: "qr_pay" as const,
    };
    await write((records) => records.payments.insert(before));
    await write((records) => records.payments.refresh("pay_1", bare, noon + 50));
    const after = { ...before, ...bare, updatedAt: noon + 50, version: 2 };
    expect(await read((records) => records.payments.find("pay_1"))).toStrictEqual(after);
    const full = {
      ...bare,
      metadata: { a: [1] },
      items: [{ name: "Rose" }],
      customerName: "Ann",
      requestedMethod: "card_processing" as const,
    };
    await write((records) => records.payments.refresh("pay_1", full, noon + 51));
    expect(await read((records) => records.payments.find("pay_1"))).toStrictEqual({
      ...after,
      ...full,
      updatedAt: noon + 51,
      version: 3,
    });
  });

  test("a writer that read a payment before it was refreshed or superseded does not overwrite that", async () => {
    const { write } = await withStore();
    const payment = barePayment();
    await write((records) => records.payments.insert(payment));
    await write((records) => records.payments.refresh(payment.paymentId, payment, noon));
    expect(await write((records) => records.payments.update({ ...payment, version: 2 }, 1))).toBe(false);
    await write((records) => records.payments.supersede(payment.paymentId, "pay_new"));
    expect(await write((records) => records.payments.update({ ...payment, version: 3 }, 2))).toBe(false);
    expect(await write((records) => records.payments.update({ ...payment, version: 4 }, 3))).toBe(true);
  });

  test("a superseded payment names its successor and leaves the slot to it", async () => {
    const { write, read } = await withStore();
    const first = barePayment({ paymentId: "pay_a" });
    const second = barePayment({ paymentId: "pay_b" });
    await write((records) => records.payments.insert(first));
    await write((records) => records.payments.supersede("pay_a", "pay_b"));
    const superseded = { ...first, supersededBy: "pay_b", version: 2 };
    expect(await read((records) => records.payments.findPending(first))).toStrictEqual(superseded);
    await write((records) => records.payments.insert(second));
    expect(await read((records) => records.payments.findPending(first))).toStrictEqual(second);
    await expect(write((records) => records.payments.insert(barePayment({ paymentId: "pay_c" })))).rejects.toThrow();
  });

  test("a payment returns to pending beside the one in its slot only when superseded by it", async () => {
    const { write } = await withStore();
    const atTheBank = barePayment({ paymentId: "pay_a", state: "at_provider" });
    await write((records) => records.payments.insert(atTheBank));
    await write((records) => records.payments.insert(barePayment({ paymentId: "pay_b" })));
    const back = { ...atTheBank, state: "opened" as const, version: 2 };
    await expect(write((records) => records.payments.update(back, 1))).rejects.toThrow();
    expect(await write((records) => records.payments.update({ ...back, supersededBy: "pay_b" }, 1))).toBe(true);
  });

  test("expired payments are listed oldest first, up to the limit, and only idle ones", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (const [index, state] of paymentStates.entries()) {
        await records.payments.insert(
          barePayment({ paymentId: `pay_${state}`, orderId: state, state, expiresAt: noon + 100 - index }),
        );
      }
    });
    const due = (now: number, limit: number) => read((records) => records.payments.listExpired(now, limit));
    expect(await due(noon + 200, 100)).toEqual([...idleStates].reverse().map((state) => `pay_${state}`));
    expect(await due(noon + 200, 2)).toEqual(["pay_transfer_instructed", "pay_qr_shown"]);
    expect(await due(noon + 98, 100)).toEqual(["pay_transfer_instructed", "pay_qr_shown"]);
    expect(await due(noon + 96, 100)).toEqual([]);
    expect(await read((records) => records.payments.nextExpiry())).toBe(noon + 97);
  });

  test("without idle payments there is no next expiry", async () => {
    const { write, read } = await withStore();
    expect(await read((records) => records.payments.nextExpiry())).toBeUndefined();
    await write((records) => records.payments.insert(barePayment({ state: "at_provider" })));
    expect(await read((records) => records.payments.nextExpiry())).toBeUndefined();
  });

  test("payments are listed newest first, page by page, by each filter", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (let index = 0; index < 9; index += 1) {
        await records.payments.insert(
          barePayment({
            paymentId: `pay_${index}`,
            merchantId: index % 2 === 0 ? "shop_1" : "shop_2",
            environment: index < 6 ? "live" : "test",
            orderId: ["50%_a", "50%_b", "50xa", "O'Neil", "o'neil", "ü1", "ü2", "pay_0", ""][index] ?? "",
            state: index === 4 ? "settled" : "created",
          }),
        );
      }
    });
    const list = async (filter: object, limit = 100) =>
      (await read((records) => records.payments.list({ limit, ...filter })))
        .map(({ paymentId }) => paymentId.slice(4))
        .join("");
    expect(await list({})).toBe("876543210");
    expect(await list({}, 3)).toBe("876");
    expect(await list({ before: "pay_6" }, 3)).toBe("543");
    expect(await list({ merchantId: "shop_2" })).toBe("7531");
    expect(await list({ environment: "test", merchantId: "shop_1" })).toBe("86");
    expect(await list({ states: ["settled", "expired"] })).toBe("4");
    expect(await list({ states: [] })).toBe("");
    expect(await list({ search: "50%_" })).toBe("210");
    expect(await list({ search: "50x" })).toBe("2");
    expect(await list({ search: "O'N" })).toBe("43");
    expect(await list({ search: "ü" })).toBe("65");
    expect(await list({ search: "%" })).toBe("");
    expect(await list({ search: " " })).toBe("876543210");
    expect(await list({ search: "ü", before: "pay_6" })).toBe("5");
    expect(await list({ search: "ü", merchantId: "shop_1", environment: "test" })).toBe("6");
    expect(await list({ search: "pay_0" })).toBe("70");
    expect(await list({ search: "pay_1" })).toBe("1");
    expect(await list({ search: "' OR 1=1 --" })).toBe("");
  });

  test("payments are listed by amount within each currency, page by page in both directions, by each filter", async () => {
    const { write, read } = await withStore();
    const amounts = [500, 100, 100, 900, 100, 700, 300] as const;
    await write(async (records) => {
      for (const [index, amountCents] of amounts.entries()) {
        await records.payments.insert(
          barePayment({
            ...{ paymentId: `pay_${index}`, orderId: `order-${index}`, amountCents },
            currency: index === 6 ? "SEK" : "EUR",
            environment: index === 5 ? "test" : "live",
            state: index === 3 ? "settled" : "created",
          }),
        );
      }
      await records.payments.insert(barePayment({ paymentId: "pay_7", merchantId: "shop_2", amountCents: 200 }));
    });
    const list = async (filter: object, limit = 100) =>
      (await read((records) => records.payments.list({ merchantId: "shop_1", limit, ...filter })))
        .map(({ paymentId }) => paymentId.slice(4))
        .join("");
    expect(await list({ order: "largest" })).toBe("6350421");
    expect(await list({ order: "smallest" })).toBe("1240536");
    expect(await list({ order: "largest", environment: "live" }, 2)).toBe("63");
    expect(await list({ order: "largest", environment: "live", before: "pay_3" }, 3)).toBe("042");
    expect(await list({ order: "largest", environment: "live", before: "pay_2" })).toBe("1");
    expect(await list({ order: "smallest", environment: "live", after: "pay_1" }, 2)).toBe("24");
    expect(await list({ order: "smallest", after: "pay_5" })).toBe("36");
    expect(await list({ order: "largest", states: ["created"], currency: "EUR" })).toBe("50421");
    expect(await list({ order: "smallest", states: ["settled"] })).toBe("3");
    expect(await list({ order: "largest", search: "order", before: "pay_5" }, 2)).toBe("04");
    expect(await list({ order: "smallest", search: "order-", environment: "live" }, 3)).toBe("124");
    expect(await list({ order: "largest", before: "pay_unknown" })).toBe("");
    expect(await list({ order: "largest", needsAttention: true })).toBe("");
    expect(await list({ order: "largest", merchantId: undefined }, 3)).toBe("635");
  });

  test("the settled payments of an order are found, newest first, within the store and its environment", async () => {
    const { write, read } = await withStore();
    const settled = { state: "settled", environment: "live" } as const;
    await write(async (records) => {
      for (const changes of [
        { paymentId: "pay_1", ...settled },
        { paymentId: "pay_2", ...settled, amountCents: 5 },
        { paymentId: "pay_3", ...settled, merchantId: "shop_2" },
        { paymentId: "pay_4", ...settled, environment: "test" as const },
        { paymentId: "pay_5", ...settled, orderId: "another" },
        { paymentId: "pay_6", ...settled, state: "submitted" as const },
      ])
        await records.payments.insert(barePayment(changes));
    });
    const { merchantId, orderId } = barePayment();
    const list = (limit: number) =>
      read((records) => records.payments.listSettledOfOrder({ merchantId, orderId, environment: "live" }, limit));
    expect((await list(5)).map(({ paymentId }) => paymentId)).toEqual(["pay_2", "pay_1"]);
    expect((await list(1)).map(({ paymentId }) => paymentId)).toEqual(["pay_2"]);
  });

  test.each([
    ["a payment id", "pay_wanted"],
    ["an order id in another case", "CART-2026/ä7"],
    ["the beginning of an order id without its separators", "cart2026"],
    ["a reference as it is stored", "PS_2026#0007-k3J9x2Qa"],
    ["a reference in its wire form", "PS-2026.0007-k3J9x2Qa"],
    ["a reference in another case, without separators", "ps20260007K3J9X2QA"],
    ["a reference inside a line of a statement", "SVWZ+REF ps 2026 0007 k3j9 x2qa DANKE"],
    ["an end-to-end id", "e2e-77 01"],
    ["an e-mail address in another case", "Erika.Muster@Example.com"],
    ["the beginning of an e-mail address", "erika.m"],
    ["a name", "erika müster"],
    ["a last name, without its umlaut", "MUSTER"],
    ["a name turned round", "Müster, Erika"],
  ])("M20: %s finds its payment and no other", async (_, search) => {
    const { write, read } = await withStore();
    const wanted = barePayment({
      paymentId: "pay_wanted",
      orderId: "Cart-2026/Ä7",
      remittanceInfo: "PS_2026#0007-k3J9x2Qa",
      endToEndId: "E2E7701",
      customerEmail: "erika.muster@example.com",
      customerName: "Erika Müster",
    });
    const other = barePayment({
      paymentId: "pay_other",
      orderId: "order 8",
      remittanceInfo: "PS_2026#0008-k3J9x2Qb",
      customerEmail: "other@example.com",
      customerName: "Max Kuster",
    });
    await write(async (records) => {
      for (const payment of [wanted, other]) await records.payments.insert(payment);
    });
    const found = await read((records) => records.payments.list({ search, merchantId: wanted.merchantId, limit: 10 }));
    expect(found.map(({ paymentId }) => paymentId)).toEqual(["pay_wanted"]);
    expect(await read((records) => records.payments.list({ search, merchantId: "nobody", limit: 10 }))).toEqual([]);
  });

  test("a payment with other references is found by these, and by those that a bank got before", async () => {
    const { write, read } = await withStore();
    const payment = barePayment({ remittanceInfo: "INVOICE-AAAA-10001", endToEndId: "E2EAAAA10001" });
    await write((records) => records.payments.insert(payment));
    const changed = { ...payment, remittanceInfo: "INVOICE-BBBB-20002", endToEndId: "E2EBBBB20002", version: 2 };
    const change = (version: number) => write((records) => records.payments.changeReferences(changed, version));
    expect([await change(7), await change(payment.version)]).toEqual([false, true]);
    expect(await read((records) => records.payments.find(payment.paymentId))).toStrictEqual(changed);
    for (const search of ["INVOICE-AAAA-10001", "e2eaaaa", "invoicebbbb20002", "E2EBBBB20002"]) {
      const found = await read((records) => records.payments.list({ search, limit: 10 }));
      expect(found, search).toStrictEqual([changed]);
    }
  });

  test("M20: e-mail address and name are found as they are now, and not once they are erased", async () => {
    const { write, read } = await withStore();
    const payment = barePayment({ state: "cancelled", customerEmail: "ann@example.com", customerName: "Ann Lee" });
    await write((records) => records.payments.insert(payment));
    const finds = async (search: string) =>
      (await read((records) => records.payments.list({ search, limit: 10 }))).length === 1;
    expect([await finds("ann@"), await finds("lee")]).toEqual([true, true]);
    const fields = { ...payment, customerEmail: "bob@example.com", customerName: undefined };
    await write((records) => records.payments.refresh(payment.paymentId, fields, noon));
    expect([await finds("ann@"), await finds("lee"), await finds("bob@")]).toEqual([false, false, true]);
    await write((records) => records.privacy.erase([payment.paymentId], noon));
    expect([await finds("bob@"), await finds(payment.orderId)]).toEqual([false, true]);
  });

  test("payments with an open alert or a failed webhook are found among the others", async () => {
    const { write, read } = await withStore();
    const states = ["pending", "sending", "delivered", "cancelled", "exhausted", "dead", "parked"] as const;
    await write(async (records) => {
      for (const [index, state] of states.entries()) {
        const paymentId = `pay_${state}`;
        await records.payments.insert(barePayment({ paymentId, orderId: state }));
        const delivery = sampleDelivery({ deliveryId: `d${index}`, paymentId, state, claim: undefined });
        await records.deliveries.insert(delivery);
      }
      await records.payments.insert(barePayment({ paymentId: "pay_alert", orderId: "alert" }));
      for (const subject of ["once", "twice"]) {
        await records.alerts.insert(sampleAlert({ alertId: subject, paymentId: "pay_alert", subject }));
      }
      await records.payments.insert(barePayment({ paymentId: "pay_handled", orderId: "handled" }));
      await records.alerts.insert(sampleAlert({ paymentId: "pay_handled", resolvedAt: noon }));
    });
    const list = async (filter: object) =>
      (await read((records) => records.payments.list({ limit: 100, ...filter }))).map(({ orderId }) => orderId);
    expect(await list({ needsAttention: true })).toEqual(["parked", "exhausted", "dead", "alert"]);
    expect(await list({ needsAttention: true, before: "pay_exhausted", limit: 1 })).toEqual(["dead"]);
    expect(await list({ needsAttention: true, merchantId: "nobody" })).toEqual([]);
    expect(await list({ needsAttention: false })).toHaveLength(9);
  });

  test("O25: personal data of payments that ended long ago is erased in bounded steps, once", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (const [index, state] of paymentStates.entries()) {
        const payment = samplePayment({ paymentId: `pay_${state}`, orderId: state, state, updatedAt: noon + index });
        await records.payments.insert(payment);
        await records.attempts.insert(
          sampleAttempt({ attemptId: `att_${state}`, paymentId: payment.paymentId, sessionId: state }),
        );
      }
    });
    const erase = (before: number, limit: number) =>
      write(async (records) => {
        const ids = await records.privacy.listToErase(before, limit);
        await records.privacy.erase(ids, noon + 1000);
        return ids.length;
      });
    expect(await erase(noon, 10)).toBe(0);
    expect(await erase(noon + 1000, 3)).toBe(3);
    expect(await erase(noon + 1000, 3)).toBe(1);
    expect(await erase(noon + 1000, 3)).toBe(0);
    for (const state of paymentStates) {
      const payment = await read((records) => records.payments.find(`pay_${state}`));
      const attempt = await read((records) => records.attempts.find(`att_${state}`));
      const isEnded = ["settled", "declined", "cancelled", "expired"].includes(state);
      const kept = samplePayment();
      expect(payment?.customerEmail).toBe(isEnded ? undefined : kept.customerEmail);
      expect(payment?.customerName).toBe(isEnded ? undefined : kept.customerName);
      expect(payment?.returnUrl).toBe(isEnded ? undefined : kept.returnUrl);
      expect(payment?.metadata).toEqual(isEnded ? undefined : kept.metadata);
      expect(payment?.description).toBe(isEnded ? undefined : kept.description);
      expect(payment?.items).toEqual(isEnded ? undefined : kept.items);
      expect(attempt?.sealedRequest).toBe(isEnded ? undefined : sampleAttempt().sealedRequest);
      expect(payment?.amountCents).toBe(kept.amountCents);
    }
  });

  test("history is read in the order in which it was written, each entry with its payment", async () => {
    const { write, read } = await withStore();
    const start = {
      paymentId: "pay_1",
      from: undefined,
      to: "created",
      event: "initialize",
      actor: "merchant",
      reason: undefined,
      at: noon,
    } as const;
    const next = {
      paymentId: "pay_1",
      from: "created",
      to: "opened",
      event: "page.opened",
      actor: "buyer",
      reason: "why",
      at: noon,
    } as const;
    await write(async (records) => {
      await records.payments.insert(barePayment({ paymentId: "pay_1" }));
      await records.payments.insert(barePayment({ paymentId: "pay_2", orderId: "2" }));
      for (const entry of [start, next, { ...start, paymentId: "pay_2" }]) await records.payments.appendHistory(entry);
    });
    expect(await read((records) => records.payments.listHistory("pay_1"))).toStrictEqual([start, next]);
  });
}
