// Tests that the mock has state and the service's rules: created payments are read back, repeats are
// recognized, final states are reached by valid transitions only.
import { expect, test } from "vitest";
import { createMockService, IllegalMoveError } from "../../src/mock/index.js";
import { callWith, openTeaShop, start } from "./tea-shop.js";

const fields = async (response: Response): Promise<Record<string, unknown>> => Object(await response.json());

test("a store made with only a name takes payments by every method, with test and live keys", async () => {
  const { mock, merchantId, order, direct } = await openTeaShop();
  for (const environment of ["test", "live"] as const) {
    const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment });
    const call = callWith({ mock, apiKey });
    for (const paymentMethod of ["qr_pay", "open_bank_transfer", "card_processing", "bank_transfer"]) {
      const opened = await call("/payments/initialize", { json: order({ paymentMethod }) });
      expect([environment, paymentMethod, opened.status]).toEqual([environment, paymentMethod, 200]);
    }
    expect((await call("/payments/initialize", { json: order(direct) })).status).toBe(200);
  }
});

test("a created payment is read back, metadata included, and bank details name the store", async () => {
  const { mock, payments, order } = await openTeaShop();
  const metadata = { cart: [{ sku: "earl-grey", quantity: 2 }], note: "ünïcode" };
  const { paymentId, orderId } = await payments.sessions.initialize(order({ metadata }));
  expect(await payments.sessions.status(paymentId)).toEqual({ orderId, status: "pending", testMode: true });
  expect(await mock.sessions.get(paymentId)).toMatchObject({ orderId, metadata, state: "created" });
  const details = await payments.sessions.bankDetails(paymentId, { orderId });
  expect(details.bankDetails).toMatchObject({ accountHolder: "Tea shop", amount: 1999, currency: "EUR" });
});

