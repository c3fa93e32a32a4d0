// Tests the whole service in front of a bank or card page, a real HTTP server, that behaves incorrectly:
// cases M1 to M7.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ProviderEvent, sqliteStorage } from "../../src/index.js";
import { decodeEntities } from "../checkout/checkout-harness.js";
import { createGate } from "../gate.js";
import { closeAfterTest } from "../loopback.js";
import { freshStorage } from "../storages.js";
import { createTestClock, day, hour, minute, openBankService, second, timed } from "./bank-service.js";
import { startFaultyBank } from "./faulty-bank.js";

const slowPoll = { timeout: 30_000, interval: 20 };

const headingOf = (text: string) => /<h1>(.*?)<\/h1>/s.exec(text)?.[1];

test("M1: a poll that never settles delays no other session, and is retried, logged once and counted", async () => {
  const fixture = await openBankService({ port: { ignoresSignal: true }, options: { providerTimeoutMs: 1000 } });
  const stuck = await fixture.openDirect({ orderId: "stuck" });
  fixture.bank.failWith("fetchOutcome", "hang", stuck.session.sessionId);
  const others = [];
  for (const orderId of ["1", "2", "3", "4", "5"]) others.push(await fixture.openDirect({ orderId }));
  await fixture.passTime(10 * second);
  for (const { session } of others) {
    expect(session.pollCount).toBe(1);
    fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  }
  await fixture.passTime(8 * hour, hour);
  for (const { paymentId } of others) expect(await fixture.state(paymentId)).toBe("settled");
  expect(stuck.session.pollCount).toBeGreaterThan(3);
  const logged = fixture.warnings().filter(({ fields }) => fields.adapter === "open_banking_test");
  expect(logged.map(({ fields }) => [fields.operation, fields.outcome])).toEqual([["fetchOutcome", "timeout"]]);
  // The last poll may still wait for its deadline; on a busy machine the poll of a healthy session may have exceeded its own.
  const timeouts =
    /^payment_sessions_adapter_calls_total\{adapter="open_banking_test",operation="fetchOutcome",outcome="timeout"\} (\d+)$/m;
  const counted = async () => Number(timeouts.exec(await fixture.service.metrics())?.[1]);
  await expect.poll(counted).toBeGreaterThanOrEqual(stuck.session.pollCount);
  fixture.bank.recover();
  fixture.bank.setEvents(stuck.session.sessionId, { type: "provider.success" });
  await fixture.passTime(6 * hour);
  expect(await fixture.state(stuck.paymentId)).toBe("settled");
});

test("M1: a bank that hangs delays neither the card page nor stop()", async () => {
  const cards = await startFaultyBank();
  closeAfterTest(() => cards.stop());
  const fixture = await openBankService({
    port: { ignoresSignal: true },
    options: { cardPages: { test: cards.cardPage({ code: "cardhouse" }) } },
  });
  // More sessions than are polled in parallel.
  for (let order = 0; order < 30; order += 1) await fixture.openDirect({ orderId: `bank ${order}` });
  fixture.bank.failWith("fetchOutcome", "hang");
  fixture.clock.pass(second);
  const { paymentId, paymentUrl } = await fixture.initialize({ orderId: "card" });
  await fetch(paymentUrl.replace("?", "/choose?"), {
    method: "POST",
    body: new URLSearchParams({ method: "card_processing" }),
    redirect: "manual",
  });
  cards.setEvents(cards.latest().sessionId, { type: "provider.success" });
  fixture.clock.pass(minute);
  await fixture.service.start();
  await expect.poll(() => fixture.state(paymentId), { timeout: 5000 }).toBe("settled");
  expect(fixture.bank.callCounts.fetchOutcome).toBeGreaterThan(0);
  const { ms } = await timed(fixture.service.stop());
  expect(ms).toBeLessThan(12_000);
});

