// Conformance tests of receipts of money recorded manually, found by store, amount, day and state of the
// payment; and of the transfers that buyers report.
import { expect, test } from "vitest";
import { readAmountBound } from "../../../src/domain/amount-bound.js";
import type { RecordedReceipt } from "../../../src/domain/receipt.js";
import type { ReceiptFilter } from "../../../src/storage/port/receipt-records.js";
import type { Harness } from "./harness.js";
import { barePayment, noon } from "./sample-records.js";

function sampleReceipt(changes: Partial<RecordedReceipt> = {}): RecordedReceipt {
  return {
    ...{ receiptId: "rcp_1", merchantId: "shop_1", environment: "live", paymentId: "pay_1", arrivalId: "arr_1" },
    ...{
      amountCents: 1999,
      currency: "EUR",
      reference: "B☕1",
      reason: "on the account",
      recordedBy: "ana@shop.example",
    },
    ...{ outcome: "counted", receivedAt: noon - 9, at: noon },
    ...changes,
  };
}

export function testReceipts({ withStore }: Harness): void {
  test("receipts are listed newest first, each with its payment, by everything a filter names", async () => {
    const { write, read } = await withStore();
    const second = sampleReceipt({
      ...{ receiptId: "rcp_2", paymentId: "pay_2", amountCents: 50, reference: undefined, receivedAt: noon + 9 },
    });
    const yen = sampleReceipt({ receiptId: "rcp_3", amountCents: 20, currency: "JPY", outcome: "other_currency" });
    await write(async (records) => {
      await records.payments.insert(barePayment({ paymentId: "pay_1", orderId: "a", state: "settled" }));
      await records.payments.insert(barePayment({ paymentId: "pay_2", orderId: "b" }));
      for (const receipt of [sampleReceipt(), second, yen]) await records.receipts.insert(receipt);
      await records.receipts.insert(sampleReceipt({ receiptId: "rcp_4", environment: "test" }));
      await records.receipts.insert(sampleReceipt({ receiptId: "rcp_5", merchantId: "shop_2" }));
    });
    const list = (filter: Partial<ReceiptFilter> = {}) =>
      read((records) => records.receipts.list({ merchantId: "shop_1", environment: "live", limit: 9, ...filter }));
    expect(await list()).toStrictEqual([
      { receipt: yen, payment: { orderId: "a", state: "settled" } },
      { receipt: second, payment: { orderId: "b", state: "created" } },
      { receipt: sampleReceipt(), payment: { orderId: "a", state: "settled" } },
    ]);
    const ids = async (filter: Partial<ReceiptFilter>) => (await list(filter)).map(({ receipt }) => receipt.receiptId);
    expect(await ids({ limit: 1 })).toEqual(["rcp_3"]);
    expect(await ids({ before: "rcp_2" })).toEqual(["rcp_1"]);
    expect(await ids({ isPaid: false })).toEqual(["rcp_2"]);
    expect(await ids({ isPaid: true, outcome: "counted" })).toEqual(["rcp_1"]);
    expect(await ids({ minAmount: readAmountBound("1", "min") })).toEqual(["rcp_3", "rcp_1"]);
    expect(await ids({ maxAmount: readAmountBound("19.99", "max") })).toEqual(["rcp_2", "rcp_1"]);
    expect(await ids({ receivedFrom: noon, receivedUntil: noon + 10 })).toEqual(["rcp_2"]);
    expect(await ids({ receivedUntil: noon + 9 })).toEqual(["rcp_3", "rcp_1"]);
  });

  test("transfers that buyers report are listed, the oldest first, until the payment is over", async () => {
    const { write, read } = await withStore();
    const claimed = { state: "transfer_instructed", claimedPaidAt: noon } as const;
    await write(async ({ payments }) => {
      await payments.insert(barePayment({ paymentId: "pay_2", orderId: "b", ...claimed }));
      await payments.insert(barePayment({ paymentId: "pay_1", orderId: "a", ...claimed }));
      await payments.insert(barePayment({ paymentId: "pay_3", orderId: "c", ...claimed, state: "settled" }));
      await payments.insert(barePayment({ paymentId: "pay_4", orderId: "d", state: "transfer_instructed" }));
      await payments.insert(barePayment({ paymentId: "pay_5", orderId: "e", ...claimed, environment: "test" }));
      await payments.insert(barePayment({ paymentId: "pay_6", orderId: "f", ...claimed, state: "at_provider" }));
      await payments.insert(barePayment({ paymentId: "pay_7", orderId: "g", ...claimed, state: "opened" }));
      await payments.insert(barePayment({ paymentId: "pay_8", orderId: "h", ...claimed, state: "cancelled" }));
    });
    const list = (limit: number) =>
      read((records) => records.receipts.listClaimed({ merchantId: "shop_1", environment: "live", limit }));
    expect((await list(9)).map(({ paymentId }) => paymentId)).toEqual(["pay_1", "pay_2", "pay_6", "pay_7"]);
    expect((await list(1)).map(({ orderId }) => orderId)).toEqual(["a"]);
  });
}
