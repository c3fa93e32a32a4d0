// Tests which responses count as a session, and what is sent to the service (spec/rules.md#initialize).
import { expect, test } from "vitest";
import { PaymentSessions } from "../src/index.js";
import { apiKey, hostedSession, json, order, startFaultServer } from "./fault-server.js";

const direct = {
  ...hostedSession,
  checkoutMode: "direct_provider",
  redirectUrl: "https://bank.example/session/9",
  sessionUrl: "https://bank.example/session/9",
  paymentUrl: "https://bank.example/session/9",
};

async function clientFor(body: unknown, status = 200) {
  const server = await startFaultServer((response) => json(response, status, body, { "x-request-id": "req_1" }));
  return { server, payments: new PaymentSessions({ apiKey, baseUrl: server.url, maxRetries: 0 }) };
}

test("a hosted session redirects the buyer to paymentUrl", async () => {
  const { payments, server } = await clientFor(hostedSession);
  const session = await payments.sessions.initialize(order);
  expect(session.handoffUrl).toBe(hostedSession.paymentUrl);
  expect(session.paymentId).toBe("pay_1");
  expect(server.received[0]).toMatchObject({ method: "POST", url: "/payments/initialize" });
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  expect(JSON.parse(server.received[0]?.body ?? "")).toEqual(order);
});

test("a direct session redirects the buyer to redirectUrl", async () => {
  const { payments } = await clientFor({ ...direct, paymentUrl: "https://pay.example.com/other" });
  expect((await payments.sessions.initialize(order)).handoffUrl).toBe(direct.redirectUrl);
});

test("201 with a session is a success too", async () => {
  const { payments } = await clientFor(hostedSession, 201);
  expect((await payments.sessions.initialize(order)).paymentId).toBe("pay_1");
});

test.each([
  ["success is false", { success: false, error: "no" }, "rejected"],
  ["success is missing", { ...hostedSession, success: undefined }, "unknown"],
  ['success is the text "true"', { ...hostedSession, success: "true" }, "unknown"],
  ["paymentId is missing", { ...hostedSession, paymentId: undefined }, "unknown"],
  ["paymentId is empty", { ...hostedSession, paymentId: "" }, "unknown"],
  ["paymentUrl is missing", { ...hostedSession, paymentUrl: undefined }, "unknown"],
  ["paymentUrl is null", { ...hostedSession, paymentUrl: null }, "unknown"],
  ["paymentUrl is relative", { ...hostedSession, paymentUrl: "/checkout" }, "unknown"],
  ["paymentUrl is a script", { ...hostedSession, paymentUrl: "javascript:alert(1)" }, "unknown"],
])("no session is returned when %s", async (_, body, outcome) => {
  const { payments } = await clientFor(body);
  const result = await payments.sessions.initialize(order).safe();
  expect(result).toMatchObject({
    ok: false,
    error: { kind: "response", code: "HANDOFF_MISSING", status: 200, requestId: "req_1", outcome },
  });
});

test.each([
  ["a list", []],
  ["a text", "ok"],
  ["null", null],
  ["a number", 7],
])("%s is not a valid response", async (_, body) => {
  const { payments } = await clientFor(body);
  await expect(payments.sessions.initialize(order)).rejects.toMatchObject({ code: "RESPONSE_UNEXPECTED", status: 200 });
});

test.each<[string, object]>([
  ["a Map", new Map([["cart", 7]])],
  ["a promise", Promise.resolve({ cart: 7 })],
  ["a Set inside", { carts: [new Set([7])] }],
  ["URLSearchParams inside", { query: new URLSearchParams("cart=7") }],
])("metadata that JSON cannot represent is rejected, not sent as {}: %s", async (_title, metadata) => {
  const server = await startFaultServer((response) => json(response, 200, hostedSession));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  await expect(payments.sessions.initialize({ ...order, metadata })).rejects.toMatchObject({
    kind: "usage",
    outcome: "not_sent",
    message: expect.stringMatching(
      /the request cannot be serialized: JSON cannot represent (metadata, a Map|metadata, a Promise|0, a Set|query, a URLSearchParams); pass a plain object/,
    ),
  });
  expect(server.received).toHaveLength(0);
});