test("the same Idempotency-Key replays its response, another body under it conflicts", async () => {
  const shop = await openTeaShop();
  const call = callWith(shop);
  const json = shop.order();
  const headers = { "idempotency-key": "key-1" };
  const first = await fields(await call("/payments/initialize", { json, headers }));
  const again = await call("/payments/initialize", { json, headers });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await fields(again)).toEqual(first);
  const other = await call("/payments/initialize", { json: { ...json, amountCents: 5 }, headers });
  expect([other.status, (await fields(other)).code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
});

test("keys and stores are refused as the service refuses them", async () => {
  const shop = await openTeaShop();
  const call = callWith(shop);
  const codeOf = async (response: Promise<Response>) => (await fields(await response)).code;
  await shop.mock.stores.update(shop.merchantId, { kyc: "submission_missing" });
  expect(await codeOf(call("/payments/initialize", { json: shop.order() }))).toBe("KYC_SUBMISSION_MISSING");
  await shop.mock.stores.update(shop.merchantId, { kyc: "approved", paymentMethods: { qr_pay: "off" } });
  expect(await codeOf(call("/payments/initialize", { json: shop.order({ paymentMethod: "qr_pay" }) }))).toBe(
    "PAYMENT_METHOD_UNAVAILABLE",
  );
  await shop.mock.apiKeys.revoke(shop.keyId);
  expect(await codeOf(call("/payments/initialize", { json: shop.order() }))).toBe("API_KEY_INVALID");
});

test("a stored order is found by its key", async () => {
  const { mock, merchantId, payments } = await openTeaShop();
  const orderKey = "wc_order_abcdef123456";
  await mock.orders.upsert(merchantId, {
    id: 7,
    orderKey,
    status: "pending",
    currency: "EUR",
    total: "19.99",
    customer: { email: "ann@example.com", fullName: "Ann" },
    lineItems: [{ id: 1, name: "Tea", quantity: 1, total: "19.99" }],
    payment: { method: "foxpay", methodTitle: "Pay", needsPayment: true },
  });
  const { order } = await payments.orders.get(orderKey, { shopId: merchantId });
  expect(order).toMatchObject({ id: 7, total: 19.99, shop: { id: merchantId } });
});

const everyWay = [
  ["hosted", "succeed", "completed", ["completed"]],
  ["hosted", "fail", "failed", ["processing", "failed"]],
  ["hosted", "cancel", "cancelled", ["cancelled"]],
  ["hosted", "expire", "expired", ["expired"]],
  ["direct", "succeed", "completed", ["completed"]],
  ["direct", "fail", "failed", ["failed"]],
  ["direct", "cancel", "cancelled", ["cancelled"]],
  ["direct", "expire", "expired", ["expired"]],
] as const;

test.each(everyWay)(
  "a %s payment can %s, and every status change sends a webhook",
  async (mode, move, status, reported) => {
    const { mock, payments, order, direct } = await openTeaShop();
    const { paymentId } = await payments.sessions.initialize(order(mode === "direct" ? direct : {}));
    expect(await mock.sessions[move](paymentId)).toMatchObject({ paymentId, status });
    expect(mock.webhooks.deliveries().map((delivery) => delivery.status)).toEqual(["pending", ...reported]);
  },
);

test("a store that waits for settlement succeeds through processing", async () => {
  const { mock, payments, order, direct } = await openTeaShop(
    {},
    { openBankTransfer: { confirmationMode: "settlement" } },
  );
  const { paymentId } = await payments.sessions.initialize(order(direct));
  expect(await mock.sessions.succeed(paymentId)).toMatchObject({ state: "settled" });
  expect(mock.webhooks.deliveries().map(({ status }) => status)).toEqual(["pending", "processing", "completed"]);
});

test("a hosted payment at the bank can reach every final state", async () => {
  for (const move of ["succeed", "fail", "cancel", "expire"] as const) {
    const { mock, payments, order } = await openTeaShop();
    const { paymentId } = await payments.sessions.initialize(order());
    await mock.sessions.send(paymentId, "buyer_started");
    expect(await payments.sessions.status(paymentId)).toMatchObject({ status: "transferring" });
    const ends = { succeed: "settled", fail: "declined", cancel: "cancelled", expire: "expired" };
    expect((await mock.sessions[move](paymentId)).state).toBe(ends[move]);
  }
});

test("an illegal move throws with the state and stores nothing", async () => {
  const { mock, payments, order } = await openTeaShop();
  const { paymentId } = await payments.sessions.initialize(order());
  await mock.sessions.succeed(paymentId);
  const before = await mock.sessions.get(paymentId);
  for (const move of ["succeed", "fail", "cancel", "expire"] as const) {
    const moving = mock.sessions[move](paymentId);
    await expect(moving).rejects.toThrow(IllegalMoveError);
    await expect(moving).rejects.toMatchObject({ state: "settled", message: expect.stringContaining("settled") });
  }
  expect(await mock.sessions.get(paymentId)).toEqual(before);
  await expect(mock.sessions.succeed("pay_none")).rejects.toThrow("There is no payment");
});

test("an expired payment can only become paid late", async () => {
  const { mock, payments, order } = await openTeaShop();
  const { paymentId } = await payments.sessions.initialize(order());
  await mock.sessions.expire(paymentId);
  await expect(mock.sessions.fail(paymentId)).rejects.toMatchObject({ state: "expired" });
  expect(await mock.sessions.succeed(paymentId)).toMatchObject({ status: "completed" });
});

test("an event that changes nothing is stored and does not throw; an unknown one throws", async () => {
  const { mock, payments, order, direct } = await openTeaShop();
  const { paymentId } = await payments.sessions.initialize(order(direct));
  expect(await mock.sessions.send(paymentId, "provider_success")).toMatchObject({ accepted: true, state: "settled" });
  expect(await mock.sessions.send(paymentId, "provider.rejected")).toMatchObject({ accepted: false, state: "settled" });
  expect((await mock.sessions.get(paymentId))?.evidence).toHaveLength(2);
  // Wrong on purpose.
  await expect(mock.sessions.send(paymentId, "provider_succes" as never)).rejects.toThrow("provider_success");
});

test("a part of the amount leaves the payment in processing", async () => {
  const { mock, payments, order, direct } = await openTeaShop();
  const { paymentId } = await payments.sessions.initialize(order(direct));
  const result = await mock.sessions.send(paymentId, "settlement_partial", { amountCents: 5 });
  expect(result).toMatchObject({ accepted: true, status: "processing" });
});

test("pending payments expire after thirty days of the mock's own time, not before", async () => {
  const { mock, payments, order } = await openTeaShop();
  const { paymentId } = await payments.sessions.initialize(order());
  await mock.clock.advance(30 * 24 * 3600 * 1000 - 1);
  expect(await payments.sessions.status(paymentId)).toMatchObject({ status: "pending" });
  await mock.clock.advance(1);
  expect((await mock.sessions.get(paymentId))?.status).toBe("expired");
  expect(mock.clock.now()).toBe(start + 30 * 24 * 3600 * 1000);
});

test.each([
  [1001, "10s", "failed"],
  [1003, "10s", "cancelled"],
  [1004, "10s", "expired"],
  [1005, "1m", "completed"],
  [1006, "1m", "completed"],
] as const)("the magic amount %i has its outcome within %s: %s", async (amountCents, duration, status) => {
  const { mock, payments, order, direct } = await openTeaShop();
  const { paymentId } = await payments.sessions.initialize(order({ ...direct, amountCents }));
  await mock.clock.advance(duration);
  expect((await mock.sessions.get(paymentId))?.status).toBe(status);
});

test.each(["30 d", "1w", "-1s", "", -1, Number.NaN, Number.POSITIVE_INFINITY])(
  "refuses %j as a duration",
  async (odd) => {
    const { mock } = await openTeaShop();
    // Wrong on purpose.
    await expect(mock.clock.advance(odd as never)).rejects.toThrow("A duration is");
  },
);

test("fifty mocks side by side share no state", async () => {
  const seen = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const mock = createMockService({ seed: 1 });
      const { merchantId } = await mock.stores.create({ name: "Same", merchantId: "shop_1" });
      const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
      const json = { merchantId, orderId: "1", amountCents: 100 + index, currency: "EUR" };
      const { paymentId } = await fields(await callWith({ mock, apiKey })("/payments/initialize", { json }));
      if (index % 2 === 0) await mock.sessions.succeed(String(paymentId));
      const payment = await mock.sessions.get(String(paymentId));
      await mock.stop();
      return [payment?.amountCents, payment?.status, mock.journal.calls().length, mock.webhooks.deliveries().length];
    }),
  );
  expect(seen).toEqual(
    seen.map((_, index) => [100 + index, ...(index % 2 === 0 ? ["completed", 1, 2] : ["pending", 1, 1])]),
  );
});

