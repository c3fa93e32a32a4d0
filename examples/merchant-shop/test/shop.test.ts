// From the buy button to the paid order over real HTTP: SDK -> service -> webhook -> verifier, with one injected clock.
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type Market, openMarket } from "./shop-and-service.js";

const dayMs = 24 * 60 * 60 * 1000;

test("only a verified webhook marks an order as paid", async () => {
  const market = await openMarket();
  const { orderId, checkoutUrl } = await buy(market, "tea");
  expect(checkoutUrl).toMatch(`${market.serviceUrl}/checkout/pay_`);
  await market.service.runDue();
  expect(await orderText(market, orderId)).toContain("We are waiting for the payment (pending)");

  // The return from the checkout page does not prove a payment.
  expect(await orderText(market, orderId, "?status=completed")).toContain("We are waiting");
  expect(market.orders.find(orderId)).toMatchObject({ status: "pending", amountCents: 1999 });

  await market.payments.sandbox.send(paymentOf(market, orderId), "provider_success");
  await market.service.runDue();
  expect(market.orders.find(orderId)).toMatchObject({ status: "completed" });
  expect(await orderText(market, orderId)).toContain("your order is paid");
  expect(market.failures).toEqual([]);
});

test("a delivery that the shop missed is retried under its id, on the schedule of the shared clock", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "tea");
  await market.service.runDue();
  market.outage.isOn = true;
  await market.payments.sandbox.send(paymentOf(market, orderId), "provider_success");
  await market.service.runDue();
  expect(market.orders.find(orderId)).toMatchObject({ status: "pending" });

  market.outage.isOn = false;
  market.clock.advance(29_000);
  await market.service.runDue();
  expect(market.orders.find(orderId)).toMatchObject({ status: "pending" });
  market.clock.advance(1_000);
  await market.service.runDue();
  expect(market.orders.find(orderId)).toMatchObject({ status: "completed" });
  const history = await market.payments.sessions.webhookHistory(paymentOf(market, orderId));
  expect(history.deliveries[0]).toMatchObject({ status: "completed", state: "delivered", attemptCount: 2 });
});

test("a redelivery is recognised and handled once", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "tea");
  await market.payments.sandbox.send(paymentOf(market, orderId), "provider_success");
  await market.service.runDue();
  const history = await market.payments.sessions.webhookHistory(paymentOf(market, orderId));
  await market.service.webhooks.redeliver(history.deliveries[0]?.deliveryId ?? "");
  await market.service.runDue();
  const { deliveries } = await market.payments.sessions.webhookHistory(paymentOf(market, orderId));
  expect(deliveries[0]?.attempts.map(({ responseExcerpt }) => responseExcerpt)).toEqual([
    '{"received":true,"duplicate":false}',
    '{"received":true,"duplicate":true}',
  ]);
});

test("an abandoned order expires after 30 days, and paying again opens another payment", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "pot");
  market.clock.advance(30 * dayMs);
  await market.service.runDue();
  expect(market.orders.find(orderId)).toMatchObject({ status: "expired" });
  expect(await orderText(market, orderId)).toContain("not completed: expired");

  const again = await fetch(`${market.shopUrl}/orders/${orderId}/pay`, { method: "POST", redirect: "manual" });
  expect(again.status).toBe(303);
  await market.service.runDue();
  expect(market.orders.find(orderId)?.paymentIds).toHaveLength(2);
  await market.payments.sandbox.send(paymentOf(market, orderId), "provider_success");
  await market.service.runDue();
  expect(market.orders.find(orderId)).toMatchObject({ status: "completed" });
});

test("paying an order twice while it is pending uses one payment", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "tea");
  await fetch(`${market.shopUrl}/orders/${orderId}/pay`, { method: "POST", redirect: "manual" });
  expect(market.orders.find(orderId)?.paymentIds).toHaveLength(1);
});

