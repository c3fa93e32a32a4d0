// Tests one endpoint that an operator switches off after a store's outage: what waits meanwhile, and what is
// listed and measured (O13).
import { expect, test } from "vitest";
import type { ListedDelivery, PaymentService } from "../../src/index.js";
import { startOfTime } from "../delivery/delivery-harness.js";
import { serveInTest } from "../loopback.js";
import { openServiceOnClock } from "./service-on-clock.js";

async function open() {
  const controls = { status: 200, now: startOfTime };
  const received: string[] = [];
  const webhookUrl = await serveInTest((request, response) => {
    received.push(request.url ?? "");
    request.resume();
    response.writeHead(controls.status).end("ok");
  });
  const { service, origin, mailed } = await openServiceOnClock(controls, "http://127.0.0.1:1/pay");
  async function createStore(name: string) {
    const approved = { kyc: "approved", verification: "approved", contactEmail: "owner@shop.example" } as const;
    const { merchantId } = await service.stores.create({ name, ...approved, webhookUrl: `${webhookUrl}/${name}` });
    const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
    const initialize = (orderId: string) =>
      fetch(`${origin}/pay/payments/initialize`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        body: JSON.stringify({ merchantId, orderId, amountCents: 1999, currency: "EUR" }),
      });
    return { merchantId, initialize };
  }
  return { controls, received, mailed, service, createStore };
}

test("O13: an endpoint that is off is not called, payments continue, and the waiting deliveries are sent when it is on again", async () => {
  const { controls, received, service, createStore } = await open();
  const tea = await createStore("tea");
  const cake = await createStore("cake");
  const off = await service.webhooks.switchOff(tea.merchantId, { reason: " moves to another host " });
  expect(off.webhookOff).toEqual({ reason: "moves to another host", at: startOfTime });
  expect(off.webhookUrl).toContain("/tea");
  for (let order = 0; order < 3; order += 1) {
    expect((await tea.initialize(String(order))).status).toBe(200);
    await cake.initialize(String(order));
  }
  await service.runDue();
  controls.now += 30 * 86_400_000;
  await service.runDue();
  expect(new Set(received)).toEqual(new Set(["/cake"]));
  const waiting = await service.webhooks.list({ states: ["pending"], merchantId: tea.merchantId });
  expect(waiting.deliveries.length).toBeGreaterThanOrEqual(3);
  expect(waiting.deliveries.every(({ attemptCount }) => attemptCount === 0)).toBe(true);
  const [first] = waiting.deliveries;
  await expect(service.webhooks.redeliver(first?.deliveryId ?? "")).rejects.toThrow("switched off");
  expect((await service.inspect()).oldestDueDeliveryAt).toBeUndefined();

  // Its settings may be changed meanwhile; it stays off.
  const renamed = await service.stores.update(tea.merchantId, { name: "Tea", webhookUrl: `${off.webhookUrl}-new` });
  expect(renamed.webhookOff).toBeDefined();
  const on = await service.webhooks.switchOn(tea.merchantId);
  expect(on.webhookOff).toBeUndefined();
  await service.runDue();
  expect(received.filter((path) => path === "/tea-new")).toHaveLength(waiting.deliveries.length);
  expect((await service.webhooks.list({ states: ["pending", "sending"] })).deliveries).toEqual([]);
});

test("O13: switching off needs a reason, a store and a webhook URL", async () => {
  const { service } = await open();
  const { merchantId } = await service.stores.create({ name: "S" });
  const off = (id: string, reason: string) => service.webhooks.switchOff(id, { reason });
  await expect(off("mer_none", "x")).rejects.toMatchObject({ code: "STORE_NOT_FOUND" });
  await expect(off(merchantId, "x")).rejects.toMatchObject({ details: [{ path: "webhookUrl" }] });
  await service.stores.update(merchantId, { webhookUrl: "https://shop.example/hook" });
  for (const reason of ["", "  ", "x".repeat(301)]) {
    await expect(off(merchantId, reason)).rejects.toMatchObject({ details: [{ path: "reason" }] });
  }
});

test("O13: 120 deliveries that failed in an outage are listed page by page, counted in the metrics, and come as one mail with a link", async () => {
  const { controls, mailed, service, createStore } = await open();
  const { merchantId, initialize } = await createStore("tea");
  controls.status = 410;
  for (let order = 0; order < 120; order += 1) await initialize(String(order));
  await service.runDue();
  const seen = new Set<string>();
  const dead = await listAll((cursor) => service.webhooks.list({ merchantId, limit: 50, cursor }));
  for (const { deliveryId, state, lastHttpStatus } of dead) {
    expect([state, lastHttpStatus]).toEqual(["dead", 410]);
    seen.add(deliveryId);
  }
  expect(seen.size).toBeGreaterThanOrEqual(120);
  expect((await service.webhooks.list({ until: startOfTime })).deliveries).toEqual([]);
  await expect(service.webhooks.list({ cursor: "none" })).rejects.toMatchObject({ details: [{ path: "cursor" }] });
  expect(await service.metrics()).toContain(`payment_sessions_webhook_deliveries{state="dead"} ${seen.size}\n`);
  expect(mailed).toHaveLength(1);
  expect(mailed[0]?.text).toContain(`http://127.0.0.1:1/pay/panel/stores/${merchantId}/transactions?state=attention\n`);
  const again = await service.webhooks.redeliverMany({ merchantId });
  expect(again.count).toBe(seen.size);
  controls.status = 200;
  await service.runDue();
  expect((await service.webhooks.list()).deliveries).toEqual([]);
  const delivered = await listAll((cursor) =>
    service.webhooks.list({ merchantId, states: ["delivered"], limit: 50, cursor }),
  );
  expect(new Set(delivered.map(({ deliveryId }) => deliveryId))).toEqual(seen);
});

async function listAll(page: (cursor?: string) => ReturnType<PaymentService["webhooks"]["list"]>) {
  const all: ListedDelivery[] = [];
  for (let next = await page(); ; next = await page(next.nextCursor)) {
    all.push(...next.deliveries);
    if (next.nextCursor === undefined) return all;
  }
}
