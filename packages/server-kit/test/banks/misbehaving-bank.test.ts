// Tests the whole service in front of a bank or card page, a real HTTP server, that behaves incorrectly:
// cases M1 to M7.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteStorage } from "../../src/index.js";
import { decodeEntities } from "../checkout/checkout-harness.js";
import { closers } from "../service/loopback.js";
import { freshStorage } from "../storages.js";
import { createTestClock, day, hour, minute, openBankService, second, timed } from "./bank-service.js";
import { startFaultyBank } from "./faulty-bank.js";

const patiently = { timeout: 30_000, interval: 20 };

function createGate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

const headingOf = (text: string) => /<h1>(.*?)<\/h1>/s.exec(text)?.[1];

test("M1: a poll that never settles delays no other session, and is retried, logged once and counted", async () => {
  const shop = await openBankService({ port: { ignoresSignal: true }, options: { providerTimeoutMs: 100 } });
  const stuck = await shop.openDirect({ orderId: "stuck" });
  shop.bank.misbehave("fetchOutcome", "hang", stuck.session.sessionId);
  const others = [];
  for (const orderId of ["1", "2", "3", "4", "5"]) others.push(await shop.openDirect({ orderId }));
  await shop.passTime(10 * second);
  for (const { session } of others) {
    expect(session.askedCount).toBe(1);
    shop.bank.tell(session.sessionId, { type: "provider.success" });
  }
  await shop.passTime(8 * hour, hour);
  for (const { paymentId } of others) expect(await shop.state(paymentId)).toBe("settled");
  expect(stuck.session.askedCount).toBeGreaterThan(3);
  const told = shop.warnings().filter(({ fields }) => fields.adapter === "open_banking_test");
  expect(told.map(({ fields }) => [fields.operation, fields.outcome])).toEqual([["fetchOutcome", "timeout"]]);
  // The last poll may still wait for its deadline; on a busy machine the poll of a healthy session may have exceeded its own.
  const timeouts =
    /^payment_sessions_adapter_calls_total\{adapter="open_banking_test",operation="fetchOutcome",outcome="timeout"\} (\d+)$/m;
  const counted = async () => Number(timeouts.exec(await shop.service.metrics())?.[1]);
  await expect.poll(counted).toBeGreaterThanOrEqual(stuck.session.askedCount);
  shop.bank.heal();
  shop.bank.tell(stuck.session.sessionId, { type: "provider.success" });
  await shop.passTime(6 * hour);
  expect(await shop.state(stuck.paymentId)).toBe("settled");
});

test("M1: a bank that hangs delays neither the card page nor stop()", async () => {
  const cards = await startFaultyBank();
  closers.push(() => cards.stop());
  const shop = await openBankService({
    port: { ignoresSignal: true },
    options: { cardPages: { test: cards.cardPage({ code: "cardhouse" }) } },
  });
  // More sessions than are polled in parallel.
  for (let order = 0; order < 30; order += 1) await shop.openDirect({ orderId: `bank ${order}` });
  shop.bank.misbehave("fetchOutcome", "hang");
  shop.clock.pass(second);
  const { paymentId, paymentUrl } = await shop.initialize({ orderId: "card" });
  await fetch(paymentUrl.replace("?", "/choose?"), {
    method: "POST",
    body: new URLSearchParams({ method: "card_processing" }),
    redirect: "manual",
  });
  cards.tell(cards.latest().sessionId, { type: "provider.success" });
  shop.clock.pass(minute);
  await shop.service.start();
  await expect.poll(() => shop.state(paymentId), { timeout: 5000 }).toBe("settled");
  expect(shop.bank.callCounts.fetchOutcome).toBeGreaterThan(0);
  const { ms } = await timed(shop.service.stop());
  expect(ms).toBeLessThan(5000);
});

test("M1: requests that wait for a bank that hangs do not delay the stop of a listening service", async () => {
  const shop = await openBankService({ port: { ignoresSignal: true } });
  const { returnUrl } = await shop.openHosted();
  shop.bank.misbehave("fetchOutcome", "hang");
  shop.bank.misbehave("createSession", "hang");
  await shop.service.listen(0);
  const opening = shop.openDirect({ orderId: "2" }).catch((error: Error) => error.message);
  const back = fetch(returnUrl).then(({ status }) => status);
  await expect.poll(() => shop.bank.callCounts).toMatchObject({ createSession: 2, fetchOutcome: 1 });
  const { ms } = await timed(shop.service.stop());
  expect(ms).toBeLessThan(6000);
  expect(await opening).toContain("PROVIDER_UNAVAILABLE");
  expect(await back).toBe(200);
});

