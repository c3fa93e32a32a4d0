// Tests what the error of a failed call contains: the code, the status, the response's text, and whether
// money may have moved.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import {
  ConnectionError,
  InvalidResponseError,
  isPaymentSessionsError,
  PaymentSessions,
  PaymentSessionsError,
  ServiceError,
  UsageError,
} from "../src/index.js";
import { apiKey, json, order, type Script, startFaultServer } from "./fault-server.js";

async function failing(script: Script, options: { maxRetries?: number } = {}) {
  const server = await startFaultServer(script);
  return new PaymentSessions({ apiKey, baseUrl: server.url, random: () => 0, maxRetries: 0, ...options });
}

const page = `<html>\r\n<head><title>502 Bad Gateway</title></head><body>${"nginx ".repeat(400)}</body></html>`;

test.each([
  [400, { code: "VALIDATION_ERROR", error: "Invalid request", message: "currency is wrong", requestId: "req_9" }],
  [401, { code: "API_KEY_INVALID", error: "Invalid API key", message: "Invalid API key" }],
  [403, { code: "KYC_SUBMISSION_MISSING", error: "KYC validation required", message: "m", currentStatus: "none" }],
  [404, { code: "MERCHANT_NOT_FOUND", error: "Invalid merchant ID", details: "d", reason: "r" }],
  [422, { code: "IDEMPOTENCY_KEY_REUSED", error: "Key reused" }],
  [500, { code: "INTERNAL_ERROR", error: "Internal error", timestamp: "2027-01-01T00:00:00Z" }],
])("a %i carries the service's code, status and text", async (status, body) => {
  const payments = await failing((response) => json(response, status, body, { "x-request-id": "req_9" }));
  const error = await payments.sessions.initialize(order).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toBeInstanceOf(PaymentSessionsError);
  expect(error).toMatchObject({
    name: "ServiceError",
    kind: "service",
    code: body.code,
    status,
    body,
    rawBody: JSON.stringify(body),
    requestId: "req_9",
    operation: "sessions.initialize",
    outcome: status === 500 ? "unknown" : "rejected",
    attempts: [{ number: 1, status, requestId: "req_9" }],
  });
  // The error's class is checked above.
  expect((error as Error).message).toContain(body.code);
  expect((error as Error).message).toContain("req_9");
});

test("the request id of the body replaces a header that a proxy dropped", async () => {
  const payments = await failing((response) => json(response, 403, { error: "no", requestId: "req_7" }));
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ requestId: "req_7", code: "HTTP_403" });
});

test("a proxy's error page gives a typed error with the status, its first kilobyte and the request id", async () => {
  const payments = await failing((response) =>
    response.writeHead(502, { "content-type": "text/html", "x-request-id": "req_3" }).end(page),
  );
  const error = await payments.sessions.initialize(order).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    kind: "service",
    code: "HTTP_502",
    status: 502,
    requestId: "req_3",
    outcome: "unknown",
  });
  // `kind` identifies a ServiceError.
  expect((error as ServiceError).rawBody).toBe(page.slice(0, 1024));
  expect((error as ServiceError).message).not.toMatch(/[\r\n]/);
});

test("a 200 with a web page is not a session", async () => {
  const payments = await failing((response) => response.writeHead(200, { "content-type": "text/html" }).end(page));
  const error = await payments.sessions.initialize(order).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error).toMatchObject({
    code: "RESPONSE_NOT_JSON",
    status: 200,
    rawBody: page.slice(0, 1024),
    outcome: "unknown",
  });
});

test("truncated JSON is a typed error", async () => {
  const payments = await failing((response) => response.writeHead(200).end('{"success": true, "paymentId": "pay'));
  await expect(payments.sessions.initialize(order)).rejects.toMatchObject({
    code: "RESPONSE_NOT_JSON",
    status: 200,
    rawBody: '{"success": true, "paymentId": "pay',
  });
});

test.each<[string, Script]>([
  ["with a length", (response) => response.writeHead(200, { "content-length": "0" }).end()],
  ["without a length", (response) => response.writeHead(200).end()],
  ["with a 204", (response) => response.writeHead(204).end()],
  [
    "typed as JSON, without a length",
    (response) => response.writeHead(200, { "content-type": "application/json" }).end(),
  ],
])("a success status %s without a body is an empty response", async (_, script) => {
  const payments = await failing(script);
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ kind: "response", code: "RESPONSE_EMPTY" });
});

test.each<[string, Script]>([
  ["with a length", (response) => response.writeHead(500, { "content-length": "0" }).end()],
  ["without a length", (response) => response.writeHead(500).end()],
])("an empty 500 %s is reported as empty", async (_, script) => {
  const payments = await failing(script);
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({
    code: "HTTP_500",
    status: 500,
    message: expect.stringContaining("empty"),
  });
});

