// Tests deliveries while transactions and stores change, and their metrics, using the public interface only
// (spec/rules.md#events, #delivery-rules; decisions: store deleted, metrics).
import { expect, test } from "vitest";
import { startOfTime } from "../delivery/delivery-harness.js";
import { serveInTest } from "../loopback.js";
import { openServiceOnClock } from "./service-on-clock.js";

/** A service with an injected clock, a receiver that responds with `status`, and a mailbox. */
async function open() {
  const controls = { status: 200, now: startOfTime };
  const received: { id: string; attempt: string; signature: string; body: string }[] = [];
  const webhookUrl = await serveInTest(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const header = (name: string) => String(request.headers[name]);
    received.push({
      id: header("x-service-delivery"),
      attempt: header("x-service-attempt"),
      signature: header("x-service-signature"),
      body,
    });
    response.writeHead(controls.status).end("ok");
  });
  const { service, origin, mailed } = await openServiceOnClock(controls, "http://127.0.0.1:1");
  const createStore = async () => {
    const store = await service.stores.create({
      name: "S",
      kyc: "approved",
      verification: "approved",
      contactEmail: "owner@shop.example",
      webhookUrl,
    });
    const { secret } = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
    const initialize = async (orderId: string): Promise<string> => {
      const response = await fetch(`${origin}/payments/initialize`, {
        method: "POST",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        body: JSON.stringify({ merchantId: store.merchantId, orderId, amountCents: 1999, currency: "EUR" }),
      });
      // Every response of the contract is an object.
      return String(((await response.json()) as Record<string, unknown>).paymentId);
    };
    return { ...store, initialize };
  };
  return { controls, received, mailed, service, createStore };
}

test("a payment that changes between two attempts does not change the repeated webhook", async () => {
  const { controls, received, service, createStore } = await open();
  const { initialize } = await createStore();
  controls.status = 503;
  const paymentId = await initialize("1");
  await service.runDue();
  await service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
  controls.now += 120_000;
  controls.status = 200;
  await service.runDue();
  const [first] = received;
  const repeated = received.filter(({ id }) => id === first?.id);
  expect(repeated.map(({ attempt }) => attempt)).toEqual(["1", "2"]);
  expect(new Set(repeated.map(({ body }) => body)).size).toBe(1);
  expect(new Set(repeated.map(({ signature }) => signature)).size).toBe(1);
  expect(new Set(received.map(({ id }) => id)).size).toBe(2);
});

test("a store deleted with forty waiting webhooks gets none of them and no mail; its successor gets only its own", async () => {
  const { controls, received, mailed, service, createStore } = await open();
  const { merchantId, initialize } = await createStore();
  controls.status = 503;
  for (let order = 0; order < 40; order += 1) await initialize(`old ${order}`);
  await service.runDue();
  expect(received).toHaveLength(40);
  await service.stores.delete(merchantId);
  received.length = 0;
  controls.status = 200;
  const successor = await createStore();
  const paymentId = await successor.initialize("new");
  for (let day = 0; day < 12; day += 1) {
    controls.now += 86_400_000;
    await service.runDue();
  }
  expect(received.map(({ body }) => JSON.parse(body).transaction_id)).toContain(paymentId);
  expect(received.every(({ body }) => body.includes(paymentId))).toBe(true);
  expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  expect(mailed).toEqual([]);
  expect(await service.metrics()).toMatch(/^payment_sessions_webhook_queue_depth 0$/m);
});

test("the metrics count attempts by outcome, and have the queue's depth and age, the sends in flight and the latencies", async () => {
  const { controls, service, createStore } = await open();
  const { initialize } = await createStore();
  await initialize("1");
  await service.runDue();
  controls.status = 503;
  await initialize("2");
  await service.runDue();
  controls.now += 60_000;
  const text = await service.metrics();
  for (const line of [
    'payment_sessions_webhook_attempts_total{outcome="success",path="queue"} 1',
    'payment_sessions_webhook_attempts_total{outcome="http_5xx",path="queue"} 1',
    'payment_sessions_webhook_attempt_duration_seconds_count{path="queue"} 2',
    "payment_sessions_webhook_first_send_delay_seconds_count 2",
    "payment_sessions_webhook_queue_depth 1",
    "payment_sessions_webhook_sends_in_flight 0",
  ])
    expect(text.split("\n")).toContain(line);
  // Due after 30 s, plus or minus a fifth; a minute has passed.
  const age = Number(/^payment_sessions_webhook_oldest_due_seconds (\S+)$/m.exec(text)?.[1]);
  expect(age).toBeGreaterThanOrEqual(24);
  expect(age).toBeLessThanOrEqual(36);
  // Every line matches Prometheus' format: a comment, or a name with labels and a number. Prometheus skips
  // empty lines.
  for (const line of text.trimEnd().split(/\n+/))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)$/);
});
