// A direct payment whose references were changed by a later call: the session that the bank opened with the first ones can still be paid.
import { describe, expect, test } from "vitest";
import type { OpenBankingProvider } from "../../src/index.js";
import { closeAfterTest } from "../loopback.js";
import { camt } from "./camt-file.js";
import { openStatementFixture, storages } from "./statement-fixture.js";

const bank: OpenBankingProvider = {
  code: "bank",
  createSession: async ({ attemptId }) => ({ sessionId: attemptId, redirectUrl: "https://bank.example.com/pay" }),
  fetchOutcome: async () => undefined,
};

describe.each(Object.entries(storages))("on %s", (_, open) => {
  async function changed() {
    const fixture = await openStatementFixture(open(), undefined, { openBanking: { live: bank } });
    const { service, merchantId, pay } = fixture;
    closeAfterTest(() => service.stop());
    const payDirect = (orderId: string, remittanceInfo: string, endToEndId: string) =>
      pay({
        ...{ orderId, remittanceInfo, endToEndId },
        ...{ checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" },
      });
    const { paymentId } = await payDirect("1", "INVOICE-AAAA-10001", "E2EAAAA10001");
    expect((await payDirect("1", "INVOICE-BBBB-20002", "E2EBBBB20002")).paymentId).toBe(paymentId);
    const load = (entry: Parameters<typeof camt>[0]) =>
      service.statements.import({ merchantId, content: camt(entry), actor: "ana@shop.example.com" });
    return { ...fixture, payDirect, paymentId, load };
  }

  test("a search finds it by the references in use and by those before", async () => {
    const { service, merchantId, paymentId } = await changed();
    for (const search of ["INVOICE-AAAA-10001", "e2eaaaa10001", "INVOICE-BBBB-20002", "e2ebbbb20002"]) {
      const found = await service.payments.list({ merchantId, search });
      expect(
        found.map((payment) => payment.paymentId),
        search,
      ).toEqual([paymentId]);
    }
  });

  test.each([
    ["the reference before", { text: "SVWZ+Rechnung invoice-aaaa-10001 Danke" }],
    ["the reference before, broken by the bank", { text: "Danke INVOICE AAAA 10 001" }],
    ["the end-to-end id before", { text: "Danke", endToEndId: "E2EAAAA10001" }],
    ["the reference in use", { text: "INVOICE-BBBB-20002" }],
  ])("an entry with %s settles it", async (_case, entry) => {
    const { stateOf, paymentId, load } = await changed();
    expect(await load(entry)).toMatchObject({ matched: 1, unmatched: 0 });
    expect(await stateOf(paymentId)).toBe("settled");
  });

  test("an entry with the reference before, which another payment uses now, waits for a person", async () => {
    const { service, merchantId, stateOf, paymentId, load, payDirect } = await changed();
    const other = await payDirect("2", "INVOICE-AAAA-10001", "E2ECCCC30003");
    expect(await load({ text: "INVOICE-AAAA-10001" })).toMatchObject({ matched: 0, unmatched: 1 });
    expect([await stateOf(paymentId), await stateOf(other.paymentId)]).toEqual(["created", "created"]);
    const [unmatched] = await service.statements.unmatched(merchantId);
    const suggested = unmatched?.suggestions.map((one) => [one.paymentId, one.reasons.includes("reference")]);
    expect(Object.fromEntries(suggested ?? [])).toEqual({ [paymentId]: true, [other.paymentId]: true });
  });

  test("an entry with its order number alone waits for a person", async () => {
    const { service, merchantId, stateOf, payDirect, load } = await changed();
    const { paymentId } = await payDirect("ORDER-5501-X", "INVOICE-DDDD-40004", "E2EDDDD40004");
    expect(await load({ text: "ORDER-5501-X" })).toMatchObject({ matched: 0, unmatched: 1 });
    expect(await stateOf(paymentId)).toBe("created");
    expect(await service.statements.unmatched(merchantId)).toHaveLength(1);
  });
});