test("M1: openings and callbacks that never settle end at their deadline too", async () => {
  const never = () => new Promise<never>(() => undefined);
  const shop = await openBankService({ options: { providerTimeoutMs: 100 } });
  shop.bank.misbehave("createSession", "hang");
  const opened = await timed(shop.openDirect().catch((error: Error) => error.message));
  expect(opened.result).toContain("PROVIDER_TIMEOUT");
  expect(opened.ms).toBeLessThan(2000);
  const deaf = await openBankService({
    bank: shop.bank,
    options: { providerTimeoutMs: 100, openBanking: { test: { ...shop.bank.provider(), readCallback: never } } },
  });
  const called = await fetch(`${deaf.base}/providers/faultybank/callback`, { method: "POST", body: "{}" });
  expect([called.status, called.headers.get("retry-after")]).toEqual([503, "30"]);
});

test("M1: after failures in a row the circuit opens, and one successful probe closes it", async () => {
  const shop = await openBankService();
  const sessions = [];
  for (let order = 0; order < 30; order += 1) sessions.push(await shop.openDirect({ orderId: `${order}` }));
  shop.bank.misbehave("fetchOutcome", "down");
  await shop.passTime(10 * second);
  const askedWhileDown = shop.bank.callCounts.fetchOutcome;
  expect(askedWhileDown).toBeLessThan(30);
  expect(await shop.service.metrics()).toContain(
    'payment_sessions_adapter_open_circuits{adapter="open_banking_test",operation="fetchOutcome"} 1',
  );
  shop.bank.heal();
  for (const { session } of sessions) shop.bank.tell(session.sessionId, { type: "provider.success" });
  await shop.passTime(5 * minute, 10 * second);
  for (const { paymentId } of sessions) expect(await shop.state(paymentId)).toBe("settled");
  expect(await shop.service.metrics()).not.toContain("payment_sessions_adapter_open_circuits{");
});

test("M1: sixty sessions that are due at once are polled twenty at a time, and each gets its first poll", async () => {
  const bank = await startFaultyBank();
  closers.push(() => bank.stop());
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
          async fetchOutcome(sessionId, pollNumber, how) {
            if (pollNumber === 1) first.add(sessionId);
            busy += 1;
            most = Math.max(most, busy);
            await gate.passed;
            busy -= 1;
            return fetchOutcome(sessionId, pollNumber, how);
          },
        },
      },
    },
  });
  for (let order = 0; order < 60; order += 1) await slow.openDirect({ orderId: `${order}` });
  slow.clock.pass(10 * second);
  await slow.service.start();
  // The clock does not advance: once no session is due, each is being polled or was deferred.
  const nextQuestion = () => storage.read((records) => records.attempts.nextPoll());
  await expect.poll(nextQuestion, patiently).toBeGreaterThan(slow.clock.now());
  await expect.poll(() => busy, patiently).toBeGreaterThanOrEqual(20);
  gate.open();
  await expect
    .poll(() => {
      slow.clock.pass(100);
      return first.size;
    }, patiently)
    .toBe(60);
  expect(most).toBe(20);
});

test("M2: a returning buyer sees the confirming page within 2 s while the bank hangs, and the outcome follows live", async () => {
  const shop = await openBankService({ clock: { now: () => Date.now(), pass: () => undefined } });
  const { paymentId, session, returnUrl, page } = await shop.openHosted();
  shop.bank.misbehave("fetchOutcome", { lateMs: 2500 });
  shop.bank.tell(session.sessionId, { type: "provider.success" });
  const { result, ms } = await timed(fetch(returnUrl).then(async (answer) => [answer.status, await answer.text()]));
  expect(ms).toBeLessThan(2000);
  expect([result[0], headingOf(String(result[1]))]).toEqual([200, "We are confirming your payment"]);
  const events = await fetch(page("/events"));
  let stream = "";
  for await (const chunk of events.body ?? []) stream += new TextDecoder().decode(chunk);
  expect(stream).toContain('"status":"completed"');
  expect([await shop.state(paymentId), session.askedCount]).toEqual(["settled", 1]);
});

