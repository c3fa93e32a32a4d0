// What the audit keeps of a changed payout account.
import { expect, test } from "vitest";
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
