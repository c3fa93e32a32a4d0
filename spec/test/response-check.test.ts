// Tests that the response check reports violations of the contract, and accepts what matches it.
import { expect, test } from "vitest";
import {
  checkDelivery,
  checkResponse,
  createResponseRecorder,
  documentedResponses,
  missingResponses,
  type ReceivedResponse,
} from "../response-check.js";

const headers = {
  "content-type": "application/json; charset=utf-8",
  "x-request-id": "req_1",
  "cache-control": "no-store",
};
const status: ReceivedResponse = {
  method: "GET",
  path: "/payments/pay_1/status",
  status: 200,
  headers,
  body: { orderId: "1", status: "pending" },
};
const unauthorized: ReceivedResponse = {
  ...status,
  status: 401,
  headers: { ...headers, "www-authenticate": "Bearer" },
  body: { code: "API_KEY_INVALID", error: "Invalid API key", message: "Invalid API key", requestId: "req_1" },
};
const limited: ReceivedResponse = {
  ...status,
  status: 429,
  headers: { ...headers, "retry-after": "7" },
  body: {
    code: "RATE_LIMITED",
    error: "Rate limit exceeded",
    message: "Rate limit exceeded",
    requestId: "req_1",
    details: { limit: 600, windowSeconds: 60, retryAfterSeconds: 7 },
  },
};
const allowed = { ...headers, allow: "GET, HEAD, OPTIONS" };
const otherMethod = {
  code: "METHOD_NOT_ALLOWED",
  error: "Method not allowed",
  message: "No.",
  requestId: "req_1",
};

const kept: [string, ReceivedResponse, string?][] = [
  ["a status", status],
  ["headers as a Headers object", { ...status, headers: new Headers(headers) }],
  ["a trailing slash and a query", { ...status, path: "/payments/pay_1/status/?a=b" }],
  ["a path under a prefix", { ...status, path: "/pay/payments/pay_1/status" }, "/pay/"],
  ["a whole URL", { ...status, path: "https://pay.example.com/payments/pay_1/status" }],
  ["HEAD without a body", { ...status, method: "HEAD", body: "" }],
  ["OPTIONS", { ...status, method: "OPTIONS", status: 204, headers: allowed, body: undefined }],
  ["another method", { ...status, method: "PUT", status: 405, headers: allowed, body: otherMethod }],
  ["a refused key", unauthorized],
  ["a limit", limited],
];
test.each(kept)("accepts %s", (_, response, basePath = "") => {
  expect(checkResponse(response, { basePath })).toEqual([]);
});

const broken: [string, ReceivedResponse, string][] = [
  ["an undocumented status", { ...status, status: 201 }, "status"],
  ["a missing field", { ...status, body: { status: "pending" } }, "body"],
  ["a field that nobody knows", { ...status, body: { orderId: "1", status: "pending", state: "opened" } }, "body"],
  ["testMode false", { ...status, body: { orderId: "1", status: "pending", testMode: false } }, "body"],
  ["a value outside a closed set", { ...status, body: { orderId: "1", status: "expired" } }, "body"],
  ["text instead of JSON", { ...status, body: "<html>" }, "body"],
  ["no body", { ...status, body: undefined }, "body"],
  ["another content type", { ...status, headers: { ...headers, "content-type": "text/html" } }, "header Content-Type"],
  [
    "a missing request id",
    { ...status, headers: { "content-type": "application/json", "cache-control": "no-store" } },
    "header X-Request-Id",
  ],
  [
    "a cacheable response",
    { ...status, headers: { ...headers, "cache-control": "max-age=60" } },
    "header Cache-Control",
  ],
  ["HEAD with a body", { ...status, method: "HEAD" }, "body"],
  ["OPTIONS without Allow", { ...status, method: "OPTIONS", status: 204, body: undefined }, "header Allow"],
  ["another method with 404", { ...status, method: "PUT", status: 404, body: otherMethod }, "status"],
  ["an unknown path with 200", { ...status, path: "/nowhere" }, "status"],
  ["a path outside the prefix", { ...status, path: "/payments-service2/payments/pay_1/status" }, "status"],
  ["401 without a scheme", { ...unauthorized, headers }, "header WWW-Authenticate"],
  [
    "a code of another route",
    {
      ...unauthorized,
      body: { code: "SESSION_REQUIRED", error: "User session required", message: "x", requestId: "req_1" },
    },
    "code",
  ],
  [
    "an error under another name",
    {
      ...unauthorized,
      body: { code: "API_KEY_INVALID", error: "Unauthorized", message: "Invalid API key", requestId: "req_1" },
    },
    "body",
  ],
  [
    "a fixed message in other words",
    {
      ...unauthorized,
      body: { code: "API_KEY_INVALID", error: "Invalid API key", message: "No.", requestId: "req_1" },
    },
    "body",
  ],
  [
    "another request id than the header's",
    { ...unauthorized, headers: { ...unauthorized.headers, "x-request-id": "req_2" } },
    "body",
  ],
  ["429 without Retry-After", { ...limited, headers }, "header Retry-After"],
  ["429 with two waits", { ...limited, headers: { ...headers, "retry-after": "8" } }, "body"],
];
test.each(broken)("reports %s", (_, response, where) => {
  expect(checkResponse(response).map((violation) => violation.where)).toContain(where);
});