test("M2: a callback that cannot be processed gets an error response within seconds so that the bank repeats it", async () => {
  const shop = await openBankService({ options: { providerTimeoutMs: 5000 } });
  const { paymentId, session } = await shop.openDirect();
  shop.bank.misbehave("fetchOutcome", "hang");
  const { result, ms } = await timed(shop.bank.callBack(session.sessionId));
  expect(ms).toBeLessThan(6000);
  expect([result.status, result.headers.get("retry-after")]).toEqual([503, "30"]);
  // The bank has recovered and repeats the callback; the earlier poll has ended at its deadline.
  shop.bank.heal();
  shop.bank.tell(session.sessionId, { type: "provider.success" });
  shop.clock.pass(30 * second);
  await expect.poll(async () => (await shop.bank.callBack(session.sessionId)).status, { timeout: 20_000 }).toBe(200);
  expect(await shop.state(paymentId)).toBe("settled");
});

test("M2: a bank that is down makes a callback wait for its repetition as well", async () => {
  const shop = await openBankService();
  const { session } = await shop.openDirect();
  shop.bank.misbehave("fetchOutcome", "down");
  const answer = await shop.bank.callBack(session.sessionId);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
});

test("M3: while the provider has another code, the next poll is scheduled as usual and one warning names both codes", async () => {
  const clock = createTestClock();
  const filename = join(mkdtempSync(join(tmpdir(), "codes-")), "payments.db");
  const first = await openBankService({ clock, options: { storage: sqliteStorage({ filename }) } });
  const { bank } = first;
  const { paymentId, session } = await first.openDirect();
  bank.tell(session.sessionId, { type: "provider.success" });
  await first.service.stop();

  const renamed = await openBankService({
    clock,
    bank,
    port: { code: "newname" },
    options: { storage: sqliteStorage({ filename }) },
  });
  await renamed.passTime(20 * hour, hour);
  expect([session.askedCount, await renamed.state(paymentId)]).toEqual([0, "created"]);
  expect(renamed.warnings().map(({ fields }) => [fields.storedCode, fields.configuredCode])).toEqual([
    ["faultybank", "newname"],
  ]);
  await renamed.passTime(10 * hour, hour);
  expect(renamed.warnings().at(-1)?.fields).toMatchObject({
    storedCode: "faultybank",
    repeatedSinceLastLine: expect.any(Number),
  });
  expect(renamed.warnings()).toHaveLength(2);
  expect(renamed.warnings().at(-1)?.fields.repeatedSinceLastLine).toBeLessThan(12);
  await renamed.service.stop();

  const rolledBack = await openBankService({ clock, bank, options: { storage: sqliteStorage({ filename }) } });
  await rolledBack.passTime(6 * hour);
  expect([session.askedCount, await rolledBack.state(paymentId)]).toEqual([1, "settled"]);
});

test("M4: a hosted buyer may try again once the session has expired and one more poll found no outcome", async () => {
  const shop = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session, paymentUrl } = await shop.openHosted();
  await shop.passTime(15 * minute, 10 * second);
  expect(await shop.state(paymentId)).toBe("at_provider");
  const before = session.askedCount;
  await shop.passTime(10 * second);
  expect([await shop.state(paymentId), session.askedCount]).toEqual(["opened", before + 1]);
  const text = await (await fetch(paymentUrl)).text();
  expect(headingOf(text)).toBe("How would you like to pay?");
  expect(text).toContain("ran out and we have not seen a payment");
  expect(text).not.toContain(shop.bank.origin);
  expect((await shop.find(paymentId))?.history.at(-1)).toMatchObject({ event: "session.ended", actor: "clock" });
});

test("M4: a direct payment expires with the reason session_expired, and late money still settles it", async () => {
  const shop = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session } = await shop.openDirect();
  shop.bank.tell(session.sessionId, { type: "provider.authorising" });
  await shop.passTime(minute);
  expect(await shop.state(paymentId)).toBe("at_provider");
  shop.bank.tell(session.sessionId);
  await shop.passTime(26 * hour, 10 * minute);
  expect(await shop.state(paymentId)).toBe("expired");
  expect((await shop.find(paymentId))?.history.at(-1)).toMatchObject({
    event: "session.ended",
    reason: "session_expired",
  });
  shop.bank.tell(session.sessionId, { type: "settlement.confirmed", amountCents: 1999, currency: "EUR" });
  await shop.passTime(day, hour);
  expect(await shop.state(paymentId)).toBe("settled");
});