test("a number as seed gives the same ids and secrets in each run and after each reset", async () => {
  const once = async (mock = createMockService({ seed: 42, clock: { now: () => start } })) => {
    const store = await mock.stores.create({ name: "Tea" });
    const key = await mock.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
    const json = { merchantId: store.merchantId, orderId: "1", amountCents: 100, currency: "EUR" };
    const opened = await fields(await callWith({ mock, apiKey: key.secret })("/payments/initialize", { json }));
    return { mock, result: [store.merchantId, store.webhookSecret, key.secret, opened] };
  };
  const first = await once();
  const second = await once();
  expect(second.result).toEqual(first.result);
  await first.mock.reset();
  expect((await once(first.mock)).result).toEqual(first.result);
});

test("a reset restores exactly the seed: its stores and keys stay, later records are removed", async () => {
  let apiKey = "";
  const mock = createMockService({
    clock: { now: () => start },
    async seed(arranged) {
      await arranged.stores.create({ name: "Tea", merchantId: "shop_1" });
      apiKey = (await arranged.apiKeys.issue({ merchantId: "shop_1", environment: "test" })).secret;
    },
  });
  for (let round = 0; round < 3; round += 1) {
    expect(await mock.sessions.get("pay_none")).toBeUndefined();
    const call = callWith({ mock, apiKey });
    const json = { merchantId: "shop_1", orderId: "1", amountCents: 100, currency: "EUR" };
    const opened = await fields(await call("/payments/initialize", { json }));
    expect(opened.message).toBeUndefined();
    await mock.stores.update("shop_1", { name: "Renamed", kyc: "rejected" });
    await mock.stores.create({ name: "Other", merchantId: "shop_2" });
    mock.failNext("getPaymentStatus", "empty-500", 9);
    mock.webhooks.dropNext();
    await mock.clock.advance("2h");
    await mock.reset();
    expect((await call(`/payments/${opened.paymentId}/status`)).status).toBe(404);
    expect(mock.webhooks.deliveries()).toEqual([]);
    expect(mock.journal.calls()).toHaveLength(1);
    expect(mock.clock.now()).toBe(start);
    await mock.reset();
  }
  await mock.stop();
});

test("the seed runs once, before all of the first calls at the same time", async () => {
  let runs = 0;
  const mock = createMockService({
    async seed(arranged) {
      runs += 1;
      await new Promise((resolve) => setImmediate(resolve));
      await arranged.stores.create({ name: "Tea", merchantId: "shop_1" });
    },
  });
  const issue = () => mock.apiKeys.issue({ merchantId: "shop_1", environment: "test" });
  await Promise.all([issue(), mock.clock.advance("1s"), issue()]);
  await mock.reset();
  await issue();
  expect(runs).toBe(1);
  await mock.stop();
});

test("every call after a seed that failed rejects with the error of the seed", async () => {
  let runs = 0;
  const mock = createMockService({
    async seed() {
      runs += 1;
      throw new Error("the seed failed");
    },
  });
  await expect(mock.sessions.get("pay_none")).rejects.toThrow("the seed failed");
  await expect(mock.reset()).rejects.toThrow("the seed failed");
  await expect(mock.fetch(`${mock.baseUrl}/health`)).rejects.toThrow();
  expect(runs).toBe(1);
  await mock.stop();
});

test("C26: a store without a name, or with a misspelt one, is refused as by the service", async () => {
  const mock = createMockService();
  // Wrong on purpose.
  await expect(mock.stores.create({ nme: "Tea" } as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: expect.arrayContaining([
      expect.objectContaining({ path: "nme" }),
      expect.objectContaining({ path: "name" }),
    ]),
  });
});
