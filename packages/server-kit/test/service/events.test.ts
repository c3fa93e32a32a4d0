// Tests events in the host's process (O34): committed changes, once each, whatever the listeners do.
import { json } from "node:stream/consumers";
import { afterEach, expect, expectTypeOf, test } from "vitest";
import { newDelivery } from "../../src/flows/new-delivery.js";
import {
  createPaymentService,
  type PaymentService,
  type PaymentTransitionEvent,
  type WebhookEndedEvent,
} from "../../src/index.js";
import type { PaymentServiceOptions } from "../../src/service-options.js";
import type { Records, Storage } from "../../src/storage/port.js";
import { createGate } from "../gate.js";
import { serveInTest } from "../loopback.js";
import { serveService } from "../serve.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";

let service: PaymentService;
afterEach(() => service.stop());

async function openService({
  webhookUrl,
  ...options
}: Partial<PaymentServiceOptions> & { webhookUrl?: string | undefined } = {}) {
  const storage = options.storage ?? freshStorage();
  service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    rateLimits: false,
    ...options,
    storage,
  });
  const base = await serveService(service);
  const approved = { kyc: "approved", verification: "approved" } as const;
  const { merchantId } = await service.stores.create({ name: "S", ...approved, webhookUrl });
  const key = await service.apiKeys.issue({ merchantId, environment: "test" });
  const initialize = async (orderId = "1001") => {
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
      body: JSON.stringify({ merchantId, orderId, amountCents: 1999, currency: "EUR" }),
    });
    // The fields that the contract requires for 200.
    const { paymentId } = (await response.json()) as { paymentId: string };
    return { httpStatus: response.status, paymentId };
  };
  return { storage, merchantId, initialize };
}

test("O34: a host is notified of each transition once, after its commit, with what it needs to react", async () => {
  const { storage, merchantId, initialize } = await openService();
  const events: PaymentTransitionEvent[] = [];
  const seen: (string | undefined)[] = [];
  const settlement = createGate();
  service.on("payment.transition", async (event) => {
    expectTypeOf(event).toEqualTypeOf<PaymentTransitionEvent>();
    events.push(event);
    seen.push((await storage.read((records) => records.payments.find(event.paymentId)))?.state);
    if (event.to === "settled") settlement.open();
  });
  const { paymentId } = await initialize();
  await service.payments.recordProviderEvent(paymentId, { type: "settlement.confirmed", amountCents: 1999 });
  await settlement.passed;
  expect(events.map(({ from, to }) => [from, to])).toEqual([
    [undefined, "created"],
    ["created", "settled"],
  ]);
  expect(events[1]).toMatchObject({
    paymentId,
    merchantId,
    environment: "test",
    orderId: "1001",
    amountCents: 1999,
    currency: "EUR",
    event: "settlement.confirmed",
  });
  expect(seen.at(-1)).toBe("settled");
});

test("O34: listeners that throw, reject or never end affect no payment and no other listener, and are logged", async () => {
  const lines: object[] = [];
  const logger = {
    debug() {},
    info() {},
    warn() {},
    error: (fields: object, text: string) => void lines.push({ ...fields, text }),
  };
  const { initialize } = await openService({ logger });
  service.on("payment.transition", () => {
    throw new Error("listener 1");
  });
  service.on("payment.transition", async () => Promise.reject(new Error("listener 2")));
  service.on("payment.transition", () => new Promise(() => {}));
  const events = new Promise((resolve) => service.on("payment.transition", resolve));
  expect((await initialize()).httpStatus).toBe(200);
  expect(await events).toMatchObject({ to: "created" });
  await expect.poll(() => lines.length).toBe(2);
  expect(lines).toEqual([
    expect.objectContaining({ event: "payment.transition", text: "an event listener of the host failed" }),
    expect.objectContaining({ event: "payment.transition" }),
  ]);
});

test("O34: a unit of work that fails emits nothing, and one that runs again emits its last run only", async () => {
  const inner = freshStorage();
  let mode: "plain" | "twice" | "fail" = "plain";
  const storage: Storage = {
    ...inner,
    write: (work) =>
      inner.write(async (records) => {
        if (mode === "twice") await Promise.resolve(work(dry(records))).catch(() => undefined);
        const result = await work(records);
        if (mode === "fail") throw new Error("the commit failed");
        return result;
      }),
  };
  const { initialize } = await openService({ storage });
  const events: unknown[] = [];
  service.on("payment.transition", (event) => events.push(event));
  mode = "fail";
  expect((await initialize("a")).httpStatus).toBe(500);
  mode = "twice";
  expect((await initialize("b")).httpStatus).toBe(200);
  mode = "plain";
  await expect.poll(() => events.length).toBe(1);
  expect(events).toEqual([expect.objectContaining({ orderId: "b" })]);
});

test("O34: alert events are emitted when alerts are raised and when they end; a removed listener gets none", async () => {
  const { initialize } = await openService();
  const events: string[] = [];
  const stop = service.on("alert.raised", ({ type }) => events.push(`raised ${type}`));
  service.on("alert.resolved", ({ type }) => events.push(`resolved ${type}`));
  const first = await initialize("a");
  await service.payments.recordProviderEvent(first.paymentId, { type: "settlement.confirmed", amountCents: 5 });
  const [alert] = await service.alerts.list({});
  await service.alerts.resolve(alert?.alertId ?? "", { actor: "me", reason: "sent back" });
  await expect.poll(() => events).toEqual([`raised ${alert?.type}`, `resolved ${alert?.type}`]);
  stop();
  const second = await initialize("b");
  await service.payments.recordProviderEvent(second.paymentId, { type: "settlement.confirmed", amountCents: 5 });
  expect(await service.alerts.list({ isOpen: true })).toHaveLength(1);
  expect(events).toHaveLength(2);
});

