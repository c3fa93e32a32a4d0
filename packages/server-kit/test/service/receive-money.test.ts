// Tests money recorded by a person, in every state, treated like a bank's report: case M13 and row 22 of the
// graph; and the resolution of alerts.
import { expect, test } from "vitest";
import { day, openBankService } from "../banks/bank-service.js";

const seen = { currency: "EUR", reason: "on the statement of 27 November", actor: "op@service.example" };
const openFixture = () => openBankService();
type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** How a payment gets into each state, through the public interface. */
const pathsToState: Record<string, (fixture: Fixture, orderId: string) => Promise<string>> = {
  created: async (fixture, orderId) => (await fixture.initialize({ orderId })).paymentId,
  async opened(fixture, orderId) {
    const { paymentId, paymentUrl } = await fixture.initialize({ orderId });
    await fetch(paymentUrl);
    return paymentId;
  },
  qr_shown: async (fixture, orderId) => withMethodChosen(fixture, orderId, "qr_pay"),
  transfer_instructed: async (fixture, orderId) => withMethodChosen(fixture, orderId, "bank_transfer"),
  at_provider: async (fixture, orderId) => (await fixture.openHosted({ orderId })).paymentId,
  submitted: async (fixture, orderId) => withProviderEvent(fixture, orderId, "provider.accepted"),
  unresolved: async (fixture, orderId) => withProviderEvent(fixture, orderId, "provider.unknown"),
};

async function withMethodChosen(fixture: Fixture, orderId: string, method: string): Promise<string> {
  const { paymentId, paymentUrl } = await fixture.initialize({ orderId });
  await fetch(paymentUrl.replace("?", "/choose?"), { method: "POST", body: new URLSearchParams({ method }) });
  return paymentId;
}

async function withProviderEvent(
  fixture: Fixture,
  orderId: string,
  type: "provider.accepted" | "provider.unknown",
): Promise<string> {
  const { paymentId } = await fixture.openHosted({ orderId });
  await fixture.service.payments.recordProviderEvent(paymentId, { type });
  return paymentId;
}

test.each(Object.keys(pathsToState))(
  "M13: a person records the whole amount on a payment that is %s, and it settles",
  async (state) => {
    const fixture = await openFixture();
    const paymentId = (await pathsToState[state]?.(fixture, "one")) ?? "";
    expect(await fixture.state(paymentId)).toBe(state);
    const receivedAt = fixture.clock.now() - day;
    const receipt = await fixture.service.payments.receive(paymentId, {
      ...{ ...seen, amountCents: 1999, currency: "eur", reference: "2026-11-27/4711", receivedAt },
    });
    expect(receipt).toEqual({ state: "settled", receivedCents: 1999, dueCents: 1999, outcome: "counted" });
    const payment = await fixture.find(paymentId);
    expect(payment?.history.at(-1)).toMatchObject({ event: "money.received", actor: seen.actor, reason: seen.reason });
    expect(payment).toMatchObject({
      alerts: [],
      arrivals: [{ source: "person", reference: "2026-11-27/4711", receivedAt, currency: "EUR" }],
    });
  },
);

test.each(Object.keys(pathsToState))(
  "M13: a partial amount that a person records on a payment that is %s waits for the rest",
  async (state) => {
    const fixture = await openFixture();
    const paymentId = (await pathsToState[state]?.(fixture, "one")) ?? "";
    await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1500, reference: "A" });
    expect(await fixture.find(paymentId)).toMatchObject({
      ...{ state: "submitted", receivedCents: 1500 },
      alerts: [{ type: "under_paid" }],
    });
    await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 600, reference: "B" });
    expect(await fixture.find(paymentId)).toMatchObject({
      ...{ state: "settled", receivedCents: 2100, alertCount: 1 },
      alerts: [{ type: "under_paid" }, { type: "over_paid" }],
    });
  },
);

test("M13: an expired payment settles late within 180 days; a part is counted without a change of state", async () => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  await fixture.passTime(31 * day);
  expect(await fixture.state(paymentId)).toBe("expired");
  await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1000, reference: "A" });
  expect(await fixture.find(paymentId)).toMatchObject({ state: "expired", alerts: [{ type: "under_paid" }] });
  await fixture.passTime(170 * day);
  await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 999, reference: "B" });
  const payment = await fixture.find(paymentId);
  expect(payment).toMatchObject({ state: "settled", receivedCents: 1999, alertCount: 0 });
  expect(payment?.history.at(-1)?.event).toBe("money.received");
});

test("M13: money for a payment that can no longer be paid is stored and raises success_after_end", async () => {
  const fixture = await openFixture();
  const expired = await fixture.initialize({ orderId: "expired" });
  const cancelled = await fixture.initialize({ orderId: "cancelled" });
  await fixture.service.payments.cancel(cancelled.paymentId, { reason: "sold out", actor: "op" });
  await fixture.passTime(31 * day);
  await fixture.passTime(181 * day);
  for (const [{ paymentId }, state] of [
    [expired, "expired"],
    [cancelled, "cancelled"],
  ] as const) {
    await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1999, reference: "A" });
    expect(await fixture.find(paymentId)).toMatchObject({
      ...{ state, receivedCents: 1999 },
      alerts: [{ type: "success_after_end" }],
    });
  }
});

