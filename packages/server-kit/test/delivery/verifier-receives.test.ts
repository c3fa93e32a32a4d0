// Tests that the verifier's adapters accept what the engine sends: five frameworks, from the challenge to a
// redelivery that is handled once (spec/rules.md#events; Event service.webhook_verification; spec/rules.md#delivery-rules,
// 5).
import type { WebhookEvent } from "@payment-sessions/webhook-verifier";
import { expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";
import { type OpenReceiver, receivers } from "./five-receivers.js";

async function openStore(openReceiver: OpenReceiver) {
  const events: WebhookEvent[] = [];
  let secret = "";
  const receiver = await openReceiver(
    () => secret,
    (event) => void events.push(event),
  );
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    rateLimits: false,
    logger: silentLogger,
  });
  closeAfterTest(
    () => receiver.close(),
    () => service.stop(),
  );
  const url = await serveInTest(service.callback());
  const store = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl: receiver.url,
  });
  secret = store.webhookSecret;
  const { merchantId } = store;
  const key = await service.apiKeys.issue({ merchantId, environment: "test" });
  async function initialize(orderId: string): Promise<string> {
    const response = await fetch(`${url}/payments/initialize`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ merchantId, orderId, amountCents: 1999, currency: "EUR", metadata: { name: "Zoë 🦊" } }),
    });
    // Every response of the contract is an object.
    return String(((await response.json()) as Record<string, unknown>).paymentId);
  }
  return {
    service,
    merchantId,
    initialize,
    events,
    changeReceiverSecret: () => {
      secret = "another-secret";
    },
  };
}

test.each(Object.entries(receivers))(
  "a receiver on %s passes the verification and handles each event once, redelivered or not",
  async (_name, openReceiver) => {
    const { service, merchantId, initialize, events } = await openStore(openReceiver);
    expect(await service.webhooks.verifyIntegration(merchantId)).toMatchObject({
      ok: true,
      signatureValid: true,
      reason: "verified",
    });

    const paymentId = await initialize("order-ü");
    await service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
    await service.runDue();
    const history = await service.webhooks.history(paymentId);
    expect(history.deliveries.map(({ state, attemptCount }) => [state, attemptCount])).toEqual([
      ["delivered", 1],
      ["delivered", 1],
    ]);
    expect(events).toHaveLength(2);
    expect(events.map(({ event }) => event)).toEqual(["transaction.status_changed", "transaction.status_changed"]);
    expect(events).toContainEqual(
      expect.objectContaining({ transaction_id: paymentId, order_id: "order-ü", status: "completed" }),
    );
    expect(events.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(
      history.deliveries.map(({ deliveryId }) => deliveryId).toSorted(),
    );

    const [delivery] = history.deliveries;
    await service.webhooks.redeliver(delivery?.deliveryId ?? "");
    await service.runDue();
    const [redelivered] = (await service.webhooks.history(paymentId)).deliveries;
    expect(redelivered?.attempts.map(({ outcome, httpStatus }) => [outcome, httpStatus])).toEqual([
      ["success", 200],
      ["success", 200],
    ]);
    expect(events).toHaveLength(2);
  },
);

test.each(Object.entries(receivers))(
  "a receiver on %s with another secret fails the verification and handles no event",
  async (_name, openReceiver) => {
    const { service, merchantId, initialize, events, changeReceiverSecret } = await openStore(openReceiver);
    changeReceiverSecret();
    expect(await service.webhooks.verifyIntegration(merchantId)).toMatchObject({ ok: false });
    const paymentId = await initialize("1");
    await service.runDue();
    const { deliveries } = await service.webhooks.history(paymentId);
    expect(deliveries.map(({ state, attempts }) => [state, attempts[0]?.httpStatus])).toEqual([["dead", 401]]);
    expect(events).toEqual([]);
  },
);