test("O34: an alert that ends is reported once, whatever the clock does and however often its cause is reported again", async () => {
  let now = Date.now();
  const { initialize } = await openService({ clock: { now: () => now } });
  const events: string[] = [];
  service.on("alert.resolved", ({ type }) => events.push(type));
  const { paymentId } = await initialize();
  const settled = { type: "settlement.confirmed", reference: "R1" } as const;
  await service.payments.recordProviderEvent(paymentId, { ...settled, amountCents: 2999 });
  now -= 60_000;
  const [alert] = await service.alerts.list({});
  await service.alerts.resolve(alert?.alertId ?? "", { actor: "me", reason: "sent back" });
  await expect.poll(() => events).toEqual([alert?.type]);
  await service.payments.recordProviderEvent(paymentId, { ...settled, amountCents: 2999 });
  const [counted] = await service.alerts.list({});
  expect([counted?.count, events]).toEqual([2, [alert?.type]]);
});

test("O34: the end of a webhook is reported once, whether it was delivered or is given up", async () => {
  const webhookUrl = await serveInTest(async (request, response) => {
    const isLost = JSON.stringify(await json(request)).includes("lost");
    response.writeHead(isLost ? 410 : 200).end();
  });
  const { merchantId, initialize } = await openService({ webhookUrl, logger: silentLogger });
  const ends: WebhookEndedEvent[] = [];
  service.on("webhook.ended", (event) => ends.push(event));
  const delivered = await initialize("arrives");
  await expect.poll(() => ends.length).toBe(1);
  const lost = await initialize("lost");
  await expect.poll(() => ends.length).toBe(2);
  const common = { merchantId, event: "transaction.status_changed", status: "pending", attemptCount: 1 };
  expect(ends).toMatchObject([
    { ...common, paymentId: delivered.paymentId, state: "delivered" },
    { ...common, paymentId: lost.paymentId, state: "dead" },
  ]);
});

test("O34: a resend that fails after the end of a webhook reports no second end, one that arrives does", async () => {
  let httpStatus = 410;
  let received = 0;
  const webhookUrl = await serveInTest(async (request, response) => {
    await json(request);
    received += 1;
    response.writeHead(httpStatus).end();
  });
  // All sends begin and end in one millisecond.
  const now = Date.now();
  const { storage, initialize } = await openService({ webhookUrl, logger: silentLogger, clock: { now: () => now } });
  const ends: string[] = [];
  service.on("webhook.ended", ({ state }) => ends.push(state));
  const { paymentId } = await initialize();
  await service.runDue();
  await expect.poll(() => ends).toEqual(["dead"]);
  const [delivery] = await storage.read((records) => records.deliveries.listOfPayment(paymentId, { limit: 1 }));
  const resend = async () => {
    await service.webhooks.redeliver(delivery?.deliveryId ?? "");
    await service.runDue();
  };
  await resend();
  expect([received, ends]).toEqual([2, ["dead"]]);
  httpStatus = 200;
  await resend();
  expect([received, ends]).toEqual([3, ["dead", "delivered"]]);
  await resend();
  expect([received, ends]).toEqual([4, ["dead", "delivered"]]);
});

test("O34: a webhook that is parked is reported as ended, once", async () => {
  const { storage, merchantId, initialize } = await openService({ logger: silentLogger });
  const ends: WebhookEndedEvent[] = [];
  service.on("webhook.ended", (event) => ends.push(event));
  const { paymentId } = await initialize();
  const longAgo = Date.now() - 30 * 86_400_000;
  const facts = { merchantId, paymentId, event: "transaction.status_changed", status: "pending" } as const;
  const created = newDelivery({ ...facts, deliveryId: "d1", body: Buffer.from("{}"), path: "queue", now: longAgo });
  const claim = { token: "t", owner: "gone", leaseUntil: longAgo, isManual: false };
  await storage.write(async ({ deliveries }) => {
    await deliveries.insert(created);
    await deliveries.update({ ...created, state: "sending", interruptedCount: 17, claim }, undefined);
  });
  await service.runDue();
  await service.runDue();
  expect(ends).toEqual([{ ...facts, deliveryId: "d1", state: "parked", attemptCount: 0, at: expect.any(Number) }]);
});

test("O34: an unknown event name is refused", async () => {
  await openService();
  // Wrong on purpose, as untyped code may call it.
  expect(() => service.on("payment.paid" as "payment.transition", () => {})).toThrow(/payment\.transition/);
});

/** Reads pass through; writes do nothing. */
function dry(records: Records): Records {
  return new Proxy(records, {
    get(target, name) {
      // Every field of the records is a group of methods.
      const group = Reflect.get(target, name) as object;
      return new Proxy(group, {
        get: (methods, method) =>
          /^(insert|append|update|put|refresh|remove|supersede)/.test(String(method))
            ? async () => true
            : Reflect.get(methods, method),
      });
    },
  });
}
