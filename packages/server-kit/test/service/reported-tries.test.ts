// Tests a host with its own page that reports its attempts: they count like those of the checkout page (row
// 13).
import { expect, test } from "vitest";
import { openBankService } from "../banks/bank-service.js";

test("the tenth refused try that a host reports is final", async () => {
  const fixture = await openBankService();
  const { paymentId } = await fixture.initialize();
  const report = (type: "provider.session_created" | "provider.rejected") =>
    fixture.service.payments.recordProviderEvent(paymentId, { type });
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    expect(await report("provider.session_created")).toEqual({ accepted: true, state: "at_provider" });
    expect(await report("provider.rejected")).toEqual({ accepted: true, state: "opened" });
  }
  expect((await fixture.find(paymentId))?.attemptCount).toBe(9);
  await report("provider.session_created");
  expect(await report("provider.rejected")).toEqual({ accepted: true, state: "declined" });
});

test("tries on the checkout page and tries that a host reports are counted together", async () => {
  const fixture = await openBankService();
  const { paymentId, session, post } = await fixture.openHosted();
  fixture.bank.setEvents(session.sessionId, { type: "provider.rejected" });
  await fixture.bank.callBack(session.sessionId);
  for (let attempt = 2; attempt <= 9; attempt += 1) {
    await fixture.service.payments.recordProviderEvent(paymentId, { type: "provider.session_created" });
    await fixture.service.payments.recordProviderEvent(paymentId, { type: "provider.rejected" });
  }
  expect(await fixture.state(paymentId)).toBe("opened");
  await post("/choose", { method: "open_bank_transfer" });
  fixture.bank.setEvents(fixture.bank.latest().sessionId, { type: "provider.rejected" });
  await fixture.bank.callBack(fixture.bank.latest().sessionId);
  expect(await fixture.state(paymentId)).toBe("declined");
});

test("a try that is reported twice is counted once", async () => {
  const fixture = await openBankService();
  const { paymentId } = await fixture.initialize();
  const { recordProviderEvent } = fixture.service.payments;
  await recordProviderEvent(paymentId, { type: "provider.session_created" });
  expect((await fixture.find(paymentId))?.attemptCount).toBe(1);
  // Reported again for an existing session: the graph has no such row, and nothing is counted.
  expect(await recordProviderEvent(paymentId, { type: "provider.session_created" })).toMatchObject({ accepted: false });
  expect((await fixture.find(paymentId))?.attemptCount).toBe(1);
});