test("a paid order is not paid again from a page that was opened earlier: the buyer sees the order", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "tea");
  await market.payments.sandbox.send(paymentOf(market, orderId), "provider_success");
  await market.service.runDue();
  const again = await fetch(`${market.shopUrl}/orders/${orderId}/pay`, { method: "POST", redirect: "manual" });
  expect([again.status, again.headers.get("location")]).toEqual([303, `/orders/${orderId}`]);
  expect(market.orders.find(orderId)).toMatchObject({ status: "completed", paymentIds: [expect.any(String)] });
});

test("the shop passes Integration Verification", async () => {
  const market = await openMarket();
  expect(await market.service.webhooks.verifyIntegration(market.merchantId)).toMatchObject({
    ok: true,
    signatureValid: true,
  });
});

test("an open order page is notified of each change, and its strip shows request, webhook and signature, but no key", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "tea");
  await market.service.runDue();
  const stream = await fetch(`${market.shopUrl}/orders/${orderId}/changes`);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const changes = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await changes?.read())?.value).toContain("event: changed");
  await market.payments.sandbox.send(paymentOf(market, orderId), "provider_success");
  await market.service.runDue();
  expect((await changes?.read())?.value).toContain("event: changed");
  await changes?.cancel();

  const text = await orderText(market, orderId);
  for (const shown of [
    "POST /payments/initialize",
    "Webhook: completed, signature is valid",
    "The order is completed",
  ]) {
    expect(text).toContain(shown);
  }
  expect(text).toMatch(/X-Service-Signature: sha256=[0-9a-f]{12}… verified/);
  expect(text).not.toMatch(/ps_test_\w|whs_/);
});

test.each([
  ["/", "text/html"],
  ["/shop.css", "text/css"],
  ["/shop.js", "text/javascript"],
])("%s is served by the shop itself, under a policy that lets nothing else in", async (path, type) => {
  const market = await openMarket();
  const response = await fetch(market.shopUrl + path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await response.text()).not.toMatch(/https?:\/\/(?!www\.w3\.org)|style="| on[a-z]+="/);
});

test("a forged webhook changes no order", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "tea");
  const body = JSON.stringify({
    event: "transaction.status_changed",
    transaction_id: paymentOf(market, orderId),
    order_id: orderId,
    status: "completed",
    amount: 1999,
    currency: "EUR",
    timestamp: "2027-01-31T12:00:00.000Z",
    metadata: {},
  });
  const response = await fetch(`${market.shopUrl}/webhooks/payment-sessions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-service-event": "transaction.status_changed",
      "x-service-delivery": "5f0c63a0-3a53-4e3e-9c62-4a8f2d1f3b7e",
      "x-service-signature": `sha256=${createHmac("sha256", "guessed").update(body).digest("hex")}`,
    },
    body,
  });
  expect(response.status).toBe(401);
  expect(market.orders.find(orderId)?.status).not.toBe("completed");
});

test("an error of the service is shown to the buyer in the shop", async () => {
  const market = await openMarket();
  const { orderId } = await buy(market, "tea");
  await market.service.stores.disable(market.merchantId);
  const response = await fetch(`${market.shopUrl}/orders/${orderId}/pay`, { method: "POST", redirect: "manual" });
  expect(response.status).toBe(502);
  expect(await response.text()).toContain("could not be started");
});

async function buy(market: Market, product: string): Promise<{ orderId: string; checkoutUrl: string }> {
  const response = await fetch(`${market.shopUrl}/buy/${product}`, { method: "POST", redirect: "manual" });
  expect(response.status).toBe(303);
  const checkoutUrl = response.headers.get("location") ?? "";
  const paymentId = /pay_\w+/.exec(checkoutUrl)?.[0] ?? "";
  const orderId = (await market.service.payments.get(paymentId))?.orderId ?? "";
  return { orderId, checkoutUrl };
}

function paymentOf(market: Market, orderId: string): string {
  return market.orders.find(orderId)?.paymentIds.at(-1) ?? "";
}

async function orderText(market: Market, orderId: string, query = ""): Promise<string> {
  return (await fetch(`${market.shopUrl}/orders/${orderId}${query}`)).text();
}