test("M1: requests that wait for a bank that hangs do not delay the stop of a listening service", async () => {
  const fixture = await openBankService({ port: { ignoresSignal: true } });
  const { returnUrl } = await fixture.openHosted();
  fixture.bank.failWith("fetchOutcome", "hang");
  fixture.bank.failWith("createSession", "hang");
  await fixture.service.listen(0);
  const opening = fixture.openDirect({ orderId: "2" }).catch((error: Error) => error.message);
  const back = fetch(returnUrl).then(({ status }) => status);
  await expect.poll(() => fixture.bank.callCounts).toMatchObject({ createSession: 2, fetchOutcome: 1 });
  const { ms } = await timed(fixture.service.stop());
  expect(ms).toBeLessThan(12_000);
  expect(await opening).toContain("PROVIDER_UNAVAILABLE");
  expect(await back).toBe(200);
});

test("M1: openings and callbacks that never settle end at their deadline too", async () => {
  const never = () => new Promise<never>(() => undefined);
  const fixture = await openBankService({ options: { providerTimeoutMs: 100 } });
  fixture.bank.failWith("createSession", "hang");
  const opened = await timed(fixture.openDirect().catch((error: Error) => error.message));
  expect(opened.result).toContain("PROVIDER_TIMEOUT");
  expect(opened.ms).toBeLessThan(12_000);
  const withoutResponse = await openBankService({
    bank: fixture.bank,
    options: { providerTimeoutMs: 100, openBanking: { test: { ...fixture.bank.provider(), readCallback: never } } },
  });
  const called = await fetch(`${withoutResponse.base}/providers/faultybank/callback`, { method: "POST", body: "{}" });
  expect([called.status, called.headers.get("retry-after")]).toEqual([503, "30"]);
});

test("M1: after failures in a row the circuit opens, and one successful probe closes it", async () => {
  const fixture = await openBankService();
  const sessions = [];
  for (let order = 0; order < 30; order += 1) sessions.push(await fixture.openDirect({ orderId: `${order}` }));
  fixture.bank.failWith("fetchOutcome", "down");
  await fixture.passTime(10 * second);
  const pollsWhileDown = fixture.bank.callCounts.fetchOutcome;
  expect(pollsWhileDown).toBeLessThan(30);
  expect(await fixture.service.metrics()).toContain(
    'payment_sessions_adapter_open_circuits{adapter="open_banking_test",operation="fetchOutcome"} 1',
  );
  fixture.bank.recover();
  for (const { session } of sessions) fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  await fixture.passTime(5 * minute, 10 * second);
  for (const { paymentId } of sessions) expect(await fixture.state(paymentId)).toBe("settled");
  expect(await fixture.service.metrics()).not.toContain("payment_sessions_adapter_open_circuits{");
});

test("M1: sixty sessions that are due at once are polled twenty at a time, and each gets its first poll", async () => {
  const bank = await startFaultyBank();
  closeAfterTest(() => bank.stop());
  const gate = createGate();
  let busy = 0;
  let most = 0;
  const { fetchOutcome } = bank.provider();
  const first = new Set<string>();
  const storage = freshStorage();
  const slow = await openBankService({
    bank,
    options: {
      storage,
      providerTimeoutMs: 60_000,
      openBanking: {
        test: {
          ...bank.provider(),
          async fetchOutcome(sessionId, pollNumber, options) {
            if (pollNumber === 1) first.add(sessionId);
            busy += 1;
            most = Math.max(most, busy);
            await gate.passed;
            busy -= 1;
            return fetchOutcome(sessionId, pollNumber, options);
          },
        },
      },
    },
  });
  for (let order = 0; order < 60; order += 1) await slow.openDirect({ orderId: `${order}` });
  slow.clock.pass(10 * second);
  await slow.service.start();
  // The clock does not advance: once no session is due, each is being polled or was deferred.
  const nextPoll = () => storage.read(({ attempts }) => attempts.nextPoll());
  await expect.poll(nextPoll, slowPoll).toBeGreaterThan(slow.clock.now());
  await expect.poll(() => busy, slowPoll).toBeGreaterThanOrEqual(20);
  gate.open();
  await expect
    .poll(() => {
      slow.clock.pass(100);
      return first.size;
    }, slowPoll)
    .toBe(60);
  expect(most).toBe(20);
});

