// Tests that values from a provider's adapter are checked like any input: none breaks the service or causes
// an invalid transition.
import { expect, test } from "vitest";
import { createPaymentService, type ProviderEvent } from "../../src/index.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { freshStorage } from "../storages.js";

const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };

async function open() {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    rateLimits: false,
  });
  closeAfterTest(() => service.stop());
  const base = await serveInTest(service.callback());
  const store = await service.stores.create({ name: "S", kyc: "approved", verification: "approved" });
  const key = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  async function initialize(fields: Record<string, unknown>) {
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        merchantId: store.merchantId,
        orderId: "1",
        amountCents: 1999,
        currency: "EUR",
        ...direct,
        ...fields,
      }),
    });
    // The assertions check each field.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  /** These events are wrong on purpose, as a provider written in JavaScript may return them. */
  const record = (paymentId: unknown, event: unknown) =>
    service.payments.recordProviderEvent(String(paymentId), event as ProviderEvent);
  return { service, initialize, record };
}

test.each([[undefined], [null], ["provider.success"], [{}], [{ type: 7 }], [{ type: "" }]])(
  "refuses an event that does not say what happened: %j",
  async (event) => {
    const { initialize, record } = await open();
    const { body } = await initialize({});
    await expect(record(body.paymentId, event)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  },
);

test.each([
  { type: "provider.mystery" },
  { type: "provider.abandoned", detail: { deep: true }, reference: 5, providerTime: "yesterday" },
])("records an event that the transition graph does not have, and changes no state: %j", async (event) => {
  const { service, initialize, record } = await open();
  const { body } = await initialize({});
  expect(await record(body.paymentId, event)).toEqual({ accepted: false, state: "created" });
  expect((await service.payments.get(String(body.paymentId)))?.evidence).toMatchObject([
    { event: event.type, wasAllowed: false },
  ]);
});

test.each([1999.5, Number.NaN, Number.POSITIVE_INFINITY, "1999", 0, -5, 2 ** 60])(
  "the amount %s is invalid: it raises an alert and settles nothing",
  async (amountCents) => {
    const { service, initialize, record } = await open();
    const { body } = await initialize({});
    const result = await record(body.paymentId, { type: "settlement.confirmed", amountCents });
    expect(result).toEqual({ accepted: false, state: "created" });
    expect((await service.payments.get(String(body.paymentId)))?.alerts).toMatchObject([{ type: "amount_invalid" }]);
  },
);

test.each(["operator.settles", "operator.declines", "merchant.cancelled"])(
  "refuses the event %s from a provider, since only a person may cause it",
  async (type) => {
    const { initialize, record } = await open();
    const idle = await initialize({});
    expect(await record(idle.body.paymentId, { type })).toEqual({ accepted: false, state: "created" });
    const away = await initialize({ orderId: "2" });
    await record(away.body.paymentId, { type: "provider.authorising" });
    expect(await record(away.body.paymentId, { type })).toEqual({ accepted: false, state: "at_provider" });
  },
);

test.each(["UK", "AN", "SU", "YU", "DD", "EU", "ZZ", "AA", "XX", "QO"])(
  "refuses the country %s, which ISO 3166-1 does not assign",
  async (customerCountry) => {
    const { initialize } = await open();
    expect(await initialize({ customerCountry })).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  },
);

test.each(["DE", "GB", "XK", "CW", "SS", "AX"])("accepts the country %s", async (customerCountry) => {
  const { initialize } = await open();
  expect(await initialize({ customerCountry })).toMatchObject({ status: 200 });
});
