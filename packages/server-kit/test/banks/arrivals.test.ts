// Tests money that arrives twice, in parts or in another currency, reported by a bank that is a real HTTP
// server: cases M8 to M13.
import { expect, test } from "vitest";
import type { ProviderEvent } from "../../src/index.js";
import { closeAfterTest } from "../loopback.js";
import { minute, openBankService } from "./bank-service.js";
import { startFaultyBank } from "./faulty-bank.js";

async function openFixture({ isSigned = false } = {}) {
  const cards = await startFaultyBank();
  closeAfterTest(() => cards.stop());
  const mails: { to: string; subject: string; text: string }[] = [];
  const mailer = { sendMail: async (mail: { to: string; subject: string; text: string }) => void mails.push(mail) };
  const fixture = await openBankService({
    port: { isSigned },
    options: { cardPages: { test: cards.cardPage({ code: "cardhouse", isSigned }) }, mailer },
  });
  await fixture.service.stores.update(fixture.store.merchantId, { contactEmail: "money@shop.example" });
  /** The buyer chose the bank, went back, and chose the card: two sessions of one payment. */
  async function openTwice(request: Record<string, unknown> = {}) {
    const buyer = await fixture.openHosted(request);
    const page = await (await fetch(buyer.paymentUrl)).text();
    const seen = /name="seen" value="([^"]*)"/.exec(page)?.[1];
    await buyer.post("/back", { seen: seen ?? "at_provider" });
    await buyer.post("/choose", { method: "card_processing" });
    return { ...buyer, bankSession: buyer.session, cardSession: cards.latest() };
  }
  const alertsOf = async (paymentId: string) =>
    (await fixture.find(paymentId))?.alerts.map(({ type, count, resolvedAt }) => [
      type,
      count,
      resolvedAt === undefined,
    ]);
  const record = (paymentId: string, event: unknown) =>
    // A host's adapter may pass any value.
    fixture.service.payments.recordProviderEvent(paymentId, event as ProviderEvent);
  return { ...fixture, cards, mails, openTwice, alertsOf, record };
}

test.each([
  ["the bank first", "open_bank_transfer"],
  ["the card first", "card_processing"],
])("M8: the second success of another session raises one duplicate_payment alert; %s", async (order, method) => {
  const fixture = await openFixture();
  const { paymentId, bankSession, cardSession } = await fixture.openTwice();
  const bank = () => fixture.bank.setEvents(bankSession.sessionId, { type: "provider.success", reference: "BANK-1" });
  const card = () => fixture.cards.setEvents(cardSession.sessionId, { type: "provider.success", reference: "CARD-1" });
  const [first, second] = order === "the bank first" ? [bank, card] : [card, bank];
  first();
  await fixture.passTime(10 * minute, minute);
  expect(await fixture.find(paymentId)).toMatchObject({ state: "settled", paymentMethod: method, alerts: [] });
  second();
  await fixture.passTime(240 * minute, 10 * minute);
  const payment = await fixture.find(paymentId);
  expect(payment).toMatchObject({ state: "settled", paymentMethod: method, alertCount: 1, receivedCents: 3998 });
  expect(payment?.alerts.map(({ type }) => type)).toEqual(["duplicate_payment"]);
  const detail = payment?.alerts[0]?.detail;
  for (const named of [bankSession.sessionId, cardSession.sessionId, "BANK-1", "CARD-1", "€19.99"])
    expect(detail).toContain(named);
  expect(fixture.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["money@shop.example", "Payment needs attention: Paid twice, order 1001-A"],
  ]);
  expect(fixture.mails[0]?.text).toContain("Return the excess to the buyer");
});

test("M8: each session's success without a reference counts as the whole amount", async () => {
  const fixture = await openFixture();
  const { paymentId, bankSession, cardSession } = await fixture.openTwice();
  fixture.cards.setEvents(cardSession.sessionId, { type: "provider.success" });
  fixture.bank.setEvents(bankSession.sessionId, { type: "provider.success" });
  await fixture.passTime(60 * minute, 5 * minute);
  const payment = await fixture.find(paymentId);
  expect(payment?.alerts.map(({ type }) => type)).toEqual(["duplicate_payment"]);
  expect(payment?.receivedCents).toBe(3998);
});

