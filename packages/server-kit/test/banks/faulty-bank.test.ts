// Tests the faulty bank itself, through its port and through the service.
import { expect, test } from "vitest";
import { startService } from "../checkout/checkout-harness.js";
import { closeAfterTest } from "../loopback.js";
import { direct } from "./bank-service.js";
import { type FaultyBankOptions, type PortOptions, startFaultyBank } from "./faulty-bank.js";

async function openBank(options: FaultyBankOptions = {}, port: PortOptions = {}) {
  const bank = await startFaultyBank(options);
  closeAfterTest(() => bank.stop());
  const service = await startService({ openBanking: { test: bank.provider(port) } });
  closeAfterTest(() => service.stop());
  const { paymentId } = await service.initialize(direct);
  return { bank, service, paymentId, session: bank.latest() };
}

test("a session that the service opens is one session at the bank, and an unsigned callback causes a poll", async () => {
  const { bank, service, paymentId, session } = await openBank();
  expect(bank.openedCount()).toBe(1);
  bank.setEvents(session.sessionId, { type: "provider.success" });
  expect((await bank.callBack(session.sessionId)).status).toBe(200);
  expect(session.pollCount).toBe(1);
  expect(await service.state(paymentId)).toBe("settled");
});

test("a signed callback is trusted, a tampered one is not", async () => {
  const { bank, service, paymentId, session } = await openBank({}, { isSigned: true });
  const { headers, body } = bank.callbackOf(session.sessionId, { type: "provider.success" });
  const target = String(session.request.callbackUrl);
  const forged = await fetch(target, { method: "POST", headers, body: `${body} ` });
  expect([forged.status, await service.state(paymentId)]).toEqual([401, "created"]);
  expect((await bank.callBack(session.sessionId, { type: "provider.success" })).status).toBe(200);
  expect([session.pollCount, await service.state(paymentId)]).toEqual([0, "settled"]);
});

test("the port reports each failure, and recovers after it", async () => {
  const bank = await startFaultyBank({ sessionLifetimeMs: 60_000 });
  closeAfterTest(() => bank.stop());
  const port = bank.provider();
  const signal = AbortSignal.timeout(20_000);
  // The bank reads only the attempt.
  const request = { attemptId: "att_1", signal } as Parameters<typeof port.createSession>[0];
  const { sessionId, expiresAt } = await port.createSession(request);
  expect(expiresAt).toBeGreaterThan(Date.now());
  for (const failure of ["down", "garbage", "reset"] as const) {
    bank.failWith("fetchOutcome", failure, sessionId);
    await expect(port.fetchOutcome(sessionId, 1, { signal })).rejects.toThrow();
  }
  bank.failWith("createSession", "hang");
  await expect(port.createSession({ ...request, signal: AbortSignal.timeout(50) })).rejects.toThrow();
  bank.recover();
  bank.failWith("fetchOutcome", { lateMs: 30 });
  bank.setEvents(sessionId, { type: "provider.rejected" });
  expect(await port.fetchOutcome(sessionId, 1, { signal })).toEqual([{ type: "provider.rejected" }]);
  expect(bank.openedCount()).toBe(1);
});
