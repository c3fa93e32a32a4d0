// Conformance tests of the look-ups of payments by what an entry of a bank statement says.
import { expect, test } from "vitest";
import type { Payment } from "../../../src/domain/payment.js";
import type { Harness } from "./harness.js";
import { barePayment } from "./sample-records.js";

export function testPaymentLookUps(harness: Harness): void {
  testReferences(harness);
  testTerms(harness);
  testOtherFacts(harness);
}

function testReferences({ withStore }: Harness): void {
  test("payments are found by the ending and the whole key of their reference, in the live environment of the store only", async () => {
    const { write, read } = await withStore();
    const rows: Partial<Payment>[] = [
      { paymentId: "pay_1", remittanceInfo: "PS-10045_x#7-Ab12Cd34" },
      { paymentId: "pay_2", remittanceInfo: "A.17/" },
      { paymentId: "pay_3", remittanceInfo: "PS-10045_x#7-Ab12Cd34", environment: "test" },
      { paymentId: "pay_4", remittanceInfo: "PS-10045_x#7-Ab12Cd34", merchantId: "shop_2" },
      { paymentId: "pay_5", remittanceInfo: " other,b12c+d34:", state: "settled" },
    ];
    await write(async ({ payments }) => {
      for (const [index, row] of rows.entries()) {
        await payments.insert(barePayment({ environment: "live", orderId: `order ${index}`, ...row }));
      }
    });
    const byEnding = async (...endings: string[]) =>
      (
        await read(({ paymentLookUps }) =>
          paymentLookUps.listByRemittanceEnding({ merchantId: "shop_1", endings, limit: 9 }),
        )
      ).map(({ paymentId }) => paymentId);
    const byKey = async (...keys: string[]) =>
      (
        await read(({ paymentLookUps }) => paymentLookUps.listByRemittanceKey({ merchantId: "shop_1", keys, limit: 9 }))
      ).map(({ paymentId }) => paymentId);
    expect(await byEnding("AB12CD34")).toEqual(["pay_1"]);
    expect((await byEnding("A17", "RB12CD34", "nothing")).sort()).toEqual(["pay_2", "pay_5"]);
    expect(await byEnding()).toEqual([]);
    expect((await byKey("PS10045X7AB12CD34", "A17")).sort()).toEqual(["pay_1", "pay_2"]);
    expect(await byKey("AB12CD34")).toEqual([]);
  });

  test("a reference or an ending that many payments have does not hide the payments of another", async () => {
    const { write, read } = await withStore();
    const references = ["ORDER-1042", "x17-SHOP2026", "y18-SHOP2026", "y18 SHOP2026", "Y18-shop2026"];
    await write(async ({ payments }) => {
      for (const [index, remittanceInfo] of references.entries()) {
        const paymentId = `pay_${index}`;
        await payments.insert(barePayment({ environment: "live", orderId: paymentId, paymentId, remittanceInfo }));
      }
    });
    const idsOf = (found: Payment[]) => found.map(({ paymentId }) => paymentId).sort();
    const query = { merchantId: "shop_1", limit: 2 };
    const endings = ["SHOP2026", "RDER1042"];
    const found = idsOf(
      await read(({ paymentLookUps }) => paymentLookUps.listByRemittanceEnding({ ...query, endings })),
    );
    expect(found).toHaveLength(3);
    expect(found).toContain("pay_0");
    const keys = ["Y18SHOP2026", "X17SHOP2026", "ORDER1042"];
    expect(idsOf(await read(({ paymentLookUps }) => paymentLookUps.listByRemittanceKey({ ...query, keys })))).toEqual([
      "pay_0",
      "pay_1",
      "pay_3",
      "pay_4",
    ]);
  });
}

