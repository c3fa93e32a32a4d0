// A payment that ends, or receives money, while the bank is called for a session: nobody gets the address of that session, which would
// charge the buyer a second time.
import { expect, test } from "vitest";
import { decodeEntities } from "../checkout/checkout-harness.js";
import { createGate } from "../gate.js";
import { direct, minute, openBankService, openWithBankSessions, second } from "./bank-service.js";

type Fixture = Awaited<ReturnType<typeof openBankService>>;

/** The bank has opened the session, and its response is held back until the test opens the gate. */
async function openWithSlowBank() {
  const called = createGate();
  const bankGate = createGate();
  const fixture = await openWithBankSessions(async (request, own) => {
    const session = await own.createSession(request);
    called.open();
    await bankGate.passed;
    return session;
  });
  return { fixture, called, bankGate };
}

const endings: [string, string, (fixture: Fixture, paymentId: string) => Promise<unknown>][] = [
  [
    "cancelled",
    "cancelled",
    ({ service }, paymentId) => service.payments.cancel(paymentId, { actor: "a@b.example", reason: "sold out" }),
  ],
  [
    "paid",
    "completed",
    ({ service }, paymentId) => service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed" }),
  ],
  [
    "paid in part",
    "processing",
    ({ service }, paymentId) =>
      service.payments.recordProviderEvent(paymentId, { type: "settlement.partial", amountCents: 500 }),
  ],
  [
    "declined",
    "failed",
    ({ service }, paymentId) => service.payments.recordProviderEvent(paymentId, { type: "provider.rejected" }),
  ],
];

test.each(endings)("a direct payment that is %s while the bank is called leads to its own page", async (...given) => {
  const [, status, end] = given;
  const { fixture, called, bankGate } = await openWithSlowBank();
  const first = fixture.initialize(direct);
  await called.passed;
  const { paymentId } = fixture.bank.latest().request;
  await end(fixture, paymentId);
  bankGate.open();
  const response = (await first) as Record<string, unknown>;
  const page = `${fixture.base}/checkout/${paymentId}/return?token=`;
  expect(response).toMatchObject({ status, provider: "faultybank", paymentId });
  for (const field of ["redirectUrl", "sessionUrl", "paymentUrl"]) expect(response[field]).toContain(page);
  expect(await (await fetch(String(response.redirectUrl))).text()).not.toContain(fixture.bank.origin);

  // The bank may have shown its page anyway: the session is polled, and a second payment is seen.
  const { sessionId } = fixture.bank.latest();
  fixture.bank.setEvents(sessionId, { type: "provider.success", reference: "T1" });
  await fixture.passTime(30 * second, 10 * second);
  expect(fixture.bank.latest().pollCount).toBeGreaterThan(0);
  expect((await fixture.find(paymentId))?.evidence.map(({ event }) => event)).toContain("provider.success");
});

test("a second call that waited for the session of a payment which ended meanwhile opens none", async () => {
  const { fixture, called, bankGate } = await openWithSlowBank();
  const first = fixture.initialize(direct);
  await called.passed;
  const second = fixture.initialize(direct);
  const { paymentId } = fixture.bank.latest().request;
  // The second call has found the payment, and waits.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await fixture.service.payments.cancel(paymentId, { actor: "a@b.example", reason: "sold out" });
  bankGate.open();
  for (const response of await Promise.all([first, second])) {
    expect(response).toMatchObject({ paymentId, status: "cancelled" });
    expect(response.paymentUrl).toContain(`${fixture.base}/checkout/`);
  }
  expect(fixture.bank.openedCount()).toBe(1);
});

test("a hosted payment that is paid while the bank is called leads to its own page", async () => {
  const { fixture, called, bankGate } = await openWithSlowBank();
  const { paymentId, paymentUrl } = await fixture.initialize();
  await fetch(paymentUrl);
  const chosen = fetch(paymentUrl.replace("?", "/choose?"), {
    method: "POST",
    body: new URLSearchParams({ method: "open_bank_transfer" }),
  });
  await called.passed;
  await fixture.service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed" });
  bankGate.open();
  expect(decodeEntities(await (await chosen).text())).not.toContain(fixture.bank.origin);
  expect(await fixture.state(paymentId)).toBe("settled");
});

test("a repeated call with the Idempotency-Key of an ended direct payment leads to its own page", async () => {
  const fixture = await openBankService();
  const call = () => fixture.initialize(direct, { "idempotency-key": "once" });
  const first = await call();
  expect(first.paymentUrl).toContain(fixture.bank.origin);
  expect(await call()).toEqual(first);
  await fixture.service.payments.recordProviderEvent(first.paymentId, { type: "settlement.confirmed" });
  expect(await call()).toMatchObject({
    paymentId: first.paymentId,
    status: "completed",
    redirectUrl: expect.stringContaining(`${fixture.base}/checkout/${first.paymentId}/return?token=`),
  });
});

test("a session that the bank opened after its caller lost the lease is polled, and money paid on it counts", async () => {
  const { fixture, called, bankGate } = await openWithSlowBank();
  const first = fixture.initialize(direct).catch((error: Error) => error.message);
  await called.passed;
  const lost = fixture.bank.latest();
  fixture.clock.pass(minute);
  const next = fixture.initialize(direct);
  await expect.poll(() => fixture.bank.openedCount()).toBe(2);
  bankGate.open();
  expect(await first).toContain("PROVIDER_UNAVAILABLE");
  const { paymentId, paymentUrl } = await next;
  expect(paymentUrl).toContain(fixture.bank.latest().sessionId);

  fixture.bank.setEvents(lost.sessionId, { type: "provider.success", reference: "T1" });
  await fixture.passTime(30 * second, 10 * second);
  expect(lost.pollCount).toBeGreaterThan(0);
  expect(await fixture.state(paymentId)).toBe("settled");
});
