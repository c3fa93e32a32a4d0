// A success of the bank that cannot be counted may be money all the same: the buyer at the bank is not offered another payment.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProviderEvent } from "../../src/index.js";
import { formAction, type Harness, heading, startService } from "./checkout-harness.js";

const bank = {
  code: "bank",
  createSession: async ({ attemptId }: { attemptId: string }) => ({
    sessionId: attemptId,
    redirectUrl: `https://bank.example/${attemptId}`,
  }),
  fetchOutcome: async () => undefined,
};

let harness: Harness;
beforeAll(async () => {
  harness = await startService(
    { openBanking: { test: bank } },
    { openBankTransfer: { confirmationMode: "settlement", instant: false, collectBuyerData: false } },
  );
});
afterAll(() => harness.stop());

test.each<[string, ProviderEvent]>([
  ["an amount that is no number of cents", { type: "settlement.confirmed", amountCents: 19.99 }],
  ["no amount above zero", { type: "settlement.partial", amountCents: 0 }],
  ["the announcement of another currency", { type: "provider.success", amountCents: 1999, currency: "CHF" }],
])("after %s the outcome is unresolved, and the settlement decides", async (orderId, event) => {
  const { paymentId, path } = await harness.initialize({ orderId });
  await harness.submit(formAction(await harness.visit(path), "/choose"), { method: "open_bank_transfer" });
  expect(await harness.state(paymentId)).toBe("at_provider");
  const record = (reported: ProviderEvent) => harness.service.payments.recordProviderEvent(paymentId, reported);
  await record(event);
  expect(await harness.state(paymentId)).toBe("unresolved");
  expect((await harness.service.payments.get(paymentId))?.alerts).toHaveLength(1);
  const page = await harness.submit(path.replace("?", "/back?"));
  expect(heading(page)).not.toBe("How would you like to pay?");
  await record({ type: "settlement.confirmed", amountCents: 1999, reference: "T1" });
  expect(await harness.state(paymentId)).toBe("settled");
});