test("M2: a returning buyer sees the confirming page within seconds while the bank hangs, and the outcome follows live", async () => {
  const bank = await startFaultyBank();
  closeAfterTest(() => bank.stop());
  const provider = bank.provider();
  const gate = createGate();
  const fetchOutcome: typeof provider.fetchOutcome = async (...call) => {
    await gate.passed;
    return provider.fetchOutcome(...call);
  };
  const fixture = await openBankService({
    bank,
    clock: { now: () => Date.now(), pass: () => undefined },
    options: { openBanking: { test: { ...provider, fetchOutcome } } },
  });
  const { paymentId, session, returnUrl, page } = await fixture.openHosted();
  bank.setEvents(session.sessionId, { type: "provider.success" });
  const { result, ms } = await timed(
    fetch(returnUrl).then(async (response) => [response.status, await response.text()]),
  );
  // It waits for the bank for 1.5 s; a busy machine takes longer for the page itself.
  expect(ms).toBeLessThan(5000);
  expect([result[0], headingOf(String(result[1]))]).toEqual([200, "We are confirming your payment"]);
  gate.open();
  const events = await fetch(page("/events"));
  let stream = "";
  for await (const chunk of events.body ?? []) stream += new TextDecoder().decode(chunk);
  expect(stream).toContain('"status":"completed"');
  expect([await fixture.state(paymentId), session.pollCount]).toEqual(["settled", 1]);
});