function testTerms({ withStore }: Harness): void {
  test("payments of the store and environment are found by the terms of their order and of each reference that they had", async () => {
    const { write, read } = await withStore();
    const payment = barePayment({
      environment: "live",
      paymentId: "pay_1",
      orderId: "order-1",
      remittanceInfo: "INVOICE-10001",
    });
    const others: Partial<Payment>[] = [
      { paymentId: "pay_2", environment: "test", remittanceInfo: "INVOICE-10001" },
      { paymentId: "pay_3", remittanceInfo: "PS-3", customerName: "INVOICE 10001" },
      { paymentId: "pay_4", remittanceInfo: "INVOICE/20002" },
    ];
    await write(async ({ payments }) => {
      await payments.insert(payment);
      for (const [index, row] of others.entries()) {
        await payments.insert(barePayment({ environment: "live", orderId: `other ${index}`, ...row }));
      }
    });
    const changed = { ...payment, remittanceInfo: "INVOICE-20002", version: payment.version + 1 };
    await write((records) => records.payments.changeReferences(changed, payment.version));
    const terms = ["INVOICE10001", "INVOICE20002", "ORDER1", "nothing"];
    const list = (merchantId: string, { limit = 9, environment = "live" as Payment["environment"] } = {}) =>
      read(({ paymentLookUps }) => paymentLookUps.listByReferenceTerms({ merchantId, environment, terms, limit }));
    const found = await list("shop_1");
    expect(found.map(({ paymentId, term }) => `${paymentId} ${term}`).sort()).toEqual([
      "pay_1 INVOICE10001",
      "pay_1 INVOICE20002",
      "pay_1 ORDER1",
      "pay_4 INVOICE20002",
    ]);
    expect(found[0]?.paymentId).toBe("pay_4");
    // The limit is that of each term: one that all payments have does not hide the others.
    const limited = (await list("shop_1", { limit: 1 })).map(({ paymentId, term }) => `${paymentId} ${term}`);
    expect(limited.sort()).toEqual(["pay_1 INVOICE10001", "pay_1 ORDER1", "pay_4 INVOICE20002"]);
    expect(await list("shop_1", { environment: "test" })).toEqual([{ paymentId: "pay_2", term: "INVOICE10001" }]);
    expect(await list("nobody")).toEqual([]);
  });
}

function testOtherFacts({ withStore }: Harness): void {
  test("payments are found by end-to-end id, by amount while they are not over, and by order", async () => {
    const { write, read } = await withStore();
    const rows: Partial<Payment>[] = [
      { paymentId: "pay_1", endToEndId: "E2E/1?(a)'b" },
      { paymentId: "pay_2", endToEndId: "E2E1AB", environment: "test" },
      { paymentId: "pay_3", state: "expired", amountCents: 500, orderId: "same" },
      { paymentId: "pay_4", state: "settled", amountCents: 500, orderId: "same" },
      { paymentId: "pay_5", state: "opened", amountCents: 500, currency: "USD" },
      { paymentId: "pay_6", state: "submitted", amountCents: 500 },
    ];
    await write(async ({ payments }) => {
      for (const [index, row] of rows.entries()) {
        await payments.insert(barePayment({ environment: "live", orderId: `order ${index}`, amountCents: 1, ...row }));
      }
    });
    const idsOf = (found: Payment[]) => found.map(({ paymentId }) => paymentId);
    const query = { merchantId: "shop_1", limit: 9 };
    expect(
      idsOf(await read(({ paymentLookUps }) => paymentLookUps.listByEndToEndKey({ ...query, key: "E2E1AB" }))),
    ).toEqual(["pay_1"]);
    const amount = { ...query, currency: "EUR", amountCents: 500 };
    expect(idsOf(await read(({ paymentLookUps }) => paymentLookUps.listWaitingByAmount(amount)))).toEqual([
      "pay_6",
      "pay_3",
    ]);
    expect(
      idsOf(await read(({ paymentLookUps }) => paymentLookUps.listByOrder({ ...query, orderId: "same" }))),
    ).toEqual(["pay_4", "pay_3"]);
  });
}
