// Tests the filter of payments.list, which hosts often take directly from a query string: its words are
// validated, its values bound as parameters.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentService, type PaymentService, Refusal } from "../../src/index.js";
import { freshStorage } from "../storages.js";

let service: PaymentService;
beforeAll(() => {
  service = createPaymentService({ baseUrl: "http://127.0.0.1", storage: freshStorage() });
});
afterAll(() => service.stop());

test.each([
  [{ states: ["x') OR 1=1 --"] }, "states"],
  [{ states: "settled" }, "states"],
  [{ environment: "prod" }, "environment"],
  [{ limit: 0 }, "limit"],
  [{ limit: 1001 }, "limit"],
  [{ limit: "10" }, "limit"],
  [{ merchantId: { like: "%" } }, "merchantId"],
  [{ search: 7 }, "search"],
  [{ before: ["a"] }, "before"],
  [{ needsAttention: "yes" }, "needsAttention"],
  [{ state: "settled" }, "state"],
])("O29: payments.list refuses the filter %j and names %s", async (filter, path) => {
  // Wrong on purpose, as untyped code may call it.
  const refused = service.payments.list(filter as never);
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  await expect(refused).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path }] });
});

test.each([
  [{ states: "dead" }, "states"],
  [{ states: ["x') OR 1=1 --"] }, "states"],
  [{ states: ["delivered"] }, "merchantId"],
  [{ merchantId: { like: "%" } }, "merchantId"],
  [{ cursor: ["a"] }, "cursor"],
  [{ since: "2020" }, "since"],
  [{ limit: 501 }, "limit"],
])("O29: webhooks.list refuses the filter %j and names %s", async (filter, path) => {
  // Wrong on purpose, as untyped code may call it.
  const refused = service.webhooks.list(filter as never);
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  await expect(refused).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path }] });
});

type Verbs = Record<string, Record<string, (...given: unknown[]) => unknown>>;

test.each<[string, unknown[], string]>([
  ["stores.list", [{ limit: "x" }], "limit"],
  ["stores.list", [{ after: { like: "%" } }], "after"],
  ["alerts.list", [{ isOpen: "yes" }], "isOpen"],
  ["alerts.list", [{ environment: "prod" }], "environment"],
  ["alerts.list", [{ merchantID: "tea" }], "merchantID"],
  ["audit.list", [{ actor: { like: "%" } }], "actor"],
  ["audit.list", [{ limit: 1001 }], "limit"],
  ["orders.list", ["tea", { limit: "1; DROP" }], "limit"],
  ["statements.list", ["tea", { before: 7 }], "before"],
  ["statements.entries", [{ merchantId: "tea", states: "unmatched" }], "states"],
  ["statements.unmatched", ["tea", { limit: -1 }], "limit"],
  ["webhooks.history", ["pay_1", { cursor: ["a"] }], "cursor"],
  ["webhooks.redeliver", ["d1", { asnew: true }], "asnew"],
  ["webhooks.redeliverMany", [{ merchant: "tea" }], "merchant"],
  ["webhooks.redeliverMany", [{ states: "dead" }], "states"],
  ["webhooks.redeliverMany", [{ dryRun: "yes" }], "dryRun"],
  ["webhooks.redeliverMany", [{ since: "2027-01-01" }], "since"],
  ["privacy.erase", [{ email: "a@tea.example", merchant: "tea" }], "merchant"],
  ["privacy.erase", [{ email: "a@tea.example", paymentId: 7 }], "paymentId"],
  ["privacy.export", [{ email: "a@tea.example", merchantId: null }], "merchantId"],
  ["stores.get", [{ merchantId: "tea" }], "merchantId"],
  ["stores.delete", [undefined], "merchantId"],
  ["apiKeys.list", [{ merchantId: "tea" }], "merchantId"],
  ["apiKeys.revoke", [7], "id"],
  ["users.list", [["tea"]], "merchantId"],
  ["users.setPassword", [{ userId: "usr_1" }, "a long password"], "userId"],
  ["payments.get", [null], "paymentId"],
  ["webhooks.redeliver", [{ deliveryId: "d1" }], "deliveryId"],
  ["statements.assign", [1, "pay_1", {}], "entryId"],
])("O29: %s refuses %j and names %s, and does nothing", async (name, given, path) => {
  const [group = "", verb = ""] = name.split(".");
  // Wrong on purpose, as untyped code may call it.
  const refused = async () => (service as unknown as Verbs)[group]?.[verb]?.(...given);
  await expect(refused()).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path }] });
  expect(await service.audit.list()).toEqual([]);
});

test("O29: a misspelt dry run deletes nothing", async () => {
  // Wrong on purpose.
  await expect(service.prune({ dryrun: true } as never)).rejects.toMatchObject({
    details: [{ path: "dryrun", message: expect.stringContaining("dryRun") }],
  });
  expect(() => service.audit.export("csv", { actr: "x" } as never)).toThrow(Refusal);
});

test("O29: a valid filter is accepted", async () => {
  expect(await service.payments.list({ states: ["settled", "expired"], environment: "live", limit: 1000 })).toEqual([]);
});

test("a field that is undefined counts as left out", async () => {
  const maybe: string | undefined = undefined;
  const limit: number | undefined = undefined;
  expect(await service.stores.list({ limit, after: maybe })).toEqual([]);
  expect(await service.payments.list({ limit, search: maybe })).toEqual([]);
  expect(await service.alerts.list({ limit, merchantId: maybe })).toEqual([]);
  expect(await service.audit.list({ limit, actor: maybe })).toEqual([]);
  for await (const line of service.audit.export("ndjson", { actor: maybe })) expect(line).toBe("");
});
