// Conformance tests of evidence, arrivals and alerts: each fact is stored once, with a count; alerts can be
// resolved and are found by store.
import { expect, test } from "vitest";
import type { ReportedEvidence } from "../../../src/storage/port/evidence-records.js";
import type { Harness } from "./harness.js";
import { barePayment, noon, sampleAlert, sampleArrival } from "./sample-records.js";

const fact: ReportedEvidence = {
  paymentId: "pay_1",
  attemptId: "att_1",
  statementEntryId: "ent_1",
  event: "settlement.partial",
  wasAllowed: false,
  providerTime: noon - 1,
  amountCents: 99_999_999_999,
  currency: "euro",
  reference: "ref",
  detail: "detail",
  at: noon,
};
const bareFact: ReportedEvidence = {
  ...fact,
  attemptId: undefined,
  statementEntryId: undefined,
  wasAllowed: true,
  providerTime: undefined,
  amountCents: undefined,
  currency: undefined,
  reference: undefined,
  detail: undefined,
};

export function testMoney({ withStore }: Harness): void {
  async function withPayments() {
    const opened = await withStore();
    await opened.write(async (records) => {
      for (const paymentId of ["pay_1", "pay_2"])
        await records.payments.insert(barePayment({ paymentId, orderId: paymentId }));
    });
    return opened;
  }

  test("evidence is returned in the order in which it was first reported, each row with its payment", async () => {
    const { write, read } = await withPayments();
    await write(async (records) => {
      for (const entry of [fact, bareFact, { ...fact, paymentId: "pay_2" }]) await records.evidence.record(entry);
    });
    const once = { count: 1, lastAt: noon };
    expect(await read((records) => records.evidence.list("pay_1"))).toStrictEqual([
      { ...fact, ...once },
      { ...bareFact, ...once },
    ]);
    expect(await read((records) => records.evidence.list("pay_3"))).toEqual([]);
  });

  test.each([
    ["with every field", fact],
    ["with the bare event", bareFact],
  ])("M5: evidence that is reported again is one row with a count: %s", async (_, fact) => {
    const { write, read } = await withPayments();
    const again = { ...fact, detail: "later", providerTime: noon + 5, at: noon + 9, wasAllowed: true };
    await write(async (records) => {
      await records.evidence.record(fact);
      await records.evidence.record(again);
      await records.evidence.record({ ...fact, detail: "last", at: noon + 20 });
    });
    const counted = { ...fact, wasAllowed: true, detail: "last", count: 3, lastAt: noon + 20 };
    expect(await read((records) => records.evidence.list("pay_1"))).toStrictEqual([counted]);
  });

  test.each([
    { event: "provider.rejected" as const },
    { attemptId: "att_2" },
    { statementEntryId: undefined },
    { amountCents: 1 },
    { currency: "EUR" },
    { reference: undefined },
    { paymentId: "pay_2" },
  ])("evidence that differs in %j is a separate row", async (difference) => {
    const { write, read } = await withPayments();
    await write(async (records) => {
      await records.evidence.record(fact);
      await records.evidence.record({ ...fact, ...difference });
    });
    const all = [
      ...(await read((records) => records.evidence.list("pay_1"))),
      ...(await read((records) => records.evidence.list("pay_2"))),
    ];
    expect(all.map(({ count }) => count)).toEqual([1, 1]);
  });

  test("arrivals are read as stored and changed, in the order in which they were recorded", async () => {
    const { write, read } = await withPayments();
    const bare = sampleArrival({
      ...{ arrivalId: "arr_0", source: "provider", attemptId: undefined, statementEntryId: undefined },
      ...{ reference: undefined, otherReferences: undefined, isProven: false, isConfirmed: false },
    });
    const learned = { reference: "learned", otherReferences: ["later"], isProven: true, isConfirmed: true, count: 7 };
    await write(async (records) => {
      await records.arrivals.insert(sampleArrival());
      await records.arrivals.insert(bare);
      await records.arrivals.insert(sampleArrival({ arrivalId: "arr_2", paymentId: "pay_2" }));
      await records.arrivals.update({ ...bare, ...learned });
    });
    expect(await read((records) => records.arrivals.list("pay_1"))).toStrictEqual([
      sampleArrival(),
      { ...bare, ...learned },
    ]);
  });

  test("a payment has one arrival of a statement entry", async () => {
    const { write } = await withPayments();
    await write((records) => records.arrivals.insert(sampleArrival()));
    await expect(write((records) => records.arrivals.insert(sampleArrival({ arrivalId: "arr_2" })))).rejects.toThrow();
  });

  test("a payment has one open alert of a type and subject, and another once that is handled", async () => {
    const { write, read } = await withPayments();
    const second = sampleAlert({ alertId: "alr_2" });
    await write((records) => records.alerts.insert(sampleAlert()));
    await expect(write((records) => records.alerts.insert(second))).rejects.toThrow();
    const handled = sampleAlert({ resolvedAt: noon + 9, resolvedBy: "op@example.com", resolution: "refunded" });
    await write(async (records) => {
      await records.alerts.update(handled);
      await records.alerts.insert(second);
    });
    expect(await read((records) => records.alerts.listOfPayment("pay_1"))).toStrictEqual([handled, second]);
    expect(await read((records) => records.alerts.findLatest(sampleAlert()))).toStrictEqual(second);
    expect(await read((records) => records.alerts.findLatest({ ...second, subject: "other" }))).toBeUndefined();
    expect(await read((records) => records.alerts.find("alr_1"))).toStrictEqual(handled);
    expect(await read((records) => records.alerts.find("alr_3"))).toBeUndefined();
  });

  test("alerts are listed newest first, by store, environment and whether they are open", async () => {
    const { write, read } = await withPayments();
    await write(async (records) => {
      await records.alerts.insert(sampleAlert({ alertId: "alr_1" }));
      await records.alerts.insert(sampleAlert({ alertId: "alr_2", subject: "b", environment: "test" }));
      await records.alerts.insert(sampleAlert({ alertId: "alr_3", subject: "c", resolvedAt: noon }));
      await records.alerts.insert(sampleAlert({ alertId: "alr_4", paymentId: "pay_2", merchantId: "shop_2" }));
    });
    const list = async (filter: object) =>
      (await read((records) => records.alerts.list({ limit: 10, ...filter }))).map(({ alertId }) => alertId.slice(4));
    expect(await list({})).toEqual(["4", "3", "2", "1"]);
    expect(await list({ merchantId: "shop_1", isOpen: true })).toEqual(["2", "1"]);
    expect(await list({ merchantId: "shop_1", isOpen: false })).toEqual(["3"]);
    expect(await list({ environment: "live", isOpen: true })).toEqual(["4", "1"]);
    expect(await list({ before: "alr_4", limit: 2 })).toEqual(["3", "2"]);
    const count = (limit: number) => read((records) => records.alerts.countOpen(limit));
    expect([await count(10), await count(2)]).toEqual([3, 2]);
    const ofStore = (merchantId: string, environment: "live" | "test", limit: number) =>
      read((records) => records.alerts.countOpenOfStore({ merchantId, environment, limit }));
    expect(await ofStore("shop_1", "live", 9)).toBe(1);
    expect(await ofStore("shop_2", "test", 9)).toBe(0);
    await write((records) => records.alerts.insert(sampleAlert({ alertId: "alr_5", subject: "d" })));
    expect([await ofStore("shop_1", "live", 9), await ofStore("shop_1", "live", 1)]).toEqual([2, 1]);
  });
}
