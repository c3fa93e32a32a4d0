// Sessions that can still be paid although their end was reported, their buyer has left, or their provider responded too late to open them: their
// money and its announcement count.
import { expect, test } from "vitest";
import { day, direct, hour, minute, openBankService, openWithBankSessions, second } from "./bank-service.js";

const signed = { port: { isSigned: true } };

test.each([
  ["in seconds", (now: number) => Math.round((now + 15 * minute) / 1000)],
  ["that has passed", (now: number) => now - minute],
  ["of this moment", (now: number) => now],
])("M4: an expiresAt %s is ignored with a warning, and the buyer stays at the bank", async (_, endOf) => {
  const start = 1_800_000_000_000;
  const fixture = await openWithBankSessions(async (request, own) => ({
    ...(await own.createSession(request)),
    expiresAt: endOf(start),
  }));
  const { paymentId, session } = await fixture.openHosted();
  const { paymentId: directId } = await fixture.openDirect({ orderId: "2" });
  await fixture.passTime(hour, 10 * minute);
  expect([await fixture.state(paymentId), await fixture.state(directId)]).toEqual(["at_provider", "created"]);
  expect(fixture.warnings().map(({ fields }) => fields.expiresAt)).toEqual([endOf(start), endOf(start)]);
  fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  await fixture.passTime(hour, 10 * minute);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test.each([
  ["success", "provider.success", "settled"],
  ["decline", "provider.rejected", "declined"],
] as const)(
  "a session that is accepted after its buyer left is the current one again: its %s ends the payment",
  async (...given) => {
    const [, event, end] = given;
    const fixture = await openBankService(signed);
    const { paymentId, paymentUrl, session, post } = await fixture.openHosted();
    await post("/back", { seen: "at_provider" });
    expect(await fixture.state(paymentId)).toBe("opened");
    await fixture.bank.callBack(session.sessionId, { type: "provider.accepted" });
    expect(await fixture.state(paymentId)).toBe("submitted");
    expect(await (await fetch(paymentUrl)).text()).not.toContain("How would you like to pay?");
    await fixture.bank.callBack(session.sessionId, { type: event });
    expect(await fixture.state(paymentId)).toBe(end);
  },
);

test("the acceptance of a session that was cancelled since, reported again, changes nothing", async () => {
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  for (const type of ["provider.accepted", "provider.unknown", "provider.cancelled", "provider.accepted"] as const)
    await fixture.bank.callBack(session.sessionId, { type });
  expect(await fixture.state(paymentId)).toBe("opened");
});

test("a session that is accepted after its end is polled again", async () => {
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  fixture.bank.setEvents(session.sessionId, { type: "provider.session_expired" });
  await fixture.passTime(hour, 10 * minute);
  expect([await fixture.state(paymentId), session.pollCount]).toEqual(["opened", 1]);
  await fixture.bank.callBack(session.sessionId, { type: "provider.accepted" });
  expect(await fixture.state(paymentId)).toBe("submitted");
  fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  await fixture.passTime(2 * hour, hour);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("an announced success of a session that its buyer left makes it the current one again too", async () => {
  const fixture = await openBankService(signed);
  await fixture.service.stores.update(fixture.store.merchantId, {
    openBankTransfer: { confirmationMode: "settlement" },
  });
  const { paymentId, session, post } = await fixture.openHosted();
  await post("/back", { seen: "at_provider" });
  await fixture.bank.callBack(session.sessionId, { type: "provider.success" });
  expect(await fixture.state(paymentId)).toBe("submitted");
  await fixture.bank.callBack(session.sessionId, { type: "provider.rejected" });
  expect(await fixture.state(paymentId)).toBe("declined");
});

test("a session that is accepted while its buyer has another one open changes nothing", async () => {
  const fixture = await openBankService(signed);
  const { paymentId, session, post } = await fixture.openHosted();
  await post("/back", { seen: "at_provider" });
  await fixture.clock.pass(second);
  await post("/choose", { method: "open_bank_transfer" });
  expect(fixture.bank.latest().sessionId).not.toBe(session.sessionId);
  await fixture.bank.callBack(session.sessionId, { type: "provider.accepted" });
  expect(await fixture.state(paymentId)).toBe("at_provider");
});

test("a session that the bank opened after the deadline is polled, and money paid on it counts", async () => {
  const fixture = await openBankService({
    port: { isSigned: true, ignoresSignal: true },
    options: { providerTimeoutMs: 200 },
  });
  fixture.bank.failWith("createSession", { lateMs: 600 });
  await expect(fixture.initialize(direct)).rejects.toThrow("PROVIDER_TIMEOUT");
  await expect.poll(() => fixture.bank.sessions.size).toBe(1);
  fixture.bank.recover();
  const late = fixture.bank.latest();
  await expect
    .poll(async () => (await fixture.bank.callBack(late.sessionId, { type: "provider.unknown" })).status)
    .toBe(200);
  const { paymentId, session } = await fixture.openDirect();
  expect([late.request.paymentId, session.sessionId === late.sessionId]).toEqual([paymentId, false]);
  fixture.bank.setEvents(late.sessionId, { type: "provider.success", reference: "L1" });
  await fixture.passTime(minute, 10 * second);
  expect(await fixture.find(paymentId)).toMatchObject({ state: "settled", receivedCents: 1999, alerts: [] });
});

test.each([
  ["provider.session_expired", "opened"],
  ["provider.rejected", "opened"],
  ["provider.cancelled", "opened"],
] as const)("M5: a callback that is only a hint is a reason to poll a session after its %s", async (end, state) => {
  const fixture = await openBankService();
  const { paymentId, session } = await fixture.openHosted();
  fixture.bank.setEvents(session.sessionId, { type: end });
  await fixture.passTime(48 * hour, 6 * hour);
  expect([await fixture.state(paymentId), session.pollCount]).toEqual([state, 1]);
  expect((await fixture.bank.callBack(session.sessionId)).status).toBe(200);
  await fixture.passTime(48 * hour, 6 * hour);
  expect(session.pollCount).toBe(2);
  fixture.bank.setEvents(session.sessionId, { type: end }, { type: "provider.success" });
  expect((await fixture.bank.callBack(session.sessionId)).status).toBe(200);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test.each([
  ["provider.success", "settlement"],
  ["provider.accepted", "settlement"],
  ["provider.accepted", "provider_success"],
] as const)(
  "a bank that lists a rejection before its %s (confirmation by %s) has not declined the payment when it lists them again",
  async (announced, confirmationMode) => {
    const fixture = await openBankService();
    await fixture.service.stores.update(fixture.store.merchantId, { openBankTransfer: { confirmationMode } });
    const { paymentId, session } = await fixture.openHosted();
    const history = [{ type: "provider.rejected" }, { type: announced }] as const;
    fixture.bank.setEvents(session.sessionId, ...history);
    await fixture.passTime(hour, 10 * minute);
    expect(session.pollCount).toBeGreaterThan(1);
    expect(await fixture.state(paymentId)).toBe("submitted");
    fixture.bank.setEvents(session.sessionId, ...history, { type: "settlement.confirmed" });
    await fixture.passTime(2 * hour, hour);
    await fixture.bank.callBack(session.sessionId);
    expect(await fixture.find(paymentId)).toMatchObject({ state: "settled", alerts: [] });
  },
);

test("a rejection that is delivered again after the acceptance changes nothing", async () => {
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  for (const type of ["provider.rejected", "provider.accepted", "provider.rejected"] as const)
    await fixture.bank.callBack(session.sessionId, { type });
  expect(await fixture.state(paymentId)).toBe("submitted");
});

test.each([
  ["later than the acceptance", [10, 20, 30], "declined"],
  ["as the first one", [10, 20, 10], "submitted"],
  ["all at once", [10, 10, 10], "submitted"],
] as const)("the bank's own time decides whether a second rejection is a new one: %s", async (...given) => {
  const [, times, state] = given;
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  for (const [index, providerTime] of times.entries()) {
    const type = index === 1 ? "provider.accepted" : "provider.rejected";
    await fixture.bank.callBack(session.sessionId, { type, providerTime });
  }
  expect(await fixture.state(paymentId)).toBe(state);
});

const accepted = "provider.accepted";
const rejected = "provider.rejected";
/** The start of a day. */
const today = 1000 * day;

test.each([
  [
    "the rejection is of the day of the acceptance",
    [
      [accepted, today + 10 * hour],
      [rejected, today],
    ],
    "declined",
  ],
  [
    "the rejection is of the day before",
    [
      [accepted, today + 10 * hour],
      [rejected, today - day],
    ],
    "submitted",
  ],
  [
    "the acceptance is of the day of the rejection",
    [
      [accepted, today],
      [rejected, today + 10 * hour],
    ],
    "declined",
  ],
  [
    "both are of one day",
    [
      [accepted, today],
      [rejected, today],
    ],
    "declined",
  ],
  [
    "rejected on the day before already",
    [
      [rejected, today - day],
      [accepted, today + 10 * hour],
      [rejected, today],
    ],
    "declined",
  ],
  [
    "the rejection of before again",
    [
      [rejected, today],
      [accepted, today + 10 * hour],
      [rejected, today],
    ],
    "submitted",
  ],
] as const)("a bank's time that is only a day is any moment of that day: %s", async (...given) => {
  const [, events, state] = given;
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  for (const [type, providerTime] of events) await fixture.bank.callBack(session.sessionId, { type, providerTime });
  expect(await fixture.state(paymentId)).toBe(state);
  // Once a poll returns the rejection last, it is the present state, unless it is certainly older.
  fixture.bank.setEvents(session.sessionId, ...events.map(([type, providerTime]) => ({ type, providerTime })));
  await fixture.passTime(hour, minute);
  expect(await fixture.state(paymentId)).toBe(events.at(-1)?.[1] === today - day ? "submitted" : "declined");
});

test.each([
  ["times", "only days", today + 9 * hour, today + 10 * hour, today, today],
  ["only days", "times", today, today, today + 9 * hour, today + 10 * hour],
] as const)("a rejection that callbacks report with %s and polls with %s is one", async (...given) => {
  const [, , rejectedAt, acceptedAt, listedRejection, listedAcceptance] = given;
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  await fixture.bank.callBack(session.sessionId, { type: rejected, providerTime: rejectedAt });
  await fixture.bank.callBack(session.sessionId, { type: accepted, providerTime: acceptedAt });
  fixture.bank.setEvents(
    session.sessionId,
    { type: rejected, providerTime: listedRejection },
    { type: accepted, providerTime: listedAcceptance },
  );
  await fixture.passTime(hour, minute);
  expect(await fixture.state(paymentId)).toBe("submitted");
});

test.each([
  ["of one day", today, today + 10 * hour],
  ["without times", undefined, undefined],
])("a rejection that a poll lists before an acceptance that is known changes nothing: %s", async (...given) => {
  const [, rejectedAt, acceptedAt] = given;
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  await fixture.bank.callBack(session.sessionId, { type: accepted, providerTime: acceptedAt });
  fixture.bank.setEvents(
    session.sessionId,
    { type: rejected, providerTime: rejectedAt },
    { type: accepted, providerTime: acceptedAt },
  );
  await fixture.passTime(hour, minute);
  expect(await fixture.state(paymentId)).toBe("submitted");
});

test.each([
  ["another time", 30, "declined"],
  ["the same time", 10, "submitted"],
] as const)("a rejection before and after an acceptance without a time, at %s", async (_, again, state) => {
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  await fixture.bank.callBack(session.sessionId, { type: rejected, providerTime: 10 });
  await fixture.bank.callBack(session.sessionId, { type: accepted });
  await fixture.bank.callBack(session.sessionId, { type: rejected, providerTime: again });
  expect(await fixture.state(paymentId)).toBe(state);
});

test("a rejection that happened before the acceptance and is delivered after it changes nothing", async () => {
  const fixture = await openBankService(signed);
  for (const open of [fixture.openHosted, fixture.openDirect]) {
    const { paymentId, session } = await open({ orderId: open.name });
    await fixture.bank.callBack(session.sessionId, { type: "provider.accepted", providerTime: 20 });
    await fixture.bank.callBack(session.sessionId, { type: "provider.rejected", providerTime: 10 });
    expect(await fixture.state(paymentId)).toBe("submitted");
    await fixture.bank.callBack(session.sessionId, { type: "provider.rejected", providerTime: 30 });
    expect(await fixture.state(paymentId)).toBe("declined");
  }
});

test("a rejection under another reference than the one before the acceptance is a new one", async () => {
  const fixture = await openBankService(signed);
  const { paymentId, session } = await fixture.openHosted();
  const reject = (reference: string) =>
    fixture.bank.callBack(session.sessionId, { type: "provider.rejected", reference });
  await reject("R1");
  await fixture.bank.callBack(session.sessionId, { type: "provider.accepted", reference: "A1" });
  await reject("R1");
  expect(await fixture.state(paymentId)).toBe("submitted");
  await reject("R2");
  expect(await fixture.state(paymentId)).toBe("declined");
});

test.each([
  ["lists its history", [{ type: "provider.rejected" }, { type: "provider.accepted" }, { type: "provider.rejected" }]],
  ["has only the present state", [{ type: "provider.rejected" }]],
] as const)(
  "a second rejection without time and reference counts once a poll returns it last, from a bank that %s",
  async (...given) => {
    const [, events] = given;
    const fixture = await openBankService(signed);
    const { paymentId, session } = await fixture.openHosted();
    for (const type of ["provider.rejected", "provider.accepted", "provider.rejected"] as const)
      await fixture.bank.callBack(session.sessionId, { type });
    expect(await fixture.state(paymentId)).toBe("submitted");
    fixture.bank.setEvents(session.sessionId, ...events);
    await fixture.passTime(hour, minute);
    expect(await fixture.state(paymentId)).toBe("declined");
  },
);

test.each([
  ["is shown the account", async () => {}],
  ["says that they have paid", async (post: (path: string) => Promise<unknown>) => void (await post("/paid"))],
])("a session of a buyer who meanwhile %s is not resumed: its decline does not end the payment", async (_, act) => {
  const fixture = await openBankService(signed);
  await fixture.service.stores.update(fixture.store.merchantId, {
    openBankTransfer: { confirmationMode: "settlement" },
  });
  const { paymentId, session, post } = await fixture.openHosted();
  await post("/back", { seen: "at_provider" });
  await post("/choose", { method: "bank_transfer" });
  expect(await fixture.state(paymentId)).toBe("transfer_instructed");
  await act(post);
  for (const type of ["provider.accepted", "provider.rejected", "provider.success", "provider.rejected"] as const)
    await fixture.bank.callBack(session.sessionId, { type });
  expect(await fixture.state(paymentId)).toBe("submitted");
});

test("the decline that a bank lists after the acceptance of a session that its buyer left does not end the payment", async () => {
  const fixture = await openBankService();
  const { paymentId, session, post } = await fixture.openHosted();
  await post("/back", { seen: "at_provider" });
  fixture.bank.setEvents(session.sessionId, { type: "provider.accepted" }, { type: "provider.rejected" });
  await fixture.passTime(hour, 10 * minute);
  expect(await fixture.state(paymentId)).toBe("opened");
});

test("a hint after which the bank has no outcome does not put an ended session on the schedule again", async () => {
  const fixture = await openBankService();
  const { session } = await fixture.openHosted();
  fixture.bank.setEvents(session.sessionId, { type: "provider.rejected" });
  await fixture.passTime(hour, 10 * minute);
  fixture.bank.setEvents(session.sessionId);
  await fixture.bank.callBack(session.sessionId);
  await fixture.passTime(48 * hour, 6 * hour);
  expect(session.pollCount).toBe(2);
  // Polled again until the bank responds.
  fixture.bank.failWith("fetchOutcome", "down");
  expect((await fixture.bank.callBack(session.sessionId)).status).toBe(503);
  fixture.bank.recover();
  await fixture.passTime(48 * hour, 6 * hour);
  const { pollCount } = session;
  await fixture.passTime(48 * hour, 6 * hour);
  expect(session.pollCount).toBe(pollCount);
});