test("M9: two paid payments of one order raise an alert on both that names the other", async () => {
  const fixture = await openFixture();
  const first = await fixture.initialize({ amountCents: 1999 });
  const second = await fixture.initialize({ amountCents: 2499 });
  const unrelated = await fixture.initialize({ orderId: "1002-A" });
  for (const { paymentId } of [first, second, unrelated])
    await fixture.record(paymentId, { type: "settlement.confirmed", reference: paymentId });
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const payment = await fixture.find(one.paymentId);
    expect(payment?.alerts).toMatchObject([{ type: "other_payment_of_order_paid", count: 1 }]);
    expect(payment?.alerts[0]?.detail).toContain(other.paymentId);
  }
  expect(await fixture.alertsOf(unrelated.paymentId)).toEqual([]);
});

test("M9: a payment that a person resolves to settled is compared with the others of its order too", async () => {
  const fixture = await openFixture();
  const first = await fixture.openDirect({ amountCents: 1999 });
  const second = await fixture.initialize({ amountCents: 2499 });
  await fixture.record(first.paymentId, { type: "provider.unknown" });
  await fixture.service.payments.resolve(first.paymentId, { to: "settled", reason: "seen", actor: "op" });
  await fixture.record(second.paymentId, { type: "settlement.confirmed" });
  expect(await fixture.alertsOf(first.paymentId)).toEqual([["other_payment_of_order_paid", 1, true]]);
  expect(await fixture.alertsOf(second.paymentId)).toEqual([["other_payment_of_order_paid", 1, true]]);
});

test("M10: the same session that reports success again with the same reference is one event and no alert", async () => {
  const fixture = await openFixture();
  const { paymentId, session } = await fixture.openDirect();
  fixture.bank.setEvents(session.sessionId, { type: "provider.success", reference: "R1" });
  await fixture.passTime(minute, 10_000);
  for (const reference of ["R1", "r1", " R1 "]) {
    const { headers, body } = fixture.bank.callbackOf(session.sessionId, { type: "provider.success", reference });
    await fetch(`${fixture.base}/providers/faultybank/callback`, { method: "POST", headers, body });
  }
  await fixture.record(paymentId, { type: "provider.success", reference: "R1" });
  await fixture.record(paymentId, { type: "provider.success" });
  const payment = await fixture.find(paymentId);
  expect(payment).toMatchObject({ state: "settled", alerts: [], receivedCents: 1999 });
  expect(payment?.arrivals).toHaveLength(1);
  expect(payment?.history.filter(({ to }) => to === "settled")).toHaveLength(1);
});

test("M11: parts are distinguished by reference and added up, the page shows the sum, and the sum settles", async () => {
  const fixture = await openFixture();
  const { paymentId, paymentUrl } = await fixture.initialize();
  const part = (amountCents: number, reference: string) =>
    fixture.record(paymentId, { type: "settlement.partial", amountCents, currency: "EUR", reference });
  await part(1000, "P1");
  await part(1000, "P1");
  expect(await part(500, "P2")).toEqual({ accepted: true, state: "submitted" });
  expect(await (await fetch(paymentUrl)).text()).toMatch(/15\.00<.{0,60} of .{0,60}19\.99<.{0,30} has arrived/s);
  expect(await fixture.find(paymentId)).toMatchObject({
    ...{ receivedCents: 1500, alertCount: 1 },
    alerts: [{ type: "under_paid", count: 2, detail: "€15.00 received, €19.99 due" }],
  });
  await part(499, "P3");
  const payment = await fixture.find(paymentId);
  expect(payment).toMatchObject({ state: "settled", receivedCents: 1999, alertCount: 0 });
  expect(await fixture.alertsOf(paymentId)).toEqual([["under_paid", 2, false]]);
  expect(payment?.evidence.map(({ count, wasAllowed }) => [count, wasAllowed])).toEqual([
    [2, true],
    [1, true],
    [1, true],
  ]);
});

test("M11: parts of different size without references are added up as well", async () => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  await fixture.record(paymentId, { type: "settlement.partial", amountCents: 1500 });
  await fixture.record(paymentId, { type: "settlement.partial", amountCents: 499 });
  expect(await fixture.find(paymentId)).toMatchObject({ state: "settled", receivedCents: 1999 });
});