test("M4: a direct payment whose buyer never reached the bank expires as well, and the order can be paid again", async () => {
  const shop = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId } = await shop.openDirect();
  await shop.passTime(15 * minute, 5 * minute);
  expect(await shop.state(paymentId)).toBe("created");
  await shop.passTime(minute);
  expect(await shop.state(paymentId)).toBe("expired");
  expect((await shop.find(paymentId))?.history.at(-1)).toMatchObject({ actor: "clock", reason: "session_expired" });
  expect((await shop.openDirect()).paymentId).not.toBe(paymentId);
});

test("M4: a bank that does not respond after the session's end has not reported that no money came", async () => {
  const shop = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session } = await shop.openHosted();
  shop.bank.misbehave("fetchOutcome", "down");
  await shop.passTime(hour, minute);
  expect(await shop.state(paymentId)).toBe("at_provider");
  shop.bank.heal();
  shop.bank.tell(session.sessionId, { type: "provider.success" });
  await shop.passTime(2 * hour, 10 * minute);
  expect(await shop.state(paymentId)).toBe("settled");
});

test("M4: a session whose payment was accepted does not end at its expiry: the settlement is reported days later", async () => {
  const shop = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  await shop.service.stores.update(shop.store.merchantId, { openBankTransfer: { confirmationMode: "settlement" } });
  const { paymentId, session } = await shop.openHosted();
  shop.bank.tell(session.sessionId, { type: "provider.accepted" });
  await shop.passTime(minute, 10 * second);
  expect(await shop.state(paymentId)).toBe("submitted");
  shop.bank.tell(session.sessionId);
  await shop.passTime(20 * day, 6 * hour);
  expect(await shop.state(paymentId)).toBe("submitted");
  shop.bank.tell(session.sessionId, { type: "settlement.confirmed", amountCents: 1999, currency: "EUR" });
  await shop.passTime(day);
  expect(await shop.state(paymentId)).toBe("settled");
});

test("M4: a session that expired without an outcome is polled for ten more days, then no longer", async () => {
  const shop = await openBankService({ bankOptions: { sessionLifetimeMs: 15 * minute } });
  const { paymentId, session } = await shop.openHosted();
  await shop.passTime(9 * day, 6 * hour);
  const asked = session.askedCount;
  await shop.passTime(3 * day, 6 * hour);
  expect(session.askedCount).toBeGreaterThan(asked);
  const askedInAll = session.askedCount;
  await shop.passTime(30 * day, day);
  expect([await shop.state(paymentId), session.askedCount]).toEqual(["expired", askedInAll]);
  // Unless the bank sends a callback.
  shop.bank.tell(session.sessionId, { type: "settlement.confirmed", amountCents: 1999, currency: "EUR" });
  expect((await shop.bank.callBack(session.sessionId)).status).toBe(200);
  expect(await shop.state(paymentId)).toBe("settled");
});

test("M5: a session that has ended is not polled again", async () => {
  const shop = await openBankService();
  const { paymentId, session, post } = await shop.openHosted();
  await post("/back");
  expect(await shop.state(paymentId)).toBe("opened");
  shop.bank.tell(session.sessionId, { type: "provider.session_expired" });
  await shop.passTime(60 * day, 6 * hour);
  expect(session.askedCount).toBe(1);
  expect((await shop.find(paymentId))?.evidence).toHaveLength(1);
  // Nor by visits of the page.
  await shop.bank.callBack(session.sessionId);
  expect(session.askedCount).toBe(1);
});

test("M5: the same event at each poll is one row with a count", async () => {
  const shop = await openBankService();
  const { paymentId, session } = await shop.openHosted();
  shop.bank.tell(session.sessionId, { type: "provider.unknown" });
  await shop.passTime(60 * day, 6 * hour);
  expect(session.askedCount).toBeGreaterThan(20);
  expect((await shop.find(paymentId))?.evidence).toMatchObject([
    { event: "provider.unknown", count: session.askedCount },
  ]);
});

test("M5: a buyer who only left may come back to the session: it is still polled", async () => {
  const shop = await openBankService({ port: { isSigned: true } });
  const { paymentId, session } = await shop.openHosted();
  await shop.bank.callBack(session.sessionId, { type: "provider.abandoned" });
  expect(await shop.state(paymentId)).toBe("opened");
  shop.bank.tell(session.sessionId, { type: "provider.abandoned" });
  await shop.passTime(hour, minute);
  expect(session.askedCount).toBeGreaterThan(3);
  shop.bank.tell(session.sessionId, { type: "provider.success" });
  await shop.passTime(hour);
  expect(await shop.state(paymentId)).toBe("settled");
});

