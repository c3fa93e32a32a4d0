// Alerts that tell a merchant to return money, after the bank has taken that money back itself: who obeyed one of them then would pay twice.
import { describe, expect, test } from "vitest";
import { closeAfterTest } from "../loopback.js";
import type { SketchedEntry } from "./camt-file.js";
import { camt } from "./camt-file.js";
import { openStatementFixture, storages } from "./statement-fixture.js";

describe.each(Object.entries(storages))("on %s", (_, open) => {
  async function fresh() {
    const mails: { subject: string; text: string }[] = [];
    const mailer = { sendMail: async (mail: { subject: string; text: string }) => void mails.push(mail) };
    const storage = open();
    const fixture = await openStatementFixture(storage, undefined, { mailer });
    const { service, merchantId } = fixture;
    closeAfterTest(() => service.stop());
    await service.stores.update(merchantId, { contactEmail: "money@shop.example" });
    const load = (...entries: SketchedEntry[]) =>
      service.statements.import({ merchantId, content: camt(...entries), actor: "operator:cron" });
    const alerts = async (paymentId: string) =>
      (await service.payments.get(paymentId))?.alerts.map(({ type, resolvedBy, resolution }) => [
        type,
        resolvedBy,
        resolution,
      ]);
    const detailOf = async (paymentId: string, type: string) =>
      (await service.payments.get(paymentId))?.alerts.find((alert) => alert.type === type)?.detail;
    return { ...fixture, storage, load, alerts, detailOf, mails };
  }

  test("a second payment that the bank returned is no longer too much, and the mail about the return says what is left", async () => {
    const { service, pay, load, alerts, mails } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load({ text, reference: "B1" }, { text, reference: "B2" });
    expect(await alerts(paymentId)).toEqual([["duplicate_payment", undefined, undefined]]);
    await service.runDue();
    await load({ text, reference: "B3", day: "2025-03-06", debit: true, returned: "AC04" });
    expect(await alerts(paymentId)).toEqual([
      ["duplicate_payment", "service", "the bank has taken back €19.99"],
      ["payment_returned", undefined, undefined],
    ]);
    await service.runDue();
    const mail = mails.at(-1)?.text;
    expect(mail).toContain("do not return it again");
    expect(mail).toContain("€19.99 is left, €19.99 was due");
  });

  test("of money that was too much and returned in part, the rest is named, and ends with the next return", async () => {
    const { pay, load, alerts, detailOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load({ text, cents: 2999, reference: "B1" });
    const returned = { text, day: "2025-03-06", debit: true, reversal: true };
    await load({ ...returned, cents: 400, reference: "B2" });
    expect(await alerts(paymentId)).toContainEqual(["over_paid", undefined, undefined]);
    const rest =
      "€29.99 received, €19.99 due; the bank has taken back €4.00 of this payment: at most €6.00 is left to return in all";
    expect(await detailOf(paymentId, "over_paid")).toBe(rest);
    await load({ ...returned, cents: 100, reference: "B3" });
    expect(await detailOf(paymentId, "over_paid")).toBe(rest.replace("4.00", "5.00").replace("6.00", "5.00"));
    await load({ ...returned, cents: 500, reference: "B4" });
    expect(await alerts(paymentId)).toContainEqual(["over_paid", "service", "the bank has taken back €10.00"]);
  });

  test("an alert that a person has handled stays as it was", async () => {
    const { service, pay, load, alerts } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load({ text, reference: "B1" }, { text, reference: "B2" });
    const [alert] = (await service.payments.get(paymentId))?.alerts ?? [];
    await service.alerts.resolve(alert?.alertId ?? "", { reason: "refunded", actor: "ana" });
    await load({ text, reference: "B3", day: "2025-03-06", debit: true, returned: "AC04" });
    expect(await alerts(paymentId)).toContainEqual(["duplicate_payment", "ana", "refunded"]);
  });

  test("money of a cancelled payment that the bank took back is not to be returned", async () => {
    const { service, pay, load, alerts } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await service.payments.cancel(paymentId, { reason: "sold out", actor: "ana" });
    await load({ text, reference: "B1" });
    await load({ text, reference: "B2", day: "2025-03-06", debit: true, reversal: true });
    expect(await alerts(paymentId)).toContainEqual(["success_after_end", "service", "the bank has taken back €19.99"]);
  });

  test("money in another currency that the bank took back needs no review, and leaves the payment's alerts", async () => {
    const { pay, load, alerts } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load({ text, reference: "B1" }, { text, reference: "B2" }, { text, reference: "B3", currency: "USD" });
    await load({ text, reference: "B4", day: "2025-03-06", currency: "USD", debit: true, returned: "AC04" });
    expect(await alerts(paymentId)).toEqual([
      ["duplicate_payment", undefined, undefined],
      ["wrong_currency", "service", "the bank has taken back $19.99"],
      ["payment_returned", undefined, undefined],
    ]);
  });

  test("of two paid payments of an order, one that the bank took back is no reason to return the other", async () => {
    const { pay, load, alerts } = await fresh();
    const first = await pay({ orderId: "1" });
    const second = await pay({ orderId: "1", amountCents: 2499 });
    const both = [
      { text: first.remittanceInfo, reference: "B1" },
      { text: second.remittanceInfo, cents: 2499, reference: "B2" },
    ];
    await load(...both);
    await load({ text: first.remittanceInfo, reference: "B3", day: "2025-03-06", debit: true, returned: "AC04" });
    const ended = ["other_payment_of_order_paid", "service", "the bank has taken back €19.99"];
    expect(await alerts(first.paymentId)).toContainEqual(ended);
    expect(await alerts(second.paymentId)).toEqual([ended]);
    // Paid once more, the order is paid twice again.
    await load({ text: first.remittanceInfo, reference: "B4", day: "2025-03-07" });
    for (const { paymentId } of [first, second])
      expect(await alerts(paymentId)).toContainEqual(["other_payment_of_order_paid", undefined, undefined]);
  });

  test("a payment that a person resolved as paid, and whose amount the bank returned, is no second payment of its order", async () => {
    const { service, clock, pay, load, alerts } = await fresh();
    const first = await pay({ orderId: "1" });
    clock.at += 31 * 24 * 60 * 60 * 1000;
    await service.runDue();
    await service.payments.resolve(first.paymentId, { to: "settled", reason: "seen on the account", actor: "ana" });
    await load({ text: first.remittanceInfo, reference: "B1", day: "2025-04-05", debit: true, returned: "AC04" });
    const second = await pay({ orderId: "1", amountCents: 2499 });
    await load({ text: second.remittanceInfo, cents: 2499, reference: "B2", day: "2025-04-06" });
    expect(await alerts(second.paymentId)).toEqual([]);
  });

  test("the return of a payment that a person resolved as paid ends the alerts about a second payment of its order", async () => {
    const { service, clock, pay, load, alerts } = await fresh();
    const first = await pay({ orderId: "1" });
    clock.at += 31 * 24 * 60 * 60 * 1000;
    await service.runDue();
    await service.payments.resolve(first.paymentId, { to: "settled", reason: "seen on the account", actor: "ana" });
    const second = await pay({ orderId: "1", amountCents: 2499 });
    await load({ text: second.remittanceInfo, cents: 2499, reference: "B1", day: "2025-04-05" });
    const returned = { text: first.remittanceInfo, debit: true, returned: "AC04" };
    await load({ ...returned, cents: 500, reference: "B2", day: "2025-04-06" });
    expect(await alerts(second.paymentId)).toEqual([["other_payment_of_order_paid", undefined, undefined]]);
    await load({ ...returned, cents: 1499, reference: "B3", day: "2025-04-07" });
    const ended = ["other_payment_of_order_paid", "service", "the bank has taken back €19.99"];
    expect(await alerts(second.paymentId)).toEqual([ended]);
    expect(await alerts(first.paymentId)).toContainEqual(ended);
  });

  test("part of an amount that the bank took back is not reported as received any more", async () => {
    const { pay, load, detailOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load({ text, cents: 1000, reference: "B1" });
    await load({ text, cents: 400, reference: "B2", day: "2025-03-06", debit: true, returned: "AC04" });
    expect(await detailOf(paymentId, "under_paid")).toBe("€6.00 received, €19.99 due");
  });

  test("an alert names no larger return than the money that had arrived", async () => {
    const { pay, load, detailOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    // Of money from before the first imported statement.
    await load({ text, cents: 5000, reference: "B0", day: "2025-03-01", debit: true, returned: "AC04" });
    await load({ text, reference: "B1" }, { text, reference: "B2" });
    expect(await detailOf(paymentId, "duplicate_payment")).not.toContain("returned");
  });

  test("what a return brings to an erased payment is erased after the same period", async () => {
    const { service, storage, clock, pay, load } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load({ text, reference: "B1" });
    clock.at += 541 * 24 * 60 * 60 * 1000;
    await service.runDue();
    const toErase = () => storage.read((records) => records.privacy.listToErase(clock.at + 1, 9));
    expect(await toErase()).toEqual([]);
    await load({ text, reference: "B2", day: "2026-08-28", debit: true, returned: "AC04" });
    expect(await toErase()).toEqual([paymentId]);
    clock.at += 541 * 24 * 60 * 60 * 1000;
    await service.runDue();
    expect(await toErase()).toEqual([]);
    const [alert, entries] = [
      (await service.payments.get(paymentId))?.alerts.at(-1),
      await storage.read((records) => records.statements.listEntriesOfPayment(paymentId, 9)),
    ];
    expect(alert).toMatchObject({ type: "payment_returned", detail: "" });
    expect(entries.map(({ remittanceLines, sealedCounterparty }) => [remittanceLines, sealedCounterparty])).toEqual([
      [[], undefined],
      [[], undefined],
    ]);
  });

  test("the reversal of a return waits for a person, and counts again once it is assigned", async () => {
    const { service, merchantId, pay, load } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load({ text, reference: "B1" });
    await load({ text, reference: "B2", day: "2025-03-06", debit: true, returned: "AC04" });
    expect(await load({ text, reference: "B3", day: "2025-03-07", reversal: true })).toMatchObject({ unmatched: 1 });
    const [entry] = await service.statements.unmatched(merchantId);
    await service.statements.assign(entry?.entryId ?? "", paymentId, { actor: "ana" });
    const payment = await service.payments.get(paymentId);
    expect(payment?.receivedCents).toBe(1999);
    expect(payment?.alerts.map(({ type }) => type)).toEqual(["payment_returned"]);
  });

  test.each([
    ["in one file", true],
    ["in files that come in this order", false],
  ])("the reversal of a return that is listed before it waits for a person too: %s", async (_case, isOneFile) => {
    const { service, merchantId, pay, load, stateOf, detailOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    const newestFirst = [
      { text, reference: "B3", day: "2025-03-07", reversal: true },
      // Of a debit that was no return: another amount.
      { text, cents: 500, reference: "B4", day: "2025-03-07", reversal: true },
      { text, reference: "B2", day: "2025-03-06", debit: true, returned: "AC04" },
      { text, reference: "B1" },
    ];
    if (isOneFile) await load(...newestFirst);
    else for (const entry of newestFirst) await load(entry);
    const unmatched = await service.statements.unmatched(merchantId);
    expect(unmatched.map(({ bankReference }) => bankReference)).toEqual(["B3"]);
    expect(unmatched[0]?.suggestions.map((suggestion) => suggestion.paymentId)).toEqual([paymentId]);
    expect(await detailOf(paymentId, "payment_returned")).toMatch(/; its reversal waits among the unmatched entries$/);
    await service.statements.assign(unmatched[0]?.entryId ?? "", paymentId, { actor: "ana" });
    expect((await service.payments.get(paymentId))?.receivedCents).toBe(1999);
    expect(await stateOf(paymentId)).toBe("settled");
  });

  test("money of an expired payment whose rest came too late is named as a whole", async () => {
    const { service, clock, pay, load, detailOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    clock.at += 31 * 24 * 60 * 60 * 1000;
    await service.runDue();
    await load({ text, cents: 1000, reference: "B1", day: "2025-04-05" });
    clock.at += 200 * 24 * 60 * 60 * 1000;
    await load({ text, cents: 999, reference: "B2", day: "2025-10-20" });
    expect(await detailOf(paymentId, "success_after_end")).toMatch(/€9\.99 .* expired; €19\.99 received in all$/);
  });

  test("an amount that a person records again under its reference may be a correction, and the alert says so", async () => {
    const { service, pay, detailOf } = await fresh();
    const { paymentId } = await pay({ orderId: "1" });
    for (const amountCents of [1999, 1998])
      await service.payments.receive(paymentId, {
        ...{ amountCents, currency: "EUR", reference: "B1", reason: "seen", actor: "ana" },
      });
    expect(await detailOf(paymentId, "over_paid")).toMatch(/return the excess only if the account received both$/);
  });

  test("a second payment and its return, imported at the same time, leave nothing to return", async () => {
    const { pay, load, alerts } = await fresh();
    for (const orderId of ["1", "2", "3", "4", "5"]) {
      const { paymentId, remittanceInfo: text } = await pay({ orderId });
      await load({ text, reference: `B1 ${orderId}` });
      await Promise.all([
        load({ text, reference: `B2 ${orderId}` }),
        load({ text, reference: `B3 ${orderId}`, day: "2025-03-06", debit: true, returned: "AC04" }),
      ]);
      const open = (await alerts(paymentId))?.filter(([, resolvedBy]) => resolvedBy === undefined);
      expect(open).toEqual([["payment_returned", undefined, undefined]]);
    }
  });

  test("a payment that is paid while the bank takes back the other one of its order is no second payment", async () => {
    const { pay, load, alerts } = await fresh();
    for (const orderId of ["1", "2", "3", "4", "5"]) {
      const first = await pay({ orderId });
      const second = await pay({ orderId, amountCents: 2499 });
      await load({ text: first.remittanceInfo, reference: `B1 ${orderId}` });
      await Promise.all([
        load({ text: second.remittanceInfo, cents: 2499, reference: `B2 ${orderId}` }),
        load({
          text: first.remittanceInfo,
          reference: `B3 ${orderId}`,
          day: "2025-03-06",
          debit: true,
          returned: "AC04",
        }),
      ]);
      const open = [await alerts(first.paymentId), await alerts(second.paymentId)].map((all) =>
        all?.filter(([, resolvedBy]) => resolvedBy === undefined),
      );
      expect(open).toEqual([[["payment_returned", undefined, undefined]], []]);
    }
  });
});
