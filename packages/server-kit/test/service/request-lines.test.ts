// Tests the log line of each request: it identifies the request and contains nothing of its body.
import { afterEach, expect, test } from "vitest";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { urlOf } from "../listen.js";
import { freshStorage } from "../storages.js";

let service: PaymentService;
afterEach(() => service.stop());

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

async function openService() {
  const lines: Record<string, unknown>[] = [];
  const info = (fields: object, text: string) => void (text === "request" && lines.push({ ...fields }));
  service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: freshStorage(),
    logger: { debug() {}, info, warn() {}, error() {} },
    rateLimits: { failedApiKeys: { max: 1, windowSeconds: 60 } },
  });
  const url = urlOf(await service.listen(0));
  const store = await service.stores.create({
    merchantId: "m_1",
    name: "Shop",
    webhookUrl: "https://example.com/hook",
  });
  const { secret } = await service.apiKeys.issue({ merchantId: "m_1", environment: "test" });
  const call = async (path: string, init: RequestInit & { key?: string } = {}) => {
    const { key, ...rest } = init;
    const headers = { ...rest.headers, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) };
    const response = await fetch(url + path, { ...rest, headers });
    await response.arrayBuffer();
    return { status: response.status, requestId: response.headers.get("x-request-id"), line: lines.at(-1) };
  };
  return { lines, call, secret, store };
}

test("O16: each request has one line at info, refused ones included, with route template and status", async () => {
  const { lines, call, secret } = await openService();
  const json = { "Content-Type": "application/json" };
  const calls: [string, RequestInit & { key?: string }, object][] = [
    ["/live", {}, { method: "GET", route: "/live", status: 200 }],
    [
      "/payments/pay_x/status?q=secret",
      { key: secret },
      { route: "/payments/{paymentId}/status", status: 404, merchantId: "m_1" },
    ],
    ["/payments/pay_x/status", {}, { route: "/payments/{paymentId}/status", status: 401, merchantId: undefined }],
    [
      "/payments/pay_x/status",
      { method: "DELETE" },
      { method: "DELETE", route: "/payments/{paymentId}/status", status: 405 },
    ],
    [
      "/payments/initialize",
      { method: "POST", key: secret, body: "{}", headers: json },
      { route: "/payments/initialize", status: 422, merchantId: "m_1" },
    ],
    ["/payments/pay_x/status", { key: "wrong" }, { status: 401 }],
    ["/payments/pay_x/status", { key: "wrong" }, { route: "/payments/{paymentId}/status", status: 429 }],
    ["/nothing/here", {}, { route: undefined, status: 404 }],
    ["/checkout/pay_secret", {}, { route: expect.stringContaining("{") }],
    ["/panel/sign-in", {}, { route: "/panel/sign-in", status: 200 }],
  ];
  for (const [index, [path, init, expected]] of calls.entries()) {
    const { status, requestId, line } = await call(path, init);
    expect([path, line]).toEqual([path, expect.objectContaining({ ...expected, status, requestId })]);
    expect(line?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(line?.durationMs).toBeGreaterThanOrEqual(0);
    expect(lines).toHaveLength(index + 1);
  }
  const log = JSON.stringify(lines);
  for (const absent of ["secret", "pay_x", "here", "wrong"])
    expect([absent, log.includes(absent)]).toEqual([absent, false]);
});

test("O16: the trace id is a valid traceparent's, and a new one for any other", async () => {
  const { call } = await openService();
  const cases: [string, boolean][] = [
    [`00-${traceId}-00f067aa0ba902b7-01`, true],
    [`cc-${traceId}-00f067aa0ba902b7-01-more`, true],
    [`00-${traceId}-00f067aa0ba902b7-01-more`, false],
    [`ff-${traceId}-00f067aa0ba902b7-01`, false],
    [`00-${traceId}-0000000000000000-01`, false],
    [`00-${"0".repeat(32)}-00f067aa0ba902b7-01`, false],
    [`00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`, false],
    ["x", false],
  ];
  for (const [traceparent, isTaken] of cases) {
    const { line } = await call("/live", { headers: { traceparent } });
    expect([traceparent, line?.traceId === traceId]).toEqual([traceparent, isTaken]);
    expect(line?.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  }
});

test("O16: a request id that is an API key or an IBAN is replaced", async () => {
  const { call, secret } = await openService();
  const given = async (id: string) => (await call("/live", { headers: { "X-Request-Id": id } })).line?.requestId;
  expect(await given("order-7.retry_2")).toBe("order-7.retry_2");
  expect(await given(secret)).toMatch(/^req_/);
  expect(await given("DE89370400440532013000")).toMatch(/^req_/);
});
