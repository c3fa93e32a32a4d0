// Tests that a merchant id whose store was deleted can be used again. A new store with this id is
// independent: no webhook, key or record of the deleted store reaches it (spec/rules.md#store).
import { verifySignature } from "@payment-sessions/webhook-verifier";
import { expect, test } from "vitest";
import { startOfTime } from "../delivery/delivery-harness.js";
import { createGate } from "../gate.js";
import { serveInTest } from "../loopback.js";
import { openServiceOnClock } from "./service-on-clock.js";

const merchantId = "shop";
const day = 86_400_000;

async function open() {
  const controls = {
    status: 200,
    now: startOfTime,
    // A test sets a promise later.
    hold: undefined as Promise<void> | undefined,
  };
  const received: { path: string; id: string; signature: string; body: string }[] = [];
  const receiver = await serveInTest(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const header = (name: string) => String(request.headers[name]);
    received.push({
      path: String(request.url),
      id: header("x-service-delivery"),
      signature: header("x-service-signature"),
      body,
    });
    await controls.hold;
    response.writeHead(controls.status).end("ok");
  });
  const { service, origin, mailed } = await openServiceOnClock(controls, "http://127.0.0.1:1");
  const call = (secret: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", ...headers },
    });
  const createStore = async (path: string) => {
    const store = await service.stores.create({
      merchantId,
      name: `Shop at ${path}`,
      kyc: "approved",
      verification: "approved",
      contactEmail: "owner@shop.example",
      webhookUrl: `${receiver}${path}`,
    });
    const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
    const initialize = async (orderId: string, idempotencyKey?: string): Promise<string> => {
      const response = await call(
        secret,
        "/payments/initialize",
        { merchantId, orderId, amountCents: 1999, currency: "EUR" },
        idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey },
      );
      expect(response.status).toBe(200);
      // Every response of the contract is an object.
      return String(((await response.json()) as Record<string, unknown>).paymentId);
    };
    return { ...store, key: secret, initialize };
  };
  const runFor = async (days: number) => {
    for (let passed = 0; passed < days; passed += 1) {
      controls.now += day;
      await service.runDue();
    }
  };
  return { controls, received, mailed, service, call, createStore, runFor };
}

test("a store deleted with forty waiting webhooks and created again at the same time gets only its own webhooks", async () => {
  const { controls, received, mailed, service, createStore, runFor } = await open();
  const before = await createStore("/old");
  controls.status = 503;
  const old: string[] = [];
  for (let order = 0; order < 40; order += 1) old.push(await before.initialize(`order ${order}`));
  await service.runDue();
  expect(received).toHaveLength(40);
  await service.stores.delete(merchantId);
  const after = await createStore("/new");
  expect(after.webhookSecret).not.toBe(before.webhookSecret);
  received.length = 0;
  controls.status = 200;
  const paymentId = await after.initialize("order 0");
  expect(old).not.toContain(paymentId);
  await runFor(40);
  // The body of a webhook is an object.
  const statuses = received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(statuses.map(({ transaction_id: id, status }) => [id, status])).toEqual([
    [paymentId, "pending"],
    [paymentId, "expired"],
  ]);
  for (const { path, signature, body } of received) {
    expect(path).toBe("/new");
    expect(await verifySignature(body, signature, after.webhookSecret)).toBe(true);
  }
  expect(mailed).toEqual([]);
  // Deliveries that the deletion cancelled stay cancelled, also when an operator resends them.
  for (const id of old) {
    const { deliveries } = await service.webhooks.history(id);
    expect(deliveries.map(({ status, state }) => [status, state])).toEqual([["pending", "cancelled"]]);
    for (const asNew of [false, true]) {
      await expect(service.webhooks.redeliver(deliveries[0]?.deliveryId ?? "", { asNew })).rejects.toMatchObject({
        code: "NOT_REDELIVERABLE",
      });
    }
  }
});

