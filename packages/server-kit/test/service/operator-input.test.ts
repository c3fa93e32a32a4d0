// What a host hands to the operator's verbs is judged field by field: a wrong one is named, whatever its type, and nothing is stored.
import { afterEach, expect, test } from "vitest";
import { createPaymentService, sqliteStorage } from "../../src/index.js";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function open() {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: sqliteStorage({ filename: ":memory:" }),
    clock: { now: () => 1e12 },
  });
  closers.push(() => service.stop());
  return service;
}

test.each([
  ["bankAccount.iban", { bankAccount: {} }],
  ["bankAccount.bic", { bankAccount: { bankName: "B", accountHolder: "H", iban: "DE89370400440532013000" } }],
  ["openBankTransfer.instant", { openBankTransfer: { instant: "yes" } }],
  ["allowedReturnHosts", { allowedReturnHosts: "shop.example.com" }],
  ["allowedReturnHosts", { allowedReturnHosts: ["https://shop.example.com"] }],
])("names the wrong field of a store: %s", async (path, fields) => {
  const service = open();
  // Sound: wrong on purpose, as a host written in JavaScript may call it.
  await expect(service.stores.create({ name: "S", ...fields } as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: expect.arrayContaining([expect.objectContaining({ path })]),
  });
  expect(await service.stores.list()).toEqual([]);
});

test.each([
  ["expiresAt", { expiresAt: 1e12 + 5.5 }],
  ["expiresAt", { expiresAt: new Date(2e12) }],
  ["expiresAt", { expiresAt: Number.POSITIVE_INFINITY }],
  ["scopes", { scopes: "payments:read" }],
])("names the wrong field of a key: %s", async (path, fields) => {
  const service = open();
  const { merchantId } = await service.stores.create({ name: "S" });
  // Sound: wrong on purpose.
  await expect(service.apiKeys.issue({ merchantId, environment: "test", ...fields } as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [expect.objectContaining({ path })],
  });
});

test.each([
  ["storage", { storage: undefined }],
  ["openBanking.live", { openBanking: { live: { code: "bank" } } }],
  ["providerTimeoutMs", { providerTimeoutMs: Number.NaN }],
  ["trustedProxyHops", { trustedProxyHops: -1 }],
  ["rateLimits.getPaymentStatus", { rateLimits: { getPaymentStatus: {} } }],
  ["clock", { clock: {} }],
  ["random", { random: 0.5 }],
])("names the wrong option of a service: %s", (option, fields) => {
  const usual = { baseUrl: "http://127.0.0.1:1", storage: sqliteStorage({ filename: ":memory:" }) };
  // Sound: wrong on purpose.
  expect(() => createPaymentService({ ...usual, ...fields } as never)).toThrow(`${option} must be`);
});