test("metadata may contain dates, bytes with a JSON form, empty objects and instances of classes", async () => {
  const server = await startFaultServer((response) => json(response, 200, hostedSession));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  class Cart {
    readonly id = 7;
  }
  const metadata = {
    at: new Date(0),
    bytes: Buffer.from("a"),
    none: {},
    list: [],
    bare: Object.create(null),
    cart: new Cart(),
  };
  await payments.sessions.initialize({ ...order, metadata });
  expect(JSON.parse(server.received[0]?.body ?? "").metadata).toEqual(JSON.parse(JSON.stringify(metadata)));
});

test("reads the status of a payment", async () => {
  const { payments, server } = await clientFor({ orderId: "1001", status: "scanning", testMode: true });
  expect(await payments.sessions.status("pay_1")).toEqual({ orderId: "1001", status: "scanning", testMode: true });
  expect(server.received[0]).toMatchObject({ method: "GET", url: "/payments/pay_1/status", body: "" });
});

test("reads bank details by payment and order", async () => {
  const { payments, server } = await clientFor({ transaction: {}, bankDetails: {} });
  await payments.sessions.bankDetails("pay_1", { orderId: "Ä/1 &x=2" });
  expect(server.received[0]?.url).toBe("/payments/pay_1/bank-details?orderId=%C3%84%2F1%20%26x%3D2");
});

test("reads the webhook history page by page", async () => {
  const { payments, server } = await clientFor({ deliveries: [], nextCursor: null });
  await payments.sessions.webhookHistory("pay_1", { limit: 10, cursor: "c_1" });
  await payments.sessions.webhookHistory("pay_1");
  expect(server.received.map(({ url }) => url)).toEqual([
    "/transactions/pay_1/webhook/history?limit=10&cursor=c_1",
    "/transactions/pay_1/webhook/history",
  ]);
});

test("a path prefix of the base URL is kept", async () => {
  const server = await startFaultServer((response) => json(response, 200, hostedSession));
  const payments = new PaymentSessions({ apiKey, baseUrl: `${server.url}/payments-service/` });
  await payments.sessions.initialize(order);
  expect(server.received[0]?.url).toBe("/payments-service/payments/initialize");
});

test("response, request id, attempts and idempotency key are returned with the data on demand", async () => {
  const { payments, server } = await clientFor(hostedSession);
  const { data, response, requestId, attempts, idempotencyKey } = await payments.sessions
    .initialize(order, { idempotencyKey: "order-1001" })
    .withResponse();
  expect(data.paymentId).toBe("pay_1");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ paymentId: "pay_1" });
  expect(requestId).toBe("req_1");
  expect(attempts).toMatchObject([{ number: 1, status: 200, waitedMs: 0 }]);
  expect(idempotencyKey).toBe("order-1001");
  expect(server.received[0]?.headers["idempotency-key"]).toBe("order-1001");
});

test("a tagged result contains the data", async () => {
  const { payments } = await clientFor(hostedSession);
  const result = await payments.sessions.initialize(order).safe();
  expect(result.ok && result.data.handoffUrl).toBe(hostedSession.paymentUrl);
});

test("a tagged result of a failure leaves no unhandled rejection", async () => {
  const { payments } = await clientFor({ error: "no" }, 400);
  const seen: unknown[] = [];
  const onUnhandled = (reason: unknown) => seen.push(reason);
  process.on("unhandledRejection", onUnhandled);
  const result = await payments.sessions.status("pay_1").safe();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onUnhandled);
  expect(result.ok).toBe(false);
  expect(seen).toEqual([]);
});
