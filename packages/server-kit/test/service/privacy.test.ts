// Tests the export and erasure of one buyer's data, by method and after the retention time.
import { expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { silentLogger } from "../silent-logger.js";
import { camt } from "../statements/camt-file.js";
import { openStatementFixture } from "../statements/statement-fixture.js";
import { barePayment, pendingDelivery, sampleAlert } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

const day = 86_400_000;

async function open() {
  const storage = freshStorage();
  const controls = { now: startOfTime };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    logger: silentLogger,
    clock: { now: () => controls.now },
  });
  const webhookUrl = "https://shop.example/hook";
  await service.stores.create({ merchantId: "shop", name: "Shop", webhookUrl });
  const add = (paymentId: string, changes: Parameters<typeof barePayment>[0]) =>
    storage.write(async (records) => {
      const payment = {
        paymentId,
        orderId: paymentId,
        merchantId: "shop",
        customerEmail: "ann@example.com",
        customerName: "Ann",
      };
      await records.payments.insert(barePayment({ ...payment, state: "settled", updatedAt: controls.now, ...changes }));
      const body = new TextEncoder().encode('{"customer_email":"ann@example.com"}');
      await records.deliveries.insert(
        pendingDelivery(`d_${paymentId}`, undefined, {
          ...{ paymentId, merchantId: "shop", body, state: "delivered", finishedAt: controls.now },
        }),
      );
    });
  return { storage, service, controls, add };
}

test("O25: the export holds everything about a buyer's payments and leaves a row in the audit without the address", async () => {
  const { service, storage, add } = await open();
  await add("pay_a", {});
  await add("pay_b", { merchantId: "other" });
  await add("pay_c", { customerEmail: "bob@example.com" });
  const { payments } = await service.privacy.export({ email: "Ann@example.com" });
  // An exported payment has its id.
  expect(payments.map(({ payment }) => (payment as { paymentId: string }).paymentId)).toEqual(["pay_a", "pay_b"]);
  expect(payments[0]).toMatchObject({
    webhooks: [{ deliveryId: "d_pay_a", body: '{"customer_email":"ann@example.com"}' }],
  });
  expect(JSON.stringify(payments)).not.toMatch(/checkoutToken|leaseToken/);
  expect((await service.privacy.export({ email: "ann@example.com", merchantId: "shop" })).payments).toHaveLength(1);
  expect((await service.privacy.export({ paymentId: "pay_c" })).payments).toHaveLength(1);
  const [, , first] = await storage.read((records) => records.audit.list({ limit: 3 }));
  expect(first).toMatchObject({
    action: "privacy.exported",
    detail: { payments: 2, buyer: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/) },
  });
  expect(JSON.stringify(first)).not.toContain("example.com");
  await service.stop();
});

test("O25: the erasure covers ended payments, names those that still need their data, and can be repeated", async () => {
  const { service, storage, add } = await open();
  await add("pay_over", {});
  await add("pay_open", { state: "at_provider" });
  await add("pay_sending", {});
  await storage.write((records) =>
    records.deliveries.insert(pendingDelivery("due", startOfTime, { paymentId: "pay_sending", merchantId: "shop" })),
  );
  expect(await service.privacy.erase({ email: "ann@example.com" })).toEqual({
    erased: ["pay_over"],
    kept: [
      { paymentId: "pay_open", reason: "payment_open" },
      { paymentId: "pay_sending", reason: "webhook_under_way" },
    ],
  });
  expect(await service.payments.get("pay_over")).toMatchObject({
    customerEmail: undefined,
    customerName: undefined,
    amountCents: 1,
  });
  expect(await service.payments.get("pay_open")).toMatchObject({ customerName: "Ann" });
  await expect(service.webhooks.redeliver("d_pay_over")).rejects.toMatchObject({ code: "NOT_REDELIVERABLE" });
  await storage.write((records) => records.deliveries.cancelOfStore("shop", startOfTime, 9));
  expect(await service.privacy.erase({ paymentId: "pay_sending" })).toEqual({ erased: ["pay_sending"], kept: [] });
  expect(await service.privacy.erase({ email: "ann@example.com" })).toMatchObject({
    erased: [],
    kept: [{ paymentId: "pay_open" }],
  });
  const [last] = await storage.read((records) => records.audit.list({ limit: 1 }));
  expect(last).toMatchObject({ action: "privacy.erased", detail: { erased: 0, kept: 1 } });
  await service.stop();
});

