// Tests that a store which is deleted between the check of a call's key and the writing of its payment leaves
// no webhook behind that would wait forever (spec/rules.md#store).
import { expect, test } from "vitest";
import { createPaymentService, type Storage } from "../../src/index.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { freshStorage } from "../storages.js";

/** A service whose next unit of work starts only after `before` has completed. */
async function open() {
  const real = freshStorage();
  let before: (() => Promise<unknown>) | undefined;
  const storage: Storage = {
    ...real,
    async write(work) {
      const first = before;
      before = undefined;
      await first?.();
      return real.write(work);
    },
  };
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    rateLimits: false,
  });
  closeAfterTest(() => service.stop());
  const base = await serveInTest(service.callback());
  const { merchantId } = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl: "http://127.0.0.1:9/hook",
  });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  // The first call also records the key's use, in a unit that is not the one under test.
  await fetch(`${base}/payments/none/status`, { headers });
  return {
    service,
    merchantId,
    initialize: async () => {
      const body = JSON.stringify({ merchantId, orderId: "1", amountCents: 1999, currency: "EUR" });
      await (await fetch(`${base}/payments/initialize`, { method: "POST", headers, body })).arrayBuffer();
    },
    beforeNextUnit(action: () => Promise<unknown>) {
      before = action;
    },
    isHeldUp: () => before === undefined,
  };
}

async function unfinished(service: Awaited<ReturnType<typeof open>>["service"]): Promise<string[]> {
  const payments = await service.payments.list();
  const histories = await Promise.all(payments.map(({ paymentId }) => service.webhooks.history(paymentId)));
  return histories
    .flatMap(({ deliveries }) => deliveries.map(({ state }) => state))
    .filter((state) => state !== "cancelled");
}

test("a store that is deleted while a payment of it is created has no waiting webhook", async () => {
  const { service, merchantId, initialize, beforeNextUnit, isHeldUp } = await open();
  beforeNextUnit(() => service.stores.delete(merchantId));
  await initialize();
  expect(isHeldUp()).toBe(true);
  await service.runDue();
  expect(await unfinished(service)).toEqual([]);
  expect(await service.metrics()).toContain("payment_sessions_webhook_queue_depth 0");
});

test("a store that is deleted while a payment of it changes its state has no waiting webhook", async () => {
  const { service, merchantId, initialize, beforeNextUnit } = await open();
  await initialize();
  const [payment] = await service.payments.list();
  beforeNextUnit(() => service.stores.delete(merchantId));
  const result = await service.payments.recordProviderEvent(payment?.paymentId ?? "", { type: "provider.success" });
  expect(result).toEqual({ accepted: true, state: "settled" });
  await service.runDue();
  expect(await unfinished(service)).toEqual([]);
  expect(await service.metrics()).toContain("payment_sessions_webhook_queue_depth 0");
});
