// Claims about rate limits (spec/rules.md#limits). Each reopens the target with the documented limits.
import { expect, test } from "vitest";
import type { CallOptions, ContractClient, ReceivedResponse } from "./contract-client.js";
import type { Suite } from "./suite.js";
import type { OpenTarget } from "./target.js";
import { createTestStore, type TestStore } from "./test-store.js";

interface Limit {
  route: string;
  max: number;
  windowSeconds: number;
  burst?: number;
  call(store: TestStore, payment: { paymentId: string; orderId: string }): [path: string, options?: CallOptions];
}

const perKey: Limit[] = [
  {
    route: "initialize",
    max: 120,
    windowSeconds: 60,
    burst: 60,
    call: (store) => ["/payments/initialize", { json: store.request({ orderId: "limited" }) }],
  },
  { route: "status", max: 600, windowSeconds: 60, call: (_, { paymentId }) => [`/payments/${paymentId}/status`] },
  {
    route: "bank-details",
    max: 120,
    windowSeconds: 60,
    call: (_, { paymentId, orderId }) => [`/payments/${paymentId}/bank-details?orderId=${orderId}`],
  },
  {
    route: "webhook history",
    max: 60,
    windowSeconds: 60,
    call: (_, { paymentId }) => [`/transactions/${paymentId}/webhook/history`],
  },
  {
    route: "sandbox events",
    max: 120,
    windowSeconds: 60,
    call: (_, { paymentId }) => [`/sandbox/payments/${paymentId}/events`, { json: { event: "provider_rejected" } }],
  },
];
const perAddress: Limit[] = [
  { route: "orders", max: 30, windowSeconds: 60, call: () => ["/orders/4711?shopId=x"] },
  { route: "version", max: 120, windowSeconds: 60, call: () => ["/version"] },
  {
    route: "version check",
    max: 30,
    windowSeconds: 60,
    call: () => ["/version/check", { json: { client: "x", clientVersion: "0.1.0" } }],
  },
];

export function claimLimits(suite: Suite): void {
  async function openLimited(): Promise<{ target: OpenTarget; client: ContractClient; store: TestStore }> {
    const { target, client } = await suite.reopen({});
    return { target, client, store: await createTestStore(target, client) };
  }

  test.each(perKey)("$route allows each key $max calls in $windowSeconds s", async (limit) => {
    const { target, client, store } = await openLimited();
    const payment = await store.open({}, store.testKey);
    // Creating the payment has counted as a call of its key: a new key starts at zero.
    const { secret: key } = await target.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
    const [path, options] = limit.call(store, payment);
    await expectLimit(limit, () => client.call(path, { ...options, key }), target);
    expect((await client.call(path, { ...options, key: store.testKey })).status).toBe(200);
  });

  test.each(perAddress)("$route allows each address $max calls in $windowSeconds s", async (limit) => {
    const { target, client, store } = await openLimited();
    const [path, options] = limit.call(store, { paymentId: "", orderId: "" });
    await expectLimit(limit, () => client.call(path, options), target);
  });

  test("O17: thirty invalid keys from one address block further invalid ones for five minutes, and never a valid key", async () => {
    const { target, client, store } = await openLimited();
    const { paymentId } = await store.open();
    const ask = (key: string) => client.call(`/payments/${paymentId}/status`, { key });
    for (let round = 0; round < 30; round += 1) expect((await ask(`ps_test_guess${round}`)).status).toBe(401);
    const { status, headers } = await ask("ps_test_guess30");
    expect(status).toBe(429);
    expect((await ask(store.testKey)).status).toBe(200);
    target.clock.advance(Number(headers["retry-after"]) * 1000);
    expect((await ask("ps_test_guess30")).status).toBe(401);
  });

  test("ten wrong order keys from one address block that address for ten minutes, for valid keys too", async () => {
    const { target, client, store } = await openLimited();
    const ask = (key: string) => client.call(`/orders/${key}?shopId=${store.merchantId}`);
    for (let round = 0; round < 10; round += 1) expect((await ask(`wc_order_guess0000${round}`)).status).toBe(404);
    const { status, body } = await ask("wc_order_guess00000");
    expect(status).toBe(429);
    expect(body).toMatchObject({ error: "Rate limit exceeded", details: { limit: 10, windowSeconds: 600 } });
    target.clock.advance(600_000);
    expect((await ask("wc_order_guess00000")).status).toBe(404);
  });
}

async function expectLimit(
  { max, windowSeconds, burst = max }: Limit,
  ask: () => Promise<ReceivedResponse>,
  { clock }: OpenTarget,
): Promise<void> {
  for (let left = burst; left > 0; left -= 30) {
    const responses = await Promise.all(Array.from({ length: Math.min(30, left) }, ask));
    expect(responses.map(({ status: granted }) => granted)).not.toContain(429);
  }
  const { status, headers, body } = await ask();
  const wait = Number(headers["retry-after"]);
  expect(status).toBe(429);
  expect(body).toMatchObject({
    code: "RATE_LIMITED",
    error: "Rate limit exceeded",
    details: { limit: max, windowSeconds, retryAfterSeconds: wait },
  });
  clock.advance(wait * 1000);
  expect((await ask()).status).not.toBe(429);
}
