// Tests that values from a provider's adapter are checked like any input: none breaks the service or causes
// an invalid transition.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProviderEvent } from "../../src/index.js";
import { type Harness, startService } from "../checkout/checkout-harness.js";

let harness: Harness;
beforeAll(async () => {
  harness = await startService();
});
afterAll(() => harness.stop());

let orders = 0;
async function openDirect(): Promise<string> {
  orders += 1;
  const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };
  return (await harness.initialize({ orderId: `order ${orders}`, ...direct })).paymentId;
}
/** These events are wrong on purpose, as a provider written in JavaScript may return them. */
const record = (paymentId: string, event: unknown) =>
  harness.service.payments.recordProviderEvent(paymentId, event as ProviderEvent);

test.each([[undefined], [null], ["provider.success"], [{}], [{ type: 7 }], [{ type: "" }]])(
  "refuses an event that does not say what happened: %j",
  async (event) => {
    await expect(record(await openDirect(), event)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  },
);

test.each([
  { type: "provider.mystery" },
  { type: "provider.abandoned", detail: { deep: true }, reference: 5, providerTime: "yesterday" },
])("records an event that the transition graph does not have, and changes no state: %j", async (event) => {
  const paymentId = await openDirect();
  expect(await record(paymentId, event)).toEqual({ accepted: false, state: "created" });
  expect((await harness.service.payments.get(paymentId))?.evidence).toMatchObject([
    { event: event.type, wasAllowed: false },
  ]);
});

test.each([1999.5, Number.NaN, Number.POSITIVE_INFINITY, "1999", 0, -5, 2 ** 60])(
  "the amount %s is invalid: it raises an alert and settles nothing",
  async (amountCents) => {
    const paymentId = await openDirect();
    const result = await record(paymentId, { type: "settlement.confirmed", amountCents });
    expect(result).toEqual({ accepted: false, state: "created" });
    expect((await harness.service.payments.get(paymentId))?.alerts).toMatchObject([{ type: "amount_invalid" }]);
  },
);

/** An adapter may pass the bank's response object on as the detail. */
const circular: { self?: unknown } = {};
circular.self = circular;

test.each([
  ["an object that contains itself", circular],
  ["an object with a BigInt", { amount: 1999n }],
  ["an object without a JSON form", { toJSON: () => undefined }],
  ["an object without a prototype", Object.create(null)],
])("money whose detail is %s counts", async (_, detail) => {
  const result = await record(await openDirect(), { type: "settlement.confirmed", detail });
  expect(result).toEqual({ accepted: true, state: "settled" });
});

test.each([
  ["with half of a surrogate pair", "R\ud800"],
  ["whose stored start ends within a surrogate pair", `${"x".repeat(499)}😀`],
])("money reported again under a reference %s counts once", async (_, reference) => {
  const paymentId = await openDirect();
  for (let report = 1; report <= 2; report += 1) await record(paymentId, { type: "settlement.confirmed", reference });
  expect(await harness.service.payments.get(paymentId)).toMatchObject({ receivedCents: 1999, alerts: [] });
});

test.each(["operator.settles", "operator.declines", "merchant.cancelled"])(
  "refuses the event %s from a provider, since only a person may cause it",
  async (type) => {
    expect(await record(await openDirect(), { type })).toEqual({ accepted: false, state: "created" });
    const away = await openDirect();
    await record(away, { type: "provider.authorising" });
    expect(await record(away, { type })).toEqual({ accepted: false, state: "at_provider" });
  },
);
