// Callers that wait for the session that another caller opens: they get its session, or the error that the other caller gets.
import { expect, test } from "vitest";
import { SessionRefusedError } from "../../src/index.js";
import { createGate } from "../gate.js";
import { direct, openBankService, openWithBankSessions } from "./bank-service.js";

const refused = { ...direct, senderName: "Ann Lee", senderIban: "DE02120300000000202051" };
const accepted = { ...direct, senderName: "Ann Lee", senderIban: "DE89370400440532013000" };

/** A bank that refuses one account once the gate is open, and calls that wait for it. */
async function openWithSlowRefusal() {
  const gate = createGate();
  let calls = 0;
  const fixture = await openWithBankSessions(async (request, own) => {
    calls += 1;
    if (request.sender?.iban === accepted.senderIban) return own.createSession(request);
    await gate.passed;
    throw new SessionRefusedError("This account is not served.");
  });
  const initialize = (request: Record<string, unknown>) =>
    fixture.initialize(request).then(
      ({ paymentUrl }) => paymentUrl,
      (error: Error) => error.message,
    );
  const first = initialize(refused);
  await expect.poll(() => calls).toBe(1);
  return { fixture, initialize, first, gate, calls: () => calls };
}

test("a caller that waits for a session which the bank refuses gets the same refusal, and the bank is asked once", async () => {
  const { initialize, first, gate, calls } = await openWithSlowRefusal();
  const second = initialize(refused);
  await new Promise((resolve) => setTimeout(resolve, 200));
  gate.open();
  expect(await first).toMatch(/400.*VALIDATION_ERROR.*senderIban/);
  expect(await second).toMatch(/400.*VALIDATION_ERROR.*senderIban/);
  expect(calls()).toBe(1);
});

test("a caller that waits with another account than the one that the bank refuses gets a session", async () => {
  const { fixture, initialize, first, gate, calls } = await openWithSlowRefusal();
  const second = initialize(accepted);
  await new Promise((resolve) => setTimeout(resolve, 200));
  gate.open();
  expect(await first).toMatch(/400.*VALIDATION_ERROR.*senderIban/);
  expect(await second).toContain(fixture.bank.origin);
  expect(calls()).toBe(2);
});

test("a caller that waits for a bank which does not respond gets PROVIDER_TIMEOUT, as the caller that asked it", async () => {
  const fixture = await openBankService({ options: { providerTimeoutMs: 300 } });
  fixture.bank.failWith("createSession", "hang");
  const calls = [1, 2, 3].map(() => fixture.initialize(direct).catch((error: Error) => error.message));
  for (const message of await Promise.all(calls)) expect(message).toContain("PROVIDER_TIMEOUT");
  expect(fixture.bank.callCounts.createSession).toBe(1);
});
