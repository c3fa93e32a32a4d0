// Claims about repeated calls: reuse of a pending payment, Idempotency-Key, concurrent calls
// (spec/rules.md#reuse, spec/rules.md#idempotency).
import { expect, test } from "vitest";
import { limits } from "../../src/domain/generated/limits.js";
import { codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import { bankAccount, createTestStore, nextOrderId } from "./test-store.js";

const path = "/payments/initialize";
const dayMs = 24 * 60 * 60 * 1000;

export function claimRepeats(suite: Suite): void {
  test("the same order and amount five times is one payment, and the response says so", async () => {
    const { client, store } = suite;
    const json = store.request();
    const responses = [];
    for (let round = 0; round < 5; round += 1) responses.push(await client.fields(path, { key: store.testKey, json }));
    expect(new Set(responses.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect(responses.map(({ message }) => typeof message)).toEqual([
      "undefined",
      "string",
      "string",
      "string",
      "string",
    ]);
    expect(new Set(responses.map(({ paymentUrl }) => paymentUrl)).size).toBe(1);
  });

  test.each([
    ["amount", { amountCents: 2000 }],
    ["currency", { currency: "CHF" }],
    ["order", { orderId: "another" }],
    ["mode", { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" }],
  ])("another %s is another payment", async (_, changes) => {
    const { client, store } = suite;
    const json = store.request();
    const first = await client.fields(path, { key: store.testKey, json });
    const second = await client.fields(path, { key: store.testKey, json: { ...json, ...changes } });
    expect(second.paymentId).not.toBe(first.paymentId);
    expect(second).not.toHaveProperty("message");
  });

  test("a reused payment takes the fields of the last call and keeps its references", async () => {
    const { client, store } = suite;
    const json = store.request({ remittanceInfo: "First", customerEmail: "one@example.com", metadata: { a: 1 } });
    await client.call(path, { key: store.testKey, json });
    const again = {
      ...json,
      remittanceInfo: "Second",
      customerEmail: "two@example.com",
      metadata: { b: 2 },
      customerName: "New",
      returnUrl: "https://shop.example.com/new",
      paymentMethod: "manual",
    };
    const body = await client.fields(path, { key: store.testKey, json: again });
    expect(body).toMatchObject({
      remittanceInfo: "First",
      customerEmail: "two@example.com",
      returnUrl: "https://shop.example.com/new",
      paymentMethod: "bank_transfer",
      paymentData: { metadata: { b: 2 }, customerName: "New" },
    });
  });

  test("M19: with one Idempotency-Key, the same fields in another order are the same body, inside metadata too", async () => {
    const { client, store } = suite;
    const metadata = { cart: { id: 7, tags: ["a", "b"] }, channel: "web" };
    const json = store.request({ metadata });
    const headers = { "idempotency-key": "same-fields" };
    const first = await client.call(path, { key: store.testKey, json, headers });
    const turned = Object.fromEntries(
      Object.entries({ ...json, metadata: { channel: "web", cart: { tags: ["a", "b"], id: 7 } } }).reverse(),
    );
    const again = await client.call(path, { key: store.testKey, json: turned, headers });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.body).toEqual(first.body);
    const other = { ...json, metadata: { ...metadata, cart: { id: 7, tags: ["b", "a"] } } };
    expect((await client.call(path, { key: store.testKey, json: other, headers })).status).toBe(422);
  });

  test("a payment that has ended or expired is not reused", async () => {
    const { client, store, target } = suite;
    const json = store.request();
    const first = await client.fields(path, { key: store.testKey, json });
    await client.call(`/sandbox/payments/${first.paymentId}/events`, {
      key: store.testKey,
      json: { event: "provider_success" },
    });
    const second = await client.fields(path, { key: store.testKey, json });
    expect(second.paymentId).not.toBe(first.paymentId);
    target.clock.advance(30 * dayMs);
    const third = await client.fields(path, { key: store.testKey, json });
    expect([first.paymentId, second.paymentId]).not.toContain(third.paymentId);
    await target.runDue();
    expect(await client.fields(`/payments/${second.paymentId}/status`, { key: store.testKey })).toMatchObject({
      status: "failed",
    });
  });

  test("fifty simultaneous calls give one payment and fifty responses", async () => {
    const { client, store } = suite;
    for (const json of [store.request(), store.directRequest()]) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => client.call(path, { key: store.testKey, json })),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      // The contract client has checked the bodies against their schema.
      const bodies = responses.map(({ body }) => body as Record<string, unknown>);
      expect(new Set(bodies.map(({ paymentId }) => paymentId)).size).toBe(1);
      expect(new Set(bodies.map(({ paymentUrl }) => paymentUrl)).size).toBe(1);
      expect(bodies.filter(({ message }) => message === undefined)).toHaveLength(1);
    }
  });

  test("a direct call with another sender opens a new session of the same payment", async () => {
    const { client, store } = suite;
    const json = store.directRequest();
    const first = await client.fields(path, { key: store.testKey, json });
    const same = await client.fields(path, { key: store.testKey, json });
    const other = await client.fields(path, {
      key: store.testKey,
      json: { ...json, senderName: "Erika Mustermann", senderIban: "DE89370400440532013000" },
    });
    expect(same.redirectUrl).toBe(first.redirectUrl);
    expect(other.paymentId).toBe(first.paymentId);
    expect(other.redirectUrl).not.toBe(first.redirectUrl);
  });

  test("a direct call after the store's account has changed opens a new session, which pays to the new account", async () => {
    const { client, target } = suite;
    const store = await createTestStore(target, client);
    const json = store.directRequest();
    const first = await client.fields(path, { key: store.testKey, json });
    await target.stores.update(store.merchantId, {
      bankAccount: { ...bankAccount, iban: "FR1420041010050500013M02606", bic: "" },
    });
    const second = await client.fields(path, { key: store.testKey, json });
    expect(second.paymentId).toBe(first.paymentId);
    expect(second.redirectUrl).not.toBe(first.redirectUrl);
    const third = await client.fields(path, { key: store.testKey, json });
    expect(third.redirectUrl).toBe(second.redirectUrl);
  });

  test("the same Idempotency-Key and body gets the stored response", async () => {
    const { client, store } = suite;
    for (const json of [store.request({ metadata: { a: [1, "名"] } }), store.directRequest()]) {
      const headers = { "Idempotency-Key": `key-${json.orderId}` };
      const first = await client.call(path, { key: store.testKey, json, headers });
      const second = await client.call(path, { key: store.testKey, json, headers });
      expect(first.headers).not.toHaveProperty("idempotent-replayed");
      expect(second.headers["idempotent-replayed"]).toBe("true");
      expect(second.body).toEqual(first.body);
    }
  });

  test("a stored response is repeated even after the payment has changed state", async () => {
    const { client, store } = suite;
    const json = store.request();
    const headers = { "Idempotency-Key": `moved-${json.orderId}` };
    const first = await client.fields(path, { key: store.testKey, json, headers });
    await client.call(`/sandbox/payments/${first.paymentId}/events`, {
      key: store.testKey,
      json: { event: "provider_success" },
    });
    expect(await client.fields(path, { key: store.testKey, json, headers })).toEqual(first);
  });

  test("an Idempotency-Key with another body is refused with 422", async () => {
    const { client, store } = suite;
    const headers = { "Idempotency-Key": `reused-${nextOrderId()}` };
    await client.call(path, { key: store.testKey, json: store.request(), headers });
    const { status, body } = await client.call(path, { key: store.testKey, json: store.request(), headers });
    expect([status, codeOf(body)]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });

  test(`an Idempotency-Key belongs to one store and one environment, for ${limits.idempotencyKeyTtlHours} hours`, async () => {
    const { client, store, target } = suite;
    const other = await createTestStore(target, client);
    const headers = { "Idempotency-Key": "the-same-key" };
    const calls = [
      { key: store.testKey, json: store.request() },
      { key: store.liveKey, json: store.request() },
      { key: other.testKey, json: other.request() },
    ];
    for (const call of calls) expect((await client.call(path, { ...call, headers })).status).toBe(200);
    const status = async () => (await client.call(path, { key: store.testKey, json: store.request(), headers })).status;
    target.clock.advance(limits.idempotencyKeyTtlHours * 60 * 60 * 1000 - 1);
    expect(await status()).toBe(422);
    target.clock.advance(1);
    expect(await status()).toBe(200);
  });

  test.each(["", " ", "a b", "ü", "x".repeat(256), "a\tb"])("refuses the Idempotency-Key %j", async (key) => {
    const { client, store } = suite;
    const headers = { "Idempotency-Key": Buffer.from(key, "utf8").toString("latin1") };
    const { status, body } = await client.call(path, { key: store.testKey, json: store.request(), headers });
    expect([status, codeOf(body)]).toEqual([400, "IDEMPOTENCY_KEY_INVALID"]);
  });

  test("two different Idempotency-Keys on one call are refused", async () => {
    const { client, store } = suite;
    const headers = { "Idempotency-Key": ["one", "two"] };
    const { status, body } = await client.call(path, { key: store.testKey, json: store.request(), headers });
    expect([status, codeOf(body)]).toEqual([400, "IDEMPOTENCY_KEY_INVALID"]);
  });

  test("a refused call does not use up its Idempotency-Key", async () => {
    const { client, store, target } = suite;
    const headers = { "Idempotency-Key": `refused-${nextOrderId()}` };
    const json = store.request({ paymentMethod: "card_processing" });
    await client.call(path, { key: store.testKey, json: { ...json, amountCents: 0 }, headers });
    await target.stores.update(store.merchantId, { paymentMethods: { card_processing: "off" } });
    expect((await client.call(path, { key: store.testKey, json, headers })).status).toBe(403);
    await target.stores.update(store.merchantId, { paymentMethods: { card_processing: "live" } });
    const { status, headers: responseHeaders } = await client.call(path, { key: store.testKey, json, headers });
    expect([status, responseHeaders["idempotent-replayed"]]).toEqual([200, undefined]);
  });

  test("while the first call still runs, its Idempotency-Key gets 409 with Retry-After", async () => {
    const { client, store } = suite;
    // The sandbox bank gives no response at this amount: the first call runs until the provider's timeout.
    const json = store.directRequest({ amountCents: 1013 });
    const headers = { "Idempotency-Key": `running-${json.orderId}` };
    const call = () => client.call(path, { key: store.testKey, json, headers });
    // Either call may be the first: the other gets the 409.
    const [seen, ran] = (await Promise.all([call(), call()])).toSorted((one, other) => one.status - other.status);
    expect([seen?.status, codeOf(seen?.body), seen?.headers["retry-after"]]).toEqual([
      409,
      "IDEMPOTENCY_IN_PROGRESS",
      "1",
    ]);
    expect(ran?.status).toBe(500);
  });
}