test("M6: 200 anonymous returns cause one poll", async () => {
  const shop = await openBankService();
  const { session, returnUrl } = await shop.openHosted();
  const answers = await Promise.all(Array.from({ length: 200 }, () => fetch(returnUrl)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (let visit = 0; visit < 20; visit += 1) await fetch(returnUrl);
  expect(session.askedCount).toBe(1);
});

test("M6: 200 unsigned callbacks cause one poll now and one a few seconds later", async () => {
  const shop = await openBankService();
  const { paymentId, session } = await shop.openDirect();
  const answers = await Promise.all(Array.from({ length: 200 }, () => shop.bank.callBack(session.sessionId)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await shop.bank.callBack(session.sessionId);
  expect(session.askedCount).toBe(1);
  // The event may have occurred between the poll and the last callback.
  shop.bank.tell(session.sessionId, { type: "provider.success" });
  await shop.passTime(5 * second);
  expect([session.askedCount, await shop.state(paymentId)]).toEqual([2, "settled"]);
});

test("M6: a page without JavaScript that reloads itself starts no poll", async () => {
  const shop = await openBankService();
  const { session, returnUrl } = await shop.openHosted();
  let address = returnUrl;
  for (let reload = 0; reload < 20; reload += 1) {
    const text = await (await fetch(address)).text();
    expect(headingOf(text)).toBe("We are confirming your payment");
    const [, content = ""] = /http-equiv="refresh" content="([^"]+)"/.exec(text) ?? [];
    const [, target = ""] = /^5;url=(.+)$/.exec(decodeEntities(content)) ?? [];
    address = new URL(target, address).href;
    shop.clock.pass(6 * second);
  }
  expect(session.askedCount).toBe(1);
});

test("M7: a replaced session is polled by its own id, and its money is recorded", async () => {
  const shop = await openBankService();
  const first = await shop.openDirect({ senderName: "Ann", senderIban: "DE89370400440532013000" });
  const second = await shop.openDirect({ senderName: "Ben", senderIban: "FR1420041010050500013M02606" });
  expect(second.paymentId).toBe(first.paymentId);
  expect(second.session.sessionId).not.toBe(first.session.sessionId);
  shop.bank.tell(first.session.sessionId, { type: "provider.success" });
  await shop.passTime(minute, 10_000);
  expect(await shop.state(first.paymentId)).toBe("settled");
  expect(first.session.askedCount).toBe(1);
});

test("M7: an abandoned session is polled with growing gaps until 180 days after the payment's expiry, and no longer", async () => {
  const shop = await openBankService();
  const { paymentId, session, post } = await shop.openHosted();
  await post("/back");
  const askedAt: number[] = [];
  const startedAt = shop.clock.now();
  for (let hours = 0; hours < 230 * 24; hours += 6) {
    const before = session.askedCount;
    await shop.passTime(6 * hour);
    if (session.askedCount > before) askedAt.push(shop.clock.now());
  }
  const gaps = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
  expect(gaps).toEqual([...gaps].sort((left, right) => left - right));
  expect(session.askedCount).toBeLessThan(100);
  const expiresAt = (await shop.find(paymentId))?.expiresAt ?? 0;
  expect(askedAt.at(-1)).toBeGreaterThan(startedAt + 190 * day);
  expect(askedAt.at(-1)).toBeLessThanOrEqual(expiresAt + 180 * day);
  // Late, but in time.
  expect(await shop.state(paymentId)).toBe("expired");
});

test("M7: when one session has paid, another of the same payment is still polled, so that a second payment is recorded", async () => {
  const shop = await openBankService();
  const left = await shop.openHosted();
  await left.post("/back");
  await left.post("/choose", { method: "open_bank_transfer" });
  const current = shop.bank.latest();
  expect(current.sessionId).not.toBe(left.session.sessionId);
  shop.bank.tell(left.session.sessionId, { type: "provider.success", reference: "L" });
  await shop.passTime(minute, 10 * second);
  expect(await shop.state(left.paymentId)).toBe("settled");
  const [askedLeft, askedCurrent] = [left.session.askedCount, current.askedCount];
  await shop.passTime(day, hour);
  expect(left.session.askedCount).toBe(askedLeft);
  expect(current.askedCount).toBeGreaterThan(askedCurrent);
  shop.bank.tell(current.sessionId, { type: "provider.success", reference: "C" });
  await shop.passTime(6 * hour, hour);
  const payment = await shop.find(left.paymentId);
  expect(payment?.evidence.map(({ reference }) => reference)).toEqual(["L", "C"]);
});
