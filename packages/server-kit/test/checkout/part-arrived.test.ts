// Once a part of the money has arrived, nothing asks the buyer for the whole amount again (docs/decisions/no-second-payment.md).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProviderEvent } from "../../src/index.js";
import { createGate } from "../gate.js";
import { camt } from "../statements/camt-file.js";
import { formAction, type Harness, heading, startService } from "./checkout-harness.js";

let opened = 0;
const createSession = async () => {
  opened += 1;
  return { sessionId: `s${opened}`, redirectUrl: `https://bank.example/s${opened}` };
};
const port = { fetchOutcome: async () => undefined };

let harness: Harness;
beforeAll(async () => {
  harness = await startService({
    openBanking: { test: { ...port, code: "bank", createSession } },
    cardPages: { test: { ...port, code: "cards", createSession } },
  });
});
afterAll(() => harness.stop());

const part: ProviderEvent = { type: "settlement.partial", amountCents: 500, reference: "P1" };
const withoutAmount: ProviderEvent = { type: "settlement.partial" };
const otherCurrency: ProviderEvent = {
  type: "settlement.confirmed",
  amountCents: 1999,
  currency: "CHF",
  reference: "F1",
};

async function atBank(request: Record<string, unknown>, at = harness) {
  const begun = await at.initialize(request);
  const choose = formAction(await at.visit(begun.path), "/choose");
  const record = (event: ProviderEvent) => at.service.payments.recordProviderEvent(begun.paymentId, event);
  await at.submit(choose, { method: "open_bank_transfer" });
  return { ...begun, choose, record, at: (path: string) => begun.path.replace("?", `${path}?`) };
}

test.each([
  ["declines", part, "provider.rejected"],
  ["cancels", part, "provider.cancelled"],
  ["lets the session expire", part, "provider.session_expired"],
  ["reports no size of the part and declines", withoutAmount, "provider.rejected"],
  ["has sent another currency and declines", otherCurrency, "provider.rejected"],
] as const)("no page offers another payment when money has arrived and the bank %s", async (how, arrived, ending) => {
  const { paymentId, path, choose, record, at } = await atBank({ orderId: how });
  await record(arrived);
  await record({ type: "provider.unknown" });
  await record({ type: ending });
  expect(await harness.state(paymentId)).toBe("opened");
  const openedBefore = opened;

  const pages = [path, `${path}&view=choose`, at("/bank"), at("/handover"), at("/cancel"), at("/return")];
  const shown = await Promise.all(pages.map((page) => harness.visit(page)));
  for (const method of ["qr_pay", "bank_transfer", "open_bank_transfer", "card_processing"]) {
    shown.push(await harness.submit(choose, { method }));
  }
  shown.push(await harness.submit(choose), await harness.submit(at("/paid")), await harness.submit(at("/cancel")));
  for (const page of shown) {
    expect(heading(page)).toBe(arrived === part ? "Part of the amount has arrived" : "We are confirming your payment");
    expect(page.text).not.toMatch(/name="method"|DE89|bank\.example/);
  }
  if (arrived === part) expect(shown[0]?.text.replace(/<[^>]+>/g, "")).toContain("€5.00 of €19.99 has arrived so far");
  expect((await harness.visit(at("/code"))).status).toBe(404);
  expect(opened).toBe(openedBefore);
  expect(await harness.state(paymentId)).toBe("opened");

  await record({ type: "settlement.confirmed", amountCents: arrived === part ? 1499 : 1999, reference: "P2" });
  expect(heading(await harness.visit(path))).toBe("Payment complete");
});

test("a part that arrives while the bank is called leads to no bank", async () => {
  const called = createGate();
  const bankGate = createGate();
  let sessions = 0;
  const slow = await startService({
    openBanking: {
      test: {
        ...port,
        code: "bank",
        async createSession() {
          sessions += 1;
          if (sessions === 2) {
            called.open();
            await bankGate.passed;
          }
          return { sessionId: `s${sessions}`, redirectUrl: `https://bank.example/s${sessions}` };
        },
      },
    },
  });
  const { paymentId, choose, record } = await atBank({}, slow);
  await record({ type: "provider.rejected" });
  const chosen = slow.submit(choose, { method: "open_bank_transfer" });
  await called.passed;
  await record(part);
  await record({ type: "provider.unknown" });
  await record({ type: "provider.rejected" });
  bankGate.open();
  expect(heading(await chosen)).toBe("Part of the amount has arrived");
  expect(await slow.state(paymentId)).toBe("opened");
  await slow.stop();
});