test("M11: money after the full amount is over_paid, and the whole amount again duplicate_payment", async () => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  const receive = (amountCents: number, reference: string) =>
    fixture.record(paymentId, { type: "settlement.confirmed", amountCents, reference });
  await receive(1500, "A");
  await receive(600, "B");
  expect(await fixture.alertsOf(paymentId)).toEqual([
    ["under_paid", 1, false],
    ["over_paid", 1, true],
  ]);
  await receive(50, "C");
  await receive(1999, "D");
  await receive(1999, "D");
  expect((await fixture.alertsOf(paymentId))?.slice(2)).toEqual([
    ["over_paid", 1, true],
    ["duplicate_payment", 2, true],
  ]);
  expect((await fixture.find(paymentId))?.receivedCents).toBe(4149);
});

test("M11: an arrival that is reported again with another amount keeps its first amount and raises an alert", async () => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  await fixture.record(paymentId, { type: "settlement.partial", amountCents: 500, reference: "A" });
  await fixture.record(paymentId, { type: "settlement.partial", amountCents: 700, reference: "A" });
  expect(await fixture.find(paymentId)).toMatchObject({ state: "submitted", receivedCents: 500 });
  expect((await fixture.alertsOf(paymentId))?.map(([type]) => type)).toEqual(["under_paid", "amount_changed"]);
});

test("a session's settlement proves what its success announced: less than that is under_paid, more over_paid", async () => {
  const fixture = await openFixture();
  for (const [settled, alert] of [
    [1999, undefined],
    [1500, "under_paid"],
    [2500, "over_paid"],
  ] as const) {
    const { paymentId, session } = await fixture.openDirect({ orderId: `order ${settled}` });
    fixture.bank.setEvents(
      session.sessionId,
      { type: "provider.success", reference: "P" },
      { type: "settlement.confirmed", amountCents: settled, reference: "B" },
    );
    await fixture.passTime(minute, 10_000);
    const payment = await fixture.find(paymentId);
    expect(payment).toMatchObject({ state: "settled", receivedCents: settled });
    expect(payment?.alerts.map(({ type }) => type)).toEqual(alert === undefined ? [] : [alert]);
  }
});

test.each([
  ["whole", [["settlement.confirmed", 1999]], 1999, []],
  [
    "in parts",
    [
      ["settlement.partial", 1000],
      ["settlement.partial", 999],
    ],
    1999,
    ["under_paid"],
  ],
  ["as less than announced", [["settlement.confirmed", 1500]], 1500, ["under_paid"]],
  [
    "twice",
    [
      ["settlement.confirmed", 1999],
      ["settlement.confirmed", 1999],
    ],
    3998,
    ["duplicate_payment"],
  ],
] as const)(
  "a settlement that names no session confirms a success that named none, under another reference: %s",
  async (...given) => {
    const [, settlements, receivedCents, alerts] = given;
    const fixture = await openFixture();
    const { paymentId } = await fixture.initialize();
    await fixture.record(paymentId, { type: "provider.success", reference: "P" });
    for (const [index, [type, amountCents]] of settlements.entries())
      await fixture.record(paymentId, { type, amountCents, reference: `S${index}` });
    expect(await fixture.find(paymentId)).toMatchObject({ state: "settled", receivedCents });
    expect((await fixture.alertsOf(paymentId))?.map(([type]) => type)).toEqual(alerts);
  },
);

test.each([
  ["declined", "provider.rejected"],
  ["cancelled", "provider.cancelled"],
] as const)(
  "a payment that is %s with part of its money names that part, which no rest settles any more",
  async (...given) => {
    const [state, end] = given;
    const fixture = await openFixture();
    const { paymentId, session } = await fixture.openDirect();
    const events = [
      { type: "settlement.partial", amountCents: 1000, reference: "S1" },
      { type: "provider.unknown" },
      { type: end },
    ] as const;
    fixture.bank.setEvents(session.sessionId, ...events);
    await fixture.passTime(minute, 10_000);
    const payment = await fixture.find(paymentId);
    expect(payment?.state).toBe(state);
    expect(payment?.alerts).toMatchObject([
      { type: "under_paid", resolvedBy: "service" },
      { type: "success_after_end", resolvedBy: undefined, detail: `€10.00 had arrived when the payment was ${state}` },
    ]);
  },
);

