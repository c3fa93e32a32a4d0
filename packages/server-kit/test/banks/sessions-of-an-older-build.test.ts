// A session that a build opened before the store's account was part of the request's fingerprint.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { account } from "../checkout/checkout-harness.js";
import { freshStorage } from "../storages.js";
import { openBankService, second } from "./bank-service.js";

async function openWithOlderSession() {
  const storage = freshStorage();
  const fixture = await openBankService({ options: { storage } });
  fixture.clock.pass(second);
  const opened = await fixture.openDirect();
  const stored = await fixture.find(opened.paymentId);
  const parts = [null, null, "DE", true, stored?.remittanceInfo, stored?.endToEndId ?? null];
  const fingerprint = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  await storage.write(async ({ attempts }) => {
    const attempt = await attempts.findCurrent(opened.paymentId);
    if (attempt !== undefined) await attempts.update({ ...attempt, fingerprint });
  });
  fixture.clock.pass(second);
  return { ...fixture, opened };
}

test("a session of an older build is used again while its store is as it was", async () => {
  const fixture = await openWithOlderSession();
  const again = await fixture.openDirect();
  expect([again.paymentId, again.session.sessionId]).toEqual([
    fixture.opened.paymentId,
    fixture.opened.session.sessionId,
  ]);
  const other = await fixture.openDirect({ customerCountry: "AT" });
  expect(other.session.sessionId).not.toBe(fixture.opened.session.sessionId);
});

test("a session of an older build is not used again once its store has another account", async () => {
  const fixture = await openWithOlderSession();
  await fixture.service.stores.update(fixture.store.merchantId, {
    bankAccount: { ...account, iban: "FR1420041010050500013M02606", bic: "" },
  });
  const again = await fixture.openDirect();
  expect(again.session.sessionId).not.toBe(fixture.opened.session.sessionId);
  expect((await fixture.openDirect()).session.sessionId).toBe(again.session.sessionId);
});