test("a body cut off below its announced length is a broken connection with the status and what arrived", async () => {
  const payments = await failing((response) => {
    response.writeHead(200, { "content-length": "500" }).write('{"orderId":');
    setImmediate(() => response.socket?.destroy());
  });
  const error = await payments.sessions.status("pay_1").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    code: "RESPONSE_INTERRUPTED",
    status: 200,
    rawBody: '{"orderId":',
    outcome: "unknown",
  });
});

test("an endless body is cut off, not buffered", async () => {
  const payments = await failing((response) => {
    response.writeHead(200);
    const block = "x".repeat(1024 * 1024);
    const pour = (): void => {
      while (!response.destroyed && response.write(block));
    };
    response.on("drain", pour);
    pour();
  });
  const error = await payments.sessions.status("pay_1").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: "RESPONSE_TOO_LARGE",
    status: 200,
    message: expect.stringContaining("larger than"),
  });
});

test("health can be requested by HEAD, whatever length the response announces", async () => {
  const payments = await failing((response) => response.writeHead(200, { "content-length": "512" }).end());
  const { data, response } = await payments.request("HEAD", "/health").withResponse();
  expect(data).toBeUndefined();
  expect(response.status).toBe(200);
});

test("a refused connection means that nothing was sent", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo; // a TCP server's address is an object
  await new Promise((resolve) => closed.close(resolve));
  for (const baseUrl of [
    `http://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    "http://127.0.0.1:9",
    "http://nowhere.localhost:9",
  ]) {
    const payments = new PaymentSessions({ apiKey, baseUrl, random: () => 0 });
    await expect(payments.sessions.initialize(order)).rejects.toMatchObject({
      kind: "connection",
      code: "CONNECTION_FAILED",
      outcome: "not_sent",
      attempts: { length: 3 },
    });
  }
});

test("one attempt with an unknown outcome makes the outcome of the call unknown", async () => {
  const payments = await failing(
    (response, _, number) => {
      if (number === 1) response.socket?.destroy();
      else json(response, 401, { code: "API_KEY_INVALID", error: "Invalid API key" });
    },
    { maxRetries: 2 },
  );
  const result = await payments.sessions.initialize(order, { idempotencyKey: "order-1001" }).safe();
  expect(result).toMatchObject({
    ok: false,
    error: {
      status: 401,
      outcome: "unknown",
      idempotencyKey: "order-1001",
      attempts: [{ fault: "connection" }, { status: 401 }],
    },
  });
});

test.each([301, 302, 303, 307, 308])("a %i is refused, and nothing is sent to where it points", async (status) => {
  const elsewhere = await startFaultServer((response) => json(response, 200, { orderId: "1", status: "completed" }));
  const server = await startFaultServer((response) =>
    response.writeHead(status, { location: `${elsewhere.url}/x` }).end(),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  await expect(payments.sessions.status("pay_1", { headers: { "x-api-key": apiKey } })).rejects.toMatchObject({
    kind: "response",
    code: "REDIRECT_REFUSED",
    status,
  });
  expect(elsewhere.received).toHaveLength(0);
  expect(server.received).toHaveLength(1);
});

test("every rejection is an error of the SDK", async () => {
  const scripts: Script[] = [
    (response) => response.socket?.destroy(),
    (response) => response.writeHead(418).end("short and stout"),
    (response) => response.writeHead(200).end("null"),
    (response) => response.socket?.end("SSH-2.0-OpenSSH_9\r\n"),
  ];
  for (const script of scripts) {
    const payments = await failing(script);
    const error = await payments.sessions.initialize(order).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(isPaymentSessionsError(error)).toBe(true);
  }
});

test("a body that cannot be written as JSON is a usage error", async () => {
  const payments = await failing((response) => json(response, 200, {}));
  const metadata: Record<string, unknown> = {};
  metadata.self = metadata;
  await expect(payments.sessions.initialize({ ...order, metadata })).rejects.toMatchObject({
    kind: "usage",
    code: "INVALID_ARGUMENT",
    outcome: "not_sent",
  });
});

test("a query that cannot be written as an address is a usage error", async () => {
  const payments = await failing((response) => json(response, 200, {}));
  await expect(payments.sessions.bankDetails("pay_1", { orderId: "\ud800" })).rejects.toMatchObject({ kind: "usage" });
});

test("an error made by another copy of the package is recognised", () => {
  const foreign = Object.assign(new Error("from the other copy"), { kind: "service", code: "HTTP_500" });
  Object.defineProperty(foreign, Symbol.for("@payment-sessions/sdk/error"), { value: true });
  expect(isPaymentSessionsError(foreign)).toBe(true);
  expect(foreign).toBeInstanceOf(PaymentSessionsError);
  expect(foreign).toBeInstanceOf(ServiceError);
  expect(foreign).not.toBeInstanceOf(UsageError);
});

test.each([[new Error("x")], [{ code: "HTTP_500" }], [null], ["text"]])("%s is not an error of the SDK", (thing) => {
  expect(isPaymentSessionsError(thing)).toBe(false);
  expect(thing instanceof PaymentSessionsError).toBe(false);
});