test.each([
  ["first", "bank"],
  ["second", "card"],
] as const)(
  "a settlement that corrects the %s of two payments leaves one alert, which says what is left to return",
  async (...given) => {
    const [, corrected] = given;
    const fixture = await openFixture({ isSigned: true });
    const { paymentId, bankSession, cardSession } = await fixture.openTwice();
    const bank = (event: ProviderEvent) => fixture.bank.callBack(bankSession.sessionId, event);
    const card = (event: ProviderEvent) => fixture.cards.callBack(cardSession.sessionId, event);
    for (const report of [bank, card]) await report({ type: "provider.success", reference: "P" });
    const settlement = { type: "settlement.confirmed", amountCents: 1500, reference: "S" } as const;
    await (corrected === "bank" ? bank : card)(settlement);
    const payment = await fixture.find(paymentId);
    expect(payment?.receivedCents).toBe(3499);
    expect(payment?.alerts).toMatchObject([
      {
        type: "duplicate_payment",
        detail: expect.stringMatching(/; an amount was corrected since: at most €15\.00 is left to return in all$/),
      },
    ]);
  },
);

test("money that a declined payment receives is named as the settlement corrects it, and is not called a part", async () => {
  const fixture = await openFixture();
  const { paymentId, session } = await fixture.openDirect();
  fixture.bank.setEvents(
    session.sessionId,
    { type: "provider.rejected" },
    { type: "provider.success", reference: "P" },
    { type: "settlement.confirmed", amountCents: 1500, reference: "S" },
  );
  await fixture.passTime(minute, 10_000);
  const payment = await fixture.find(paymentId);
  expect(payment?.alerts).toMatchObject([
    { type: "success_after_end", detail: expect.stringContaining("€15.00 (session") },
  ]);
});

test.each([
  ["cancelled", "success_after_end"],
  ["settled", "over_paid"],
] as const)("a correction after a person has handled the alert of a %s payment is a new alert", async (state, type) => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  if (state === "cancelled") await fixture.service.payments.cancel(paymentId, { reason: "sold out", actor: "ana" });
  await fixture.record(paymentId, { type: "provider.success", amountCents: 2500, reference: "P" });
  const [alert] = (await fixture.find(paymentId))?.alerts ?? [];
  await fixture.service.alerts.resolve(alert?.alertId ?? "", { reason: "refunded", actor: "ana" });
  const settlement = { type: "settlement.confirmed", amountCents: 3000, reference: "S" };
  await fixture.record(paymentId, settlement);
  await fixture.record(paymentId, settlement);
  const payment = await fixture.find(paymentId);
  expect(payment).toMatchObject({ state, receivedCents: 3000 });
  expect(payment?.alerts).toMatchObject([
    { type, resolvedBy: "ana" },
    { type, resolvedBy: undefined, detail: expect.stringContaining("€30.00") },
  ]);
});

test.each(["eur", " EUR ", "Eur"])("M12: the currency %j is the payment's EUR", async (currency) => {
  const fixture = await openFixture();
  const { paymentId } = await fixture.initialize();
  const result = await fixture.record(paymentId, { type: "settlement.confirmed", amountCents: 1999, currency });
  expect(result).toEqual({ accepted: true, state: "settled" });
  expect(await fixture.find(paymentId)).toMatchObject({ alerts: [], evidence: [{ currency: "EUR" }] });
});

test.each(["euro", "", "978", "USD", "€", "X".repeat(10_000)])(
  "M12: money in %j is stored and not added, raises wrong_currency, and no page returns 500",
  async (currency) => {
    const fixture = await openFixture();
    const { paymentId, paymentUrl } = await fixture.initialize();
    const event = { type: "settlement.confirmed", amountCents: 1999, currency };
    expect(await fixture.record(paymentId, event)).toEqual({ accepted: false, state: "created" });
    await fixture.record(paymentId, event);
    expect(await fixture.find(paymentId)).toMatchObject({
      ...{ state: "created", receivedCents: 0 },
      alerts: [{ type: "wrong_currency", count: 2 }],
      evidence: [{ currency: currency.slice(0, 500), count: 2 }],
    });
    expect((await fetch(paymentUrl)).status).toBe(200);
  },
);