test("M2: a callback that cannot be processed gets an error response within seconds so that the bank repeats it", async () => {
  const fixture = await openBankService({ options: { providerTimeoutMs: 5000 } });
  const { paymentId, session } = await fixture.openDirect();
  fixture.bank.failWith("fetchOutcome", "hang");
  const { result, ms } = await timed(fixture.bank.callBack(session.sessionId));
  expect(ms).toBeLessThan(12_000);
  expect([result.status, result.headers.get("retry-after")]).toEqual([503, "30"]);
  // The bank has recovered and repeats the callback; the earlier poll has ended at its deadline.
  fixture.bank.recover();
  fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  fixture.clock.pass(30 * second);
  await expect.poll(async () => (await fixture.bank.callBack(session.sessionId)).status, { timeout: 20_000 }).toBe(200);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("M2: a bank that is down makes a callback wait for its repetition as well", async () => {
  const fixture = await openBankService();
  const { session } = await fixture.openDirect();
  fixture.bank.failWith("fetchOutcome", "down");
  const response = await fixture.bank.callBack(session.sessionId);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
});

test("M3: while the provider has another code, the next poll is scheduled as usual and one warning names both codes", async () => {
  const clock = createTestClock();
  const filename = join(mkdtempSync(join(tmpdir(), "codes-")), "payments.db");
  const first = await openBankService({ clock, options: { storage: sqliteStorage({ filename }) } });
  const { bank } = first;
  const { paymentId, session } = await first.openDirect();
  bank.setEvents(session.sessionId, { type: "provider.success" });
  await first.service.stop();

  const renamed = await openBankService({
    clock,
    bank,
    port: { code: "newname" },
    options: { storage: sqliteStorage({ filename }) },
  });
  await renamed.passTime(20 * hour, hour);
  expect([session.pollCount, await renamed.state(paymentId)]).toEqual([0, "created"]);
  expect(renamed.warnings().map(({ fields }) => [fields.storedCode, fields.configuredCode])).toEqual([
    ["faultybank", "newname"],
  ]);
  await renamed.passTime(10 * hour, hour);
  expect(renamed.warnings().at(-1)?.fields).toMatchObject({
    storedCode: "faultybank",
    suppressedSinceLastLog: expect.any(Number),
  });
  expect(renamed.warnings()).toHaveLength(2);
  expect(renamed.warnings().at(-1)?.fields.suppressedSinceLastLog).toBeLessThan(12);
  await renamed.service.stop();

  const rolledBack = await openBankService({ clock, bank, options: { storage: sqliteStorage({ filename }) } });
  await rolledBack.passTime(6 * hour);
  expect([session.pollCount, await rolledBack.state(paymentId)]).toEqual([1, "settled"]);
});

test("M4: a hosted buyer may try again once the session has expired and one more poll found no outcome", async () => {
  const fixture = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session, paymentUrl } = await fixture.openHosted();
  await fixture.passTime(15 * minute, 10 * second);
  expect(await fixture.state(paymentId)).toBe("at_provider");
  const before = session.pollCount;
  await fixture.passTime(10 * second);
  expect([await fixture.state(paymentId), session.pollCount]).toEqual(["opened", before + 1]);
  const text = await (await fetch(paymentUrl)).text();
  expect(headingOf(text)).toBe("How would you like to pay?");
  expect(text).toContain("ran out and we have not seen a payment");
  expect(text).not.toContain(fixture.bank.origin);
  expect((await fixture.find(paymentId))?.history.at(-1)).toMatchObject({ event: "session.ended", actor: "clock" });
});

test("M4: a direct payment expires with the reason session_expired, and late money still settles it", async () => {
  const fixture = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session } = await fixture.openDirect();
  fixture.bank.setEvents(session.sessionId, { type: "provider.authorising" });
  await fixture.passTime(minute);
  expect(await fixture.state(paymentId)).toBe("at_provider");
  fixture.bank.setEvents(session.sessionId);
  await fixture.passTime(26 * hour, hour);
  expect(await fixture.state(paymentId)).toBe("expired");
  expect((await fixture.find(paymentId))?.history.at(-1)).toMatchObject({
    event: "session.ended",
    reason: "session_expired",
  });
  fixture.bank.setEvents(session.sessionId, { type: "settlement.confirmed", amountCents: 1999, currency: "EUR" });
  await fixture.passTime(day, hour);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("M4: a direct payment whose buyer never reached the bank expires as well, and the order can be paid again", async () => {
  const fixture = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId } = await fixture.openDirect();
  await fixture.passTime(15 * minute, 5 * minute);
  expect(await fixture.state(paymentId)).toBe("created");
  await fixture.passTime(minute);
  expect(await fixture.state(paymentId)).toBe("expired");
  expect((await fixture.find(paymentId))?.history.at(-1)).toMatchObject({ actor: "clock", reason: "session_expired" });
  expect((await fixture.openDirect()).paymentId).not.toBe(paymentId);
});

test("M4: a bank that does not respond after the session's end has not reported that no money came", async () => {
  const fixture = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session } = await fixture.openHosted();
  fixture.bank.failWith("fetchOutcome", "down");
  await fixture.passTime(hour, minute);
  expect(await fixture.state(paymentId)).toBe("at_provider");
  fixture.bank.recover();
  fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  await fixture.passTime(2 * hour, 10 * minute);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("M4: a session whose payment was accepted does not end at its expiry: the settlement is reported days later", async () => {
  const fixture = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  await fixture.service.stores.update(fixture.store.merchantId, {
    openBankTransfer: { confirmationMode: "settlement" },
  });
  const { paymentId, session } = await fixture.openHosted();
  fixture.bank.setEvents(session.sessionId, { type: "provider.accepted" });
  await fixture.passTime(minute, 10 * second);
  expect(await fixture.state(paymentId)).toBe("submitted");
  fixture.bank.setEvents(session.sessionId);
  await fixture.passTime(20 * day, 6 * hour);
  expect(await fixture.state(paymentId)).toBe("submitted");
  fixture.bank.setEvents(session.sessionId, { type: "settlement.confirmed", amountCents: 1999, currency: "EUR" });
  await fixture.passTime(day);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test.each([["provider.session_expired"], ["provider.abandoned"], [undefined]] as const)(
  "M4: an accepted payment whose outcome became unknown is not offered again when its session ends by %s",
  async (ending) => {
    const fixture = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
    const { paymentId, session, paymentUrl } = await fixture.openHosted();
    const report = (...types: ProviderEvent["type"][]) =>
      fixture.bank.setEvents(session.sessionId, ...types.map((type) => ({ type })));
    report("provider.accepted", "provider.unknown");
    await fixture.passTime(minute, 10 * second);
    expect(await fixture.state(paymentId)).toBe("unresolved");
    report(...(ending === undefined ? [] : [ending]));
    await fixture.passTime(2 * day, 6 * hour);
    expect(await fixture.state(paymentId)).toBe("unresolved");
    expect(headingOf(await (await fetch(paymentUrl)).text())).toBe("We are confirming your payment");
    fixture.bank.setEvents(session.sessionId, { type: "settlement.confirmed" });
    await fixture.passTime(2 * day, 6 * hour);
    expect(await fixture.state(paymentId)).toBe("settled");
  },
);

test("M4: a session that expired without an outcome is polled for ten more days, then no longer", async () => {
  const fixture = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session } = await fixture.openHosted();
  await fixture.passTime(9 * day, 6 * hour);
  const pollsBefore = session.pollCount;
  await fixture.passTime(3 * day, 6 * hour);
  expect(session.pollCount).toBeGreaterThan(pollsBefore);
  const pollsInAll = session.pollCount;
  await fixture.passTime(30 * day, day);
  expect([await fixture.state(paymentId), session.pollCount]).toEqual(["expired", pollsInAll]);
  // Unless the bank sends a callback.
  fixture.bank.setEvents(session.sessionId, { type: "settlement.confirmed", amountCents: 1999, currency: "EUR" });
  expect((await fixture.bank.callBack(session.sessionId)).status).toBe(200);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("M5: a session that has ended is not polled again", async () => {
  const fixture = await openBankService();
  const { paymentId, session, post } = await fixture.openHosted();
  await post("/back");
  expect(await fixture.state(paymentId)).toBe("opened");
  fixture.bank.setEvents(session.sessionId, { type: "provider.session_expired" });
  await fixture.passTime(60 * day, day);
  expect(session.pollCount).toBe(1);
  expect((await fixture.find(paymentId))?.evidence).toHaveLength(1);
});

test("M5: the same event at each poll is one row with a count", async () => {
  const fixture = await openBankService();
  const { paymentId, session } = await fixture.openHosted();
  fixture.bank.setEvents(session.sessionId, { type: "provider.unknown" });
  await fixture.passTime(60 * day, day);
  expect(session.pollCount).toBeGreaterThan(20);
  expect((await fixture.find(paymentId))?.evidence).toMatchObject([
    { event: "provider.unknown", count: session.pollCount },
  ]);
});

test("M5: a buyer who only left may come back to the session: it is still polled", async () => {
  const fixture = await openBankService({ port: { isSigned: true } });
  const { paymentId, session } = await fixture.openHosted();
  await fixture.bank.callBack(session.sessionId, { type: "provider.abandoned" });
  expect(await fixture.state(paymentId)).toBe("opened");
  fixture.bank.setEvents(session.sessionId, { type: "provider.abandoned" });
  await fixture.passTime(hour, minute);
  expect(session.pollCount).toBeGreaterThan(3);
  fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  await fixture.passTime(hour);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("M5: money that is listed after an event whose name has the character NUL counts", async () => {
  const fixture = await openBankService();
  const { paymentId, session } = await fixture.openHosted();
  // Wrong on purpose, as a bank's own word may be.
  const unknown = { type: "provider.mystery\0" as "provider.unknown" };
  fixture.bank.setEvents(session.sessionId, unknown, { type: "provider.success" });
  await fixture.passTime(minute);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("M6: 200 anonymous returns cause one poll", async () => {
  const fixture = await openBankService();
  const { session, returnUrl } = await fixture.openHosted();
  const responses = await Promise.all(Array.from({ length: 200 }, () => fetch(returnUrl)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  for (let visit = 0; visit < 20; visit += 1) await fetch(returnUrl);
  expect(session.pollCount).toBe(1);
});

test("M6: 200 unsigned callbacks cause one poll now and one a few seconds later", async () => {
  const fixture = await openBankService();
  const { paymentId, session } = await fixture.openDirect();
  const responses = await Promise.all(Array.from({ length: 200 }, () => fixture.bank.callBack(session.sessionId)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await fixture.bank.callBack(session.sessionId);
  expect(session.pollCount).toBe(1);
  // The event may have occurred between the poll and the last callback.
  fixture.bank.setEvents(session.sessionId, { type: "provider.success" });
  await fixture.passTime(5 * second);
  expect([session.pollCount, await fixture.state(paymentId)]).toEqual([2, "settled"]);
});

test("M6: a page without JavaScript that reloads itself starts no poll", async () => {
  const fixture = await openBankService();
  const { session, returnUrl } = await fixture.openHosted();
  let address = returnUrl;
  for (let reload = 0; reload < 20; reload += 1) {
    const text = await (await fetch(address)).text();
    expect(headingOf(text)).toBe("We are confirming your payment");
    const [, content = ""] = /http-equiv="refresh" content="([^"]+)"/.exec(text) ?? [];
    const [, target = ""] = /^5;url=(.+)$/.exec(decodeEntities(content)) ?? [];
    address = new URL(target, address).href;
    fixture.clock.pass(6 * second);
  }
  expect(session.pollCount).toBe(1);
});

test("M7: a replaced session is polled by its own id, and its money is recorded", async () => {
  const fixture = await openBankService();
  const first = await fixture.openDirect({ senderName: "Ann", senderIban: "DE89370400440532013000" });
  const second = await fixture.openDirect({ senderName: "Ben", senderIban: "FR1420041010050500013M02606" });
  expect(second.paymentId).toBe(first.paymentId);
  expect(second.session.sessionId).not.toBe(first.session.sessionId);
  fixture.bank.setEvents(first.session.sessionId, { type: "provider.success" });
  await fixture.passTime(minute, 10_000);
  expect(await fixture.state(first.paymentId)).toBe("settled");
  expect(first.session.pollCount).toBe(1);
});

test("M7: an abandoned session is polled with growing gaps until 180 days after the payment's expiry, and no longer", async () => {
  const storage = freshStorage();
  const fixture = await openBankService({ options: { storage } });
  const { paymentId, session, post } = await fixture.openHosted();
  await post("/back");
  const polledAt: number[] = [];
  const startedAt = fixture.clock.now();
  const nextPoll = () => storage.read(({ attempts }) => attempts.nextPoll());
  for (let at = await nextPoll(); at !== undefined; at = await nextPoll()) {
    const before = session.pollCount;
    expect(at).toBeGreaterThan(fixture.clock.now());
    await fixture.passTime(at - fixture.clock.now());
    if (session.pollCount > before) polledAt.push(at);
  }
  const gaps = polledAt.slice(1).map((at, index) => at - (polledAt[index] ?? 0));
  expect(gaps).toEqual([...gaps].sort((left, right) => left - right));
  expect(session.pollCount).toBeLessThan(100);
  const expiresAt = (await fixture.find(paymentId))?.expiresAt ?? 0;
  expect(polledAt.at(-1)).toBeGreaterThan(startedAt + 190 * day);
  expect(polledAt.at(-1)).toBeLessThanOrEqual(expiresAt + 180 * day);
  expect(await fixture.state(paymentId)).toBe("expired");
});

test("M7: when one session has paid, another of the same payment is still polled, so that a second payment is recorded", async () => {
  const fixture = await openBankService();
  const left = await fixture.openHosted();
  await left.post("/back");
  await left.post("/choose", { method: "open_bank_transfer" });
  const current = fixture.bank.latest();
  expect(current.sessionId).not.toBe(left.session.sessionId);
  fixture.bank.setEvents(left.session.sessionId, { type: "provider.success", reference: "L" });
  await fixture.passTime(minute, 10 * second);
  expect(await fixture.state(left.paymentId)).toBe("settled");
  const [leftPolls, currentPolls] = [left.session.pollCount, current.pollCount];
  await fixture.passTime(day, hour);
  expect(left.session.pollCount).toBe(leftPolls);
  expect(current.pollCount).toBeGreaterThan(currentPolls);
  fixture.bank.setEvents(current.sessionId, { type: "provider.success", reference: "C" });
  await fixture.passTime(6 * hour, hour);
  const payment = await fixture.find(left.paymentId);
  expect(payment?.evidence.map(({ reference }) => reference)).toEqual(["L", "C"]);
});
