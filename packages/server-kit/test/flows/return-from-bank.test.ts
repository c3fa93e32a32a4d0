// Tests a buyer who is at the bank while the merchant initializes the same order again: both payments stay
// consistent, and the older one is superseded.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Payment } from "../../src/domain/payment.js";
import { applyProviderEvent } from "../../src/flows/apply-event.js";
import { goBackToChoice } from "../../src/flows/buyer-actions.js";
import { recordCreation } from "../../src/flows/record-transition.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment, noon, sampleStore } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

async function atTheBankAndInitializedAgain() {
  const storage = freshStorage();
  await storage.open();

  const dependencies = {
    storage,
    clock: { now: () => noon + 1000 },
    randomBytes,
    logger: silentLogger,
    announce() {},
  };
  const store = sampleStore();
  const first: Payment = barePayment({ paymentId: "pay_a", state: "at_provider" });
  const second: Payment = barePayment({ paymentId: "pay_b" });
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(store);
    await recordCreation(dependencies, records, first, store);
    await recordCreation(dependencies, records, second, store);
  });
  const find = (paymentId: string) => storage.read((records) => records.payments.find(paymentId));
  return { storage, dependencies, find, first };
}

test("a refusal at the bank returns the older payment to pending, superseded by the newer one", async () => {
  const { storage, dependencies, find, first } = await atTheBankAndInitializedAgain();
  const result = await applyProviderEvent(dependencies, "pay_a", { type: "provider.rejected" });
  expect(result).toMatchObject({ kind: "moved", payment: { state: "opened", supersededBy: "pay_b" } });
  expect(await find("pay_a")).toMatchObject({ state: "opened", supersededBy: "pay_b" });
  expect(await find("pay_b")).toMatchObject({ state: "created", supersededBy: undefined });
  expect(await storage.read((records) => records.payments.findPending(first))).toMatchObject({ paymentId: "pay_b" });
  await storage.close();
});

test("money for the older payment still settles it", async () => {
  const { storage, dependencies, find } = await atTheBankAndInitializedAgain();
  await applyProviderEvent(dependencies, "pay_a", { type: "provider.rejected" });
  await applyProviderEvent(dependencies, "pay_a", { type: "settlement.confirmed" });
  expect(await find("pay_a")).toMatchObject({ state: "settled" });
  expect(await find("pay_b")).toMatchObject({ state: "created" });
  await storage.close();
});

test("a buyer who goes back just as the outcome becomes unknown is offered no other payment", async () => {
  const { storage, dependencies, find } = await atTheBankAndInitializedAgain();
  await applyProviderEvent(dependencies, "pay_a", { type: "provider.unknown" });
  await goBackToChoice(dependencies, "pay_a", "at_provider");
  expect(await find("pay_a")).toMatchObject({ state: "unresolved" });
  await storage.close();
});
