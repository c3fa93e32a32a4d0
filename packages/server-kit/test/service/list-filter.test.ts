// The filter of payments.list comes from hosts' own code, often straight from a query: its words are checked, its values bound.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPaymentService, type PaymentService, Refusal } from "../../src/index.js";
import { freshStorage } from "../storages.js";

let service: PaymentService;
beforeEach(async () => {
  service = createPaymentService({ baseUrl: "http://127.0.0.1", storage: freshStorage() });
});
afterEach(() => service.stop());

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
  // Sound: what a host's untyped code sends.
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
  // Sound: what a host's untyped code sends.
  const refused = service.webhooks.list(filter as never);
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  await expect(refused).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path }] });
});

test("O29: a filter with right words lists", async () => {
  expect(await service.payments.list({ states: ["settled", "expired"], environment: "live", limit: 1000 })).toEqual([]);
});