test("M13: money for a settled payment is a further arrival; recorded again under its reference it is the same", async () => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1999, reference: "A" });
  const again = await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1999, reference: "a" });
  expect(again).toMatchObject({ outcome: "known", receivedCents: 1999 });
  expect((await fixture.find(paymentId))?.alerts).toEqual([]);
  const second = await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1999, reference: "B" });
  expect(second).toMatchObject({ outcome: "counted", receivedCents: 3998, state: "settled" });
  expect(await fixture.find(paymentId)).toMatchObject({ alerts: [{ type: "duplicate_payment", count: 1 }] });
});

test("M13: money in another currency is stored, never added, and raises an alert", async () => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  const receipt = await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1999, currency: "USD" });
  expect(receipt).toEqual({ state: "created", receivedCents: 0, dueCents: 1999, outcome: "other_currency" });
  expect(await fixture.find(paymentId)).toMatchObject({ alerts: [{ type: "wrong_currency" }] });
});

test.each([
  [{ amountCents: 0 }, "amountCents"],
  [{ amountCents: 19.99 }, "amountCents"],
  [{ amountCents: "1999" }, "amountCents"],
  [{ currency: "euro" }, "currency"],
  [{ currency: undefined }, "currency"],
  [{ reference: 5 }, "reference"],
  [{ receivedAt: "yesterday" }, "receivedAt"],
  [{ receivedAt: 9_000_000_000_000 }, "receivedAt"],
  [{ reason: "  " }, "reason"],
  [{ actor: undefined }, "actor"],
])("M13: refuses %j and names the field", async (wrong, path) => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  // Wrong on purpose, as untyped code may call it.
  const money = { ...seen, amountCents: 1999, ...wrong } as Parameters<typeof fixture.service.payments.receive>[1];
  await expect(fixture.service.payments.receive(paymentId, money)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ path }],
  });
  expect((await fixture.find(paymentId))?.arrivals).toEqual([]);
});

test("M13: an unknown payment is PAYMENT_NOT_FOUND", async () => {
  const fixture = await openFixture();
  const money = { ...seen, amountCents: 1 };
  await expect(fixture.service.payments.receive("pay_x", money)).rejects.toMatchObject({ code: "PAYMENT_NOT_FOUND" });
  const reported = fixture.service.payments.recordProviderEvent("pay_x", { type: "provider.success" });
  await expect(reported).rejects.toMatchObject({ code: "PAYMENT_NOT_FOUND" });
});

test.each(["created", "qr_shown", "transfer_instructed"])(
  "M13: resolving a payment that is %s is refused with its state, the reason and what is possible",
  async (state) => {
    const fixture = await openFixture();
    const paymentId = (await pathsToState[state]?.(fixture, "one")) ?? "";
    const resolving = fixture.service.payments.resolve(paymentId, { to: "settled", reason: "seen", actor: "op" });
    await expect(resolving).rejects.toThrow(
      new RegExp(`is ${state.replace("_", " ")}: the buyer has not started.*record money`),
    );
  },
);

test("an alert ends when a person marks it as handled: by whom, how, once, and it needs no attention any more", async () => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  for (const reference of ["A", "B"])
    await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1999, reference });
  const { merchantId } = fixture.store;
  const attention = () => fixture.service.payments.list({ merchantId, needsAttention: true });
  expect(await attention()).toMatchObject([{ paymentId, alertCount: 1 }]);
  const [alert] = await fixture.service.alerts.list({ merchantId, isOpen: true });
  expect(alert).toMatchObject({ paymentId, type: "duplicate_payment", count: 1, resolvedAt: undefined });
  const alertId = alert?.alertId ?? "";
  await expect(fixture.service.alerts.resolve(alertId, { reason: "", actor: "op" })).rejects.toThrow("reason");
  await expect(fixture.service.alerts.resolve("alr_x", { reason: "refunded", actor: "op" })).rejects.toThrow("alr_x");
  const handled = { resolvedAt: fixture.clock.now(), resolvedBy: "op@service.example", resolution: "refunded" };
  const decision = { reason: " refunded ", actor: "op@service.example" };
  expect(await fixture.service.alerts.resolve(alertId, decision)).toMatchObject(handled);
  fixture.clock.pass(1000);
  expect(await fixture.service.alerts.resolve(alertId, { reason: "again", actor: "other" })).toMatchObject(handled);
  expect(await attention()).toEqual([]);
  expect(await fixture.service.alerts.list({ merchantId, isOpen: true })).toEqual([]);
  // Reported once more, it stays handled.
  await fixture.service.payments.receive(paymentId, { ...seen, amountCents: 1999, reference: "B" });
  expect(await fixture.find(paymentId)).toMatchObject({ alertCount: 0, alerts: [{ alertId, count: 2, ...handled }] });
});
