// References that very many payments of a store share, such as a text that a merchant puts on every order: what is read of them is bounded,
// and what is cut off never makes a match wrong.
import { describe, expect, onTestFinished, test } from "vitest";
import type { Payment } from "../../src/domain/payment.js";
import { barePayment } from "../storage/conformance/sample-records.js";
import { camt } from "./camt-file.js";
import { openStatementFixture, storages } from "./statement-fixture.js";

/** More than the look-ups read of one reference. */
const many = 60;

describe.each(Object.entries(storages))("on %s", (_, open) => {
  async function storeWith(payments: Partial<Payment>[]) {
    const storage = open();
    const { service, merchantId, stateOf } = await openStatementFixture(storage);
    onTestFinished(() => service.stop());
    await storage.write(async (records) => {
      for (const [index, payment] of payments.entries()) {
        const paymentId = `pay_${String(index).padStart(4, "0")}`;
        const own = { paymentId, merchantId, environment: "live", state: "opened", orderId: `order ${index}` } as const;
        await records.payments.insert(barePayment({ ...own, ...payment }));
      }
    });
    const load = (entry: Parameters<typeof camt>[0]) =>
      service.statements.import({ merchantId, content: camt(entry), actor: "ana@shop.example.com" });
    const suggested = async () => (await service.statements.unmatched(merchantId))[0]?.suggestions ?? [];
    return { load, stateOf, suggested };
  }

  const constant = (length: number, changes: Partial<Payment> = {}) =>
    Array.from({ length }, () => ({ remittanceInfo: "SHOP-2026", ...changes }));

  test("an entry with a reference that every payment has waits for a person, who is shown the newest with its amount", async () => {
    const { load, suggested } = await storeWith(constant(many, { amountCents: 1999 }));
    expect(await load({ text: "SHOP-2026" })).toMatchObject({ matched: 0, unmatched: 1 });
    expect((await suggested())[0]).toMatchObject({ paymentId: "pay_0059", reasons: ["reference", "amount"] });
  });

  test("an open payment is not the only one of its reference when older ones are beyond the bound", async () => {
    const { load, stateOf } = await storeWith([
      { remittanceInfo: "SHOP-2026", orderId: "older order" },
      ...constant(many, { orderId: "one", state: "expired" }),
      { remittanceInfo: "SHOP-2026", orderId: "one", state: "submitted" },
    ]);
    expect(await load({ text: "SHOP-2026" })).toMatchObject({ matched: 0, unmatched: 1 });
    expect([await stateOf("pay_0000"), await stateOf(`pay_00${many + 1}`)]).toEqual(["opened", "submitted"]);
  });

  test("an open payment is not the only one of its end-to-end id when older ones are beyond the bound", async () => {
    const endToEndId = "SHOP2026";
    const { load } = await storeWith([
      { endToEndId, orderId: "older order" },
      ...Array.from({ length: many }, () => ({ endToEndId, orderId: "one", state: "expired" as const })),
      { endToEndId, orderId: "one", state: "submitted" },
    ]);
    expect(await load({ text: "Danke", endToEndId })).toMatchObject({ matched: 0, unmatched: 1 });
  });

  test.each([
    ["between other words", "ACME thanks PS-1001-AB12CD34"],
    ["in the middle of letters", "ACME thanks XXPS1001AB12CD34YY"],
  ])("a payment's own reference matches %s, beside the store's name that all others have", async (_case, text) => {
    const { load, stateOf } = await storeWith([
      { remittanceInfo: "PS-1001-AB12CD34" },
      ...constant(many, { remittanceInfo: "ACME" }),
    ]);
    expect(await load({ text })).toMatchObject({ matched: 1 });
    expect(await stateOf("pay_0000")).not.toBe("opened");
  });

  test("a payment's own reference that begins with the constant one matches", async () => {
    const { load } = await storeWith([{ remittanceInfo: "SHOP-2026-1001-AB12CD34" }, ...constant(many)]);
    expect(await load({ text: "SHOP-2026-1001-AB12CD34" })).toMatchObject({ matched: 1 });
  });

  test("a payment's own reference beside a constant one with digits waits for a person", async () => {
    const { load } = await storeWith([{ remittanceInfo: "PS-1001-AB12CD34" }, ...constant(many)]);
    expect(await load({ text: "SHOP 2026, PS-1001-AB12CD34" })).toMatchObject({ matched: 0, unmatched: 1 });
  });

  test("references that all have the same ending are found anywhere in the text", async () => {
    const { load, stateOf } = await storeWith(
      Array.from({ length: many }, (_own, index) => ({ remittanceInfo: `A${100 + index}B-ACMESHOP26` })),
    );
    expect(await load({ text: "DANKEA100BACMESHOP26XX" })).toMatchObject({ matched: 1 });
    expect(await stateOf("pay_0000")).not.toBe("opened");
  });
});