test("the link of a payment that received a part does not lead to a newer payment of its order", async () => {
  const order = { orderId: "part and newer", customerEmail: "ann@example.com" };
  const { paymentId, path, record } = await atBank(order);
  await record(part);
  await record({ type: "provider.unknown" });
  await record({ type: "provider.rejected" });
  await harness.initialize({ ...order, amountCents: 2500 });
  await harness.service.payments.cancel(paymentId, { actor: "a@b.example", reason: "another amount" });
  expect((await harness.service.payments.get(paymentId))?.supersededBy).toBeDefined();
  expect((await harness.visit(path)).path).toContain(paymentId);
});

test("money in another currency: the bank is not opened again, and no page says that nothing was charged", async () => {
  const { paymentId, path, record } = await atBank({ orderId: "francs" });
  await record(otherCurrency);
  expect(heading(await harness.visit(path))).toBe("We are confirming your payment");
  await record({ type: "provider.unknown" });
  await record({ type: "provider.rejected" });
  await harness.service.payments.cancel(paymentId, { actor: "a@b.example", reason: "sold out" });
  expect((await harness.visit(path)).text).not.toContain("You have not been charged");
});

test("a direct payment that received another currency leads to its own page", async () => {
  const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };
  const first = await harness.initialize({ ...direct, orderId: "francs direct" });
  await harness.service.payments.recordProviderEvent(first.paymentId, otherCurrency);
  const openedBefore = opened;
  const again = await harness.initialize({ ...direct, orderId: "francs direct", customerCountry: "AT" });
  expect(again.paymentId).toBe(first.paymentId);
  expect(again.path).toContain(`/checkout/${first.paymentId}/return`);
  expect(opened).toBe(openedBefore);
});

const money = { amountCents: 1999, currency: "EUR", actor: "a@b.example", reason: "seen on the account" };

test.each([
  ["the whole amount", 1999, "settled"],
  ["a part", 500, "submitted"],
] as const)(
  "%s that arrived and was returned by the bank: the page says so, and asks for nothing",
  async (_, cents, state) => {
    const { paymentId, path } = await harness.initialize({ orderId: `returned ${cents}` }, "live");
    const { remittanceInfo: text = "", merchantId = "" } = (await harness.service.payments.get(paymentId)) ?? {};
    const load = (content: string) =>
      harness.service.statements.import({ merchantId, content, actor: "operator:cron" });
    await load(camt({ text, cents, reference: "B1" }));
    expect(await harness.state(paymentId)).toBe(state);
    await load(camt({ text, cents, reference: "B2", debit: true, returned: "AC04" }));
    expect(await harness.state(paymentId)).toBe(state);
    for (const address of [path, `${path}&view=choose`]) {
      const page = await harness.visit(address);
      expect(heading(page)).toBe("The bank returned your payment");
      expect(page.text.replace(/<[^>]+>/g, "")).toContain("Please contact Blumen Lila before you pay again.");
      expect(page.text).not.toMatch(/name="method"|DE89|class="receipt"|has arrived/);
      expect(page.text).toMatch(/class="flow flow-ended".*>Not paid</);
    }
    await load(camt({ text, cents: 1999, reference: "B3", day: "2025-03-06" }));
    expect([await harness.state(paymentId), heading(await harness.visit(path))]).toEqual([
      "settled",
      "Payment complete",
    ]);
  },
);

test("a payment that a person resolved as paid, and whose money the bank returned, does not say that it is complete", async () => {
  const { paymentId, path } = await harness.initialize({ orderId: "resolved" }, "live");
  await harness.service.payments.receive(paymentId, { ...money, amountCents: 1 });
  await harness.service.payments.resolve(paymentId, { to: "settled", actor: money.actor, reason: money.reason });
  const { remittanceInfo: text = "", merchantId = "" } = (await harness.service.payments.get(paymentId)) ?? {};
  const content = camt({ text, reference: "R2", debit: true, returned: "AC04" });
  expect(heading(await harness.visit(path))).toBe("Payment complete");
  await harness.service.statements.import({ merchantId, content, actor: "operator:cron" });
  expect(heading(await harness.visit(path))).toBe("The bank returned your payment");
});
