// A direct call whose bank fails after another call with the same Idempotency-Key has begun.
import { expect, test } from "vitest";
import { createGate } from "../gate.js";
import { closeAfterTest } from "../loopback.js";
import { direct, openBankService, second } from "./bank-service.js";
import { startFaultyBank } from "./faulty-bank.js";

/** The bank does not respond to the first call until it fails; later ones succeed. */
async function openWithFirstCallWaiting() {
  const bank = await startFaultyBank();
  closeAfterTest(() => bank.stop());
  const provider = bank.provider();
  const called = createGate();
  const failure = createGate();
  let calls = 0;
  const createSession: typeof provider.createSession = async (request) => {
    calls += 1;
    if (calls > 1) return provider.createSession(request);
    called.open();
    await failure.passed;
    throw new Error("The bank is down.");
  };
  const fixture = await openBankService({ bank, options: { openBanking: { test: { ...provider, createSession } } } });
  const call = (more = {}) => fixture.initialize({ ...direct, ...more }, { "idempotency-key": "once" });
  const first = call().catch((error: Error) => error.message);
  await called.passed;
  return { ...fixture, call, first, failure, callCount: () => calls };
}

test("a call that fails late leaves the Idempotency-Key to the later call that succeeded with it", async () => {
  const { clock, call, first, failure, callCount } = await openWithFirstCallWaiting();
  clock.pass(40 * second);
  const later = await call();
  failure.open();
  expect(await first).toContain("PROVIDER_UNAVAILABLE");
  await expect(call({ description: "other" })).rejects.toThrow("IDEMPOTENCY_KEY_REUSED");
  expect(await call()).toEqual(later);
  expect(callCount()).toBe(2);
});

test("a call counts as running for two calls of the bank and the wait for another caller's lease", async () => {
  const { clock, call, first, failure } = await openWithFirstCallWaiting();
  clock.pass(40 * second - 1);
  await expect(call()).rejects.toThrow("IDEMPOTENCY_IN_PROGRESS");
  failure.open();
  expect(await first).toContain("PROVIDER_UNAVAILABLE");
  expect(await call()).toMatchObject({ paymentUrl: expect.any(String) });
});