test("a send that runs or is claimed while the store is deleted and created again does not reach the new address", async () => {
  const { controls, received, service, createStore } = await open();
  const before = await createStore("/old");
  // An endpoint that responded quickly has four concurrent sends, and more claimed ahead.
  await before.initialize("first");
  await service.runDue();
  received.length = 0;
  const gate = createGate();
  controls.hold = gate.passed;
  for (let order = 0; order < 12; order += 1) await before.initialize(`order ${order}`);
  const running = service.runDue();
  await expect.poll(() => received.length).toBe(4);
  await service.stores.delete(merchantId);
  await createStore("/new");
  gate.open();
  await running;
  await service.runDue();
  expect(received.map(({ path }) => path)).toEqual(["/old", "/old", "/old", "/old"]);
});

test("mails about failed webhooks are not sent after their store was deleted", async () => {
  const { controls, mailed, service, createStore, runFor } = await open();
  const before = await createStore("/old");
  controls.status = 410;
  // At most five messages an hour; further failures wait for a digest.
  for (let order = 0; order < 7; order += 1) {
    await before.initialize(`order ${order}`);
    await service.runDue();
  }
  expect(mailed).toHaveLength(5);
  await service.stores.delete(merchantId);
  await createStore("/new");
  await runFor(2);
  expect(mailed).toHaveLength(5);
});

test("old keys, idempotency keys, payments, orders and secrets are not valid for the new store; operators can still read the old payments", async () => {
  const { received, service, call, createStore } = await open();
  const before = await createStore("/old");
  const old = await before.initialize("1", "once");
  await service.orders.upsert(merchantId, {
    id: 7,
    orderKey: "wc_order_abcdefghij",
    status: "pending",
    currency: "EUR",
    total: "19.99",
    customer: { email: "buyer@example.com", fullName: "B" },
    lineItems: [],
    payment: { method: "m", methodTitle: "M", needsPayment: true },
  });
  await service.stores.announceWebhookSecret(merchantId);
  await service.stores.delete(merchantId);
  await expect(service.stores.get(merchantId)).resolves.toBeUndefined();
  const after = await createStore("/new");
  expect(await service.stores.get(merchantId)).toMatchObject({ hasAnnouncedSecret: false, isDisabled: false });
  expect((await call(before.key, `/payments/${old}/status`)).status).toBe(401);
  expect((await call(after.key, `/payments/${old}/status`)).status).toBe(404);
  expect((await call(after.key, `/transactions/${old}/webhook/history`)).status).toBe(404);
  expect((await call(after.key, `/orders/wc_order_abcdefghij?shopId=${merchantId}`)).status).toBe(404);
  const fresh = await after.initialize("1", "once");
  expect(fresh).not.toBe(old);
  expect((await service.payments.list({ merchantId })).map(({ paymentId }) => paymentId)).toEqual([fresh]);
  expect((await service.apiKeys.list(merchantId)).map(({ revokedAt }) => revokedAt)).toEqual([undefined]);
  // The bank still settles the old payment: recorded for operators, sent to no store.
  await service.runDue();
  received.length = 0;
  await service.payments.recordProviderEvent(old, { type: "provider.success" });
  await service.runDue();
  expect(await service.payments.get(old)).toMatchObject({ paymentId: old, state: "settled" });
  expect(received).toEqual([]);
});

test("users of the old store cannot sign in until they are created for the new one", async () => {
  const { service, createStore } = await open();
  await createStore("/old");
  const user = { email: "owner@shop.example", role: "owner" as const, merchantId };
  await service.users.create({ ...user, password: "a long enough phrase 1" });
  await service.stores.delete(merchantId);
  await createStore("/new");
  expect(await service.users.list(merchantId)).toEqual([]);
  expect(await service.users.list()).toMatchObject([{ email: user.email, isDisabled: true }]);
  await service.users.create({ ...user, password: "a long enough phrase 2" });
  expect(await service.users.list(merchantId)).toMatchObject([{ email: user.email, isDisabled: false, merchantId }]);
  expect(await service.users.list()).toHaveLength(1);
});

test("a merchant id is free once its store is deleted, any number of times", async () => {
  const { service, createStore } = await open();
  for (let life = 0; life < 3; life += 1) {
    await createStore(`/life${life}`);
    await expect(createStore("/twin")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "merchantId", rule: "unique" }],
    });
    await service.stores.delete(merchantId);
  }
  expect(await service.stores.list()).toEqual([]);
});