test("an open check accepts unknown fields and values, as a client must", () => {
  const initialize = { method: "POST", path: "/payments/initialize", status: 401, headers: unauthorized.headers };
  const body = { code: "KEY_ASLEEP", error: "e", message: "m", requestId: "req_1", more: 1 };
  expect(checkResponse({ ...initialize, body }, { strictness: "open" }).map(({ where }) => where)).toEqual(["code"]);
});

const delivery = {
  headers: {
    "Content-Type": "application/json",
    "User-Agent": "PaymentSessions-Webhooks/1.0",
    "X-Service-Signature": `sha256=${"0".repeat(64)}`,
    "X-Service-Event": "transaction.status_changed",
    "X-Service-Delivery": "0b6f1f0e-6a3c-4b39-9f77-0f3c6a1d2e11",
    "X-Service-Attempt": "1",
  },
  body: {
    event: "transaction.status_changed",
    transaction_id: "pay_1",
    order_id: "1",
    status: "completed",
    amount: 1999,
    currency: "EUR",
    timestamp: "2026-05-04T09:31:00.000Z",
    metadata: { cart: 7, shop_id: "mrc_1", shop_name: "Shop" },
  },
};

test("accepts a delivery, with and without an attempt number", () => {
  expect(checkDelivery(delivery)).toEqual([]);
  const { "X-Service-Attempt": _, ...legacy } = delivery.headers;
  expect(checkDelivery({ ...delivery, headers: legacy })).toEqual([]);
});

test("reports a delivery without shop_id, with a version 1 id, of an unknown event", () => {
  expect(checkDelivery({ ...delivery, body: { ...delivery.body, metadata: { shop_name: "Shop" } } })).toHaveLength(1);
  const otherId = { ...delivery.headers, "X-Service-Delivery": "0b6f1f0e-6a3c-1b39-9f77-0f3c6a1d2e11" };
  expect(checkDelivery({ ...delivery, headers: otherId })[0]).toContain("X-Service-Delivery");
  expect(checkDelivery({ ...delivery, headers: { "X-Service-Event": "toString" } })[0]).toContain("no event");
});

test("a record names the produced responses, and the documented ones that are missing", () => {
  const recorder = createResponseRecorder();
  recorder.record(status);
  recorder.record(unauthorized);
  recorder.record({ ...status, method: "PUT", status: 405, body: otherMethod });
  expect(recorder.lines()).toEqual([
    "(no operation) 405 METHOD_NOT_ALLOWED",
    "getPaymentStatus 200",
    "getPaymentStatus 401 API_KEY_INVALID",
  ]);
  const missing = missingResponses(recorder.lines(), ["getLive 200"]);
  expect(missing).toHaveLength(documentedResponses().length - 4);
  expect(missing).toContain("getPaymentStatus 401 API_KEY_MISSING");
  expect(missing).not.toContain("getLive 200");
});