test("O25: the erasure covers a payment whose reason was cut within a surrogate pair", async () => {
  const { service, storage, add } = await open();
  await add("pay_cut", { state: "created" });
  await service.payments.cancel("pay_cut", { reason: "sold out 😀".slice(0, -1), actor: "ann" });
  await storage.write((records) => records.deliveries.cancelOfStore("shop", startOfTime, 9));
  expect(await service.privacy.erase({ paymentId: "pay_cut" })).toEqual({ erased: ["pay_cut"], kept: [] });
  await service.stop();
});

test("O25: the export holds the bank data of assigned statement entries, and the receipts of the payment", async () => {
  const { service, merchantId, pay } = await openStatementFixture();
  const [{ paymentId }, other] = [await pay({ orderId: "1" }), await pay({ orderId: "2" })];
  await service.statements.import({ merchantId, content: camt({ text: "Danke, Erika" }), actor: "ana" });
  const [entry] = await service.statements.unmatched(merchantId);
  await service.statements.assign(entry?.entryId ?? "", paymentId, { actor: "ben" });
  const money = { amountCents: 500, currency: "EUR", reason: "Erika paid cash", actor: "ben" };
  await service.payments.receive(paymentId, money);
  const exported = await service.privacy.export({ paymentId });
  expect(exported.payments).toMatchObject([
    {
      statementEntries: [
        {
          entryId: entry?.entryId,
          counterpartyName: "Erika Mustermann",
          counterpartyIban: "DE02120300000000202051",
          remittanceLines: ["Danke, Erika"],
        },
      ],
      receipts: [{ amountCents: 500, reason: "Erika paid cash" }],
    },
  ]);
  expect(JSON.stringify(exported)).not.toMatch(/sealed/i);
  const [none] = (await service.privacy.export({ paymentId: other.paymentId })).payments;
  expect(none).toMatchObject({ statementEntries: [], receipts: [] });
  await service.stop();
});

test("O25: what arrives after the erasure is erased after the same period", async () => {
  const { service, storage, controls, add } = await open();
  await service.runDue();
  for (const paymentId of ["pay_event", "pay_money", "pay_alert"]) await add(paymentId, {});
  controls.now += 541 * day;
  await service.runDue();
  const toErase = () => storage.read((records) => records.privacy.listToErase(controls.now + 1, 9));
  expect(await toErase()).toEqual([]);
  const [actor, reason] = ["ben", "Ann called"];
  await service.payments.recordProviderEvent("pay_event", { type: "provider.success", detail: "Ann" });
  await service.payments.receive("pay_money", { amountCents: 1, currency: "EUR", reason, actor });
  await storage.write((records) =>
    records.alerts.insert(sampleAlert({ alertId: "alr_1", paymentId: "pay_alert", merchantId: "shop" })),
  );
  await service.alerts.resolve("alr_1", { reason, actor });
  expect((await toErase()).sort()).toEqual(["pay_alert", "pay_event", "pay_money"]);
  controls.now += 539 * day;
  await service.runDue();
  expect(await toErase()).toHaveLength(3);
  controls.now += 2 * day;
  await service.runDue();
  expect(await toErase()).toEqual([]);
  for (const paymentId of ["pay_event", "pay_money", "pay_alert"]) {
    expect(JSON.stringify(await service.privacy.export({ paymentId }))).not.toContain("Ann");
  }
  await service.stop();
});

test.each([
  [{ paymentId: "pay_none" }, "PAYMENT_NOT_FOUND"],
  [{ email: "nobody" }, "VALIDATION_ERROR"],
  [{}, "VALIDATION_ERROR"],
])("O25: the choice %j is refused", async (choice, code) => {
  const { service } = await open();
  // Wrong on purpose.
  await expect(service.privacy.export(choice as { paymentId: string })).rejects.toMatchObject({ code });
  await expect(service.privacy.erase(choice as { paymentId: string })).rejects.toMatchObject({ code });
  await service.stop();
});

test("O25: housekeeping erases 540 days after the end, webhook bodies and excerpts with it", async () => {
  const { service, storage, controls, add } = await open();
  await service.runDue();
  for (let number = 0; number < 250; number += 1) await add(`pay_${number}`, {});
  controls.now += 539 * day;
  await service.runDue();
  expect(await service.payments.get("pay_0")).toMatchObject({ customerName: "Ann" });
  controls.now += 2 * day;
  await service.runDue();
  const left = await service.payments.list({ limit: 1000 });
  expect(left).toHaveLength(250);
  expect(
    left.filter(({ customerName, customerEmail }) => customerName !== undefined || customerEmail !== undefined),
  ).toEqual([]);
  expect(await storage.read((records) => records.privacy.listToErase(controls.now, 9))).toEqual([]);
  await service.stop();
});
