// Conformance tests of buyers' personal data: found by e-mail address, erased, and kept while it is still
// needed.
import { expect, test } from "vitest";
import type { Harness } from "./harness.js";
import { barePayment, noon, pendingDelivery, sampleDeliveryAttempt } from "./sample-records.js";

export function testPrivacy({ withStore }: Harness): void {
  test("O25: a buyer's payments are found by the whole e-mail address in any case, of one store or of all, page by page", async () => {
    const { write, read } = await withStore();
    await write(async (records) => {
      for (const [paymentId, customerEmail, merchantId] of [
        ["pay_1", "Ann@Example.com", "shop_1"],
        ["pay_2", "ann@example.com", "shop_2"],
        ["pay_3", "ann@example.com.au", "shop_1"],
        ["pay_4", "a.nn@example.com", "shop_1"],
        ["pay_5", undefined, "shop_1"],
      ] as const) {
        await records.payments.insert(barePayment({ paymentId, orderId: paymentId, customerEmail, merchantId }));
      }
    });
    const list = async (email: string, merchantId?: string, page = { limit: 9, after: "" }) =>
      (await read((records) => records.privacy.listOfBuyer({ email, merchantId }, page))).map(
        ({ paymentId }) => paymentId,
      );
    expect(await list("ANN@example.com")).toEqual(["pay_1", "pay_2"]);
    expect(await list("ann@example.com", "shop_2")).toEqual(["pay_2"]);
    expect(await list("ann@example.com", undefined, { limit: 1, after: "pay_1" })).toEqual(["pay_2"]);
    expect(await list("")).toEqual([]);
  });

  test("O25: a webhook that is still to be sent keeps its body, one that has ended does not", async () => {
    const { write, read } = await withStore();
    const paymentId = "pay_bare";
    await write(async (records) => {
      await records.payments.insert(barePayment({ paymentId, state: "settled", customerName: "Ann" }));
      await records.deliveries.insert(pendingDelivery("due", noon, { paymentId }));
      const ended = { paymentId, state: "delivered", finishedAt: noon } as const;
      await records.deliveries.insert(pendingDelivery("over", undefined, ended));
      await records.deliveries.insert(pendingDelivery("resend requested", undefined, { ...ended, manualSendAt: noon }));
      for (const deliveryId of ["due", "over"]) {
        await records.deliveries.recordAttempt(sampleDeliveryAttempt({ deliveryId, attempt: 1, responseExcerpt: "x" }));
      }
      await records.privacy.erase([paymentId], undefined);
    });
    const lengthOf = async (id: string) => (await read(({ deliveries }) => deliveries.find(id)))?.body.byteLength ?? -1;
    expect(await lengthOf("due")).toBeGreaterThan(0);
    expect(await lengthOf("resend requested")).toBeGreaterThan(0);
    expect(await lengthOf("over")).toBe(0);
    const attempts = await read(({ deliveries }) => deliveries.listAttempts("due"));
    expect(attempts.map(({ responseExcerpt }) => responseExcerpt)).toEqual([undefined]);
    // Erased on request, and listed again after the retention time, since later events may have added data.
    expect(await read((records) => records.privacy.listToErase(noon + 9, 9))).toEqual([paymentId]);
    expect(await read((records) => records.payments.list({ limit: 9 }))).toHaveLength(1);
  });
}
