// Tests what the audit records about a changed payout account.
import { expect, onTestFinished, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { freshStorage } from "../storages.js";

test("O24: the audit of a changed payout account has its digests before and after, and never the account", async () => {
  const storage = freshStorage();
  const service = createPaymentService({ baseUrl: "http://127.0.0.1", storage });
  const account = { bankName: "Bank", accountHolder: "Tea Shop", iban: "DE89370400440532013000", bic: "" };
  await service.stores.create({ merchantId: "m_1", name: "Shop", webhookUrl: "https://example.com/hook" });
  await service.stores.update("m_1", { bankAccount: account });
  await service.stores.update("m_1", { bankAccount: { ...account, iban: "FR1420041010050500013M02606" } });
  await service.stores.update("m_1", { name: "New name" });
  const rows = await storage.read((records) => records.audit.list({ merchantId: "m_1", limit: 10 }));
  const details = rows.filter(({ action }) => action === "store.updated").map(({ detail }) => detail);
  const [, second, first] = details;
  expect(details[0]).toEqual({ fields: ["name"], before: expect.anything(), after: expect.anything() });
  expect(first).toMatchObject({ bankAccountBefore: "none", bankAccountAfter: expect.stringMatching(/^sha256:/) });
  expect(second?.bankAccountBefore).toBe(first?.bankAccountAfter);
  expect(second?.bankAccountAfter).not.toBe(first?.bankAccountAfter);
  expect(JSON.stringify(rows)).not.toMatch(/DE8937|FR1420/);
  await service.stop();
});

test("O24: pausing, a switched-off endpoint, secrets, roles, passwords and column maps have digests before and after, and no value", async () => {
  const storage = freshStorage();
  const service = createPaymentService({ baseUrl: "http://127.0.0.1", storage });
  onTestFinished(() => service.stop());
  const { merchantId } = await service.stores.create({ name: "Tea", webhookUrl: "https://shop.example/hook" });
  const { userId } = await service.users.create({ email: "ann@shop.example", role: "owner", merchantId });
  await service.stores.disable(merchantId);
  await service.stores.enable(merchantId);
  await service.webhooks.switchOff(merchantId, { reason: "moves to a new host" });
  await service.webhooks.switchOn(merchantId);
  const announced = await service.stores.announceWebhookSecret(merchantId);
  await service.stores.switchWebhookSecret(merchantId);
  await service.users.setRole(userId, "viewer");
  await service.users.setPassword(userId, "a long and quite unusual password");
  await service.users.disable(userId);
  const columns = { bookedOn: 1, amount: 2, remittance: 3 };
  for (const hasHeaderRow of [true, false]) {
    await service.statements.setColumnMap(merchantId, { columns, hasHeaderRow, currency: "EUR" }, { actor: "ann" });
  }
  const lines = (await service.audit.list({ limit: 100 })).reverse();
  const [, , ...changes] = lines;
  // Each side is an object or undefined.
  const fieldsOf = (side: unknown) => Object.keys((side ?? {}) as object);
  expect(changes.map(({ action, detail }) => [action, fieldsOf(detail.before), fieldsOf(detail.after)])).toEqual([
    ["store.disabled", ["disabledAt"], ["disabledAt"]],
    ["store.enabled", ["disabledAt"], ["disabledAt"]],
    ["webhook.switched_off", ["webhookOff"], ["webhookOff"]],
    ["webhook.switched_on", ["webhookOff"], ["webhookOff"]],
    ["webhook_secret.announced", ["sealedNextWebhookSecret"], ["sealedNextWebhookSecret"]],
    [
      "webhook_secret.switched",
      ["sealedWebhookSecret", "sealedNextWebhookSecret"],
      ["sealedWebhookSecret", "sealedNextWebhookSecret"],
    ],
    ["user.role_set", ["role"], ["role"]],
    ["user.password_set", ["passwordHash"], ["passwordHash"]],
    ["user.disabled", ["disabledAt"], ["disabledAt"]],
    ["statement.column_map_set", [], fieldsOf(changes[9]?.detail.after)],
    ["statement.column_map_set", ["hasHeaderRow"], ["hasHeaderRow"]],
  ]);
  for (const { detail } of changes) {
    for (const side of [detail.before, detail.after]) {
      // Each side is an object or undefined.
      for (const digest of Object.values((side ?? {}) as object)) expect(digest).toMatch(/^sha256:[0-9a-f]{16}$/);
    }
  }
  expect(JSON.stringify(lines)).not.toContain(announced.webhookSecret);
});
