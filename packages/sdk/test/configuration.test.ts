// Tests which settings and arguments the client refuses before it sends anything.
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { contract, type OperationContract } from "../../server-kit/src/http/generated/contract.js";
import manifest from "../package.json" with { type: "json" };
import { PaymentSessions, type PaymentSessionsOptions, UsageError, version } from "../src/index.js";
import { apiKey, hostedSession, json, order, startFaultServer } from "./fault-server.js";

const baseUrl = "https://pay.example.com";
const live = "ps_live_4fJ2kQ9xZr8Lw3Tn6Vb1Yc5Hd7Mg0PsA";
const legacy = "ps_legacy_4fJ2kQ9xZr8Lw3Tn6Vb1Yc5Hd7Mg0PsA";

afterEach(() => {
  vi.unstubAllGlobals();
});

const refusal = (options: Partial<Record<keyof PaymentSessionsOptions, unknown>>): UsageError => {
  try {
    // Wrong on purpose; the client must refuse it.
    new PaymentSessions({ apiKey, baseUrl, ...options } as PaymentSessionsOptions);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

test.each([
  ["shop9test_live_", "live"],
  ["test_live_", "live"],
  ["live_test_", "test"],
] as const)("the last word of a key's prefix tells its environment: %s", (prefix, environment) => {
  const key = `${prefix}4fJ2kQ9xZr8Lw3Tn6Vb1Yc5Hd7Mg0PsA`;
  const other = environment === "live" ? "test" : "live";
  expect(new PaymentSessions({ apiKey: key, baseUrl, environment })).toBeInstanceOf(PaymentSessions);
  expect(refusal({ apiKey: key, environment: other }).code).toBe("KEY_ENVIRONMENT_MISMATCH");
});

test.each([
  ["a missing key", { apiKey: undefined }, "INVALID_API_KEY"],
  ["an empty key", { apiKey: "" }, "INVALID_API_KEY"],
  ["a key with a line end", { apiKey: `${apiKey}\n` }, "INVALID_API_KEY"],
  ["a key with its scheme", { apiKey: `Bearer ${apiKey}` }, "INVALID_API_KEY"],
  ["a key that is no text", { apiKey: 7 }, "INVALID_API_KEY"],
  ["a test key in live mode", { environment: "live" }, "KEY_ENVIRONMENT_MISMATCH"],
  ["a live key in test mode", { apiKey: live, environment: "test" }, "KEY_ENVIRONMENT_MISMATCH"],
  ["a key of no known form in live mode", { apiKey: "0123456789", environment: "live" }, "KEY_ENVIRONMENT_MISMATCH"],
  ["an environment that does not exist", { environment: "staging" }, "INVALID_OPTION"],
  ["a missing address", { baseUrl: undefined }, "INVALID_BASE_URL"],
  ["a relative address", { baseUrl: "/payments" }, "INVALID_BASE_URL"],
  ["plain http", { baseUrl: "http://pay.example.com" }, "INVALID_BASE_URL"],
  ["http to a name that only starts like loopback", { baseUrl: "http://127.0.0.1.example.com" }, "INVALID_BASE_URL"],
  ["http to a private network", { baseUrl: "http://10.0.0.1" }, "INVALID_BASE_URL"],
  ["another scheme", { baseUrl: "ftp://pay.example.com" }, "INVALID_BASE_URL"],
  ["an address with a password", { baseUrl: "https://a:b@pay.example.com" }, "INVALID_BASE_URL"],
  ["an address with a query", { baseUrl: "https://pay.example.com/?x=1" }, "INVALID_BASE_URL"],
  ["a timeout of zero", { timeoutMs: 0 }, "INVALID_OPTION"],
  ["an endless timeout", { timeoutMs: Number.POSITIVE_INFINITY }, "INVALID_OPTION"],
  ["a timeout that is no number", { attemptTimeoutMs: "10" }, "INVALID_OPTION"],
  ["a negative number of retries", { maxRetries: -1 }, "INVALID_OPTION"],
  ["half a retry", { maxRetries: 1.5 }, "INVALID_OPTION"],
  ["a log level that does not exist", { logLevel: "verbose" }, "INVALID_OPTION"],
  ["a log level that every object has as a field", { logLevel: "constructor" }, "INVALID_OPTION"],
  ["an application name with a line end", { appInfo: { name: "shop\r\nx-evil: 1" } }, "INVALID_OPTION"],
])("refuses %s", (_, options, code) => {
  expect(refusal(options)).toMatchObject({ name: "UsageError", code, outcome: "not_sent" });
});

test.each([
  [{ environment: "test" as const }],
  [{ apiKey: live, environment: "live" as const }],
  [{ apiKey: legacy, environment: "live" as const }],
  [{ apiKey: legacy, environment: "test" as const }],
  [{ apiKey: "fox_live_abc123" }],
  [{ baseUrl: "http://localhost:3000" }],
  [{ baseUrl: "http://127.8.9.1:3000/prefix/" }],
  [{ baseUrl: "http://[::1]:3000" }],
  [{ baseUrl: new URL("https://pay.example.com/a") }],
])("accepts %j", (options) => {
  expect(new PaymentSessions({ apiKey, baseUrl, ...options })).toBeInstanceOf(PaymentSessions);
});

test("refuses to start in a browser", () => {
  vi.stubGlobal("window", { document: {} });
  expect(refusal({})).toMatchObject({ code: "BROWSER_REFUSED" });
  expect(new PaymentSessions({ apiKey, baseUrl, allowBrowser: true })).toBeInstanceOf(PaymentSessions);
});

test("refuses to start in a worker of a page", () => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
  vi.stubGlobal("importScripts", () => undefined);
  expect(refusal({})).toMatchObject({ code: "BROWSER_REFUSED" });
});

test("starts in a server's worker that has importScripts", () => {
  vi.stubGlobal("importScripts", () => undefined);
  expect(new PaymentSessions({ apiKey, baseUrl })).toBeInstanceOf(PaymentSessions);
});

test.each([
  "..",
  ".",
  "",
  "a/b",
  "../orders",
  "%2e%2e",
  "a?x=1",
  "a#b",
  "a b",
  "a\n",
  "a\\b",
  "x".repeat(300),
  7,
  null,
  undefined,
  {},
])("refuses %j as a payment id, sending nothing", async (id) => {
  const server = await startFaultServer((response) => json(response, 200, {}));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  // Wrong on purpose; the client must refuse it.
  const paymentId = id as string;
  for (const call of [
    payments.sessions.status(paymentId),
    payments.sessions.bankDetails(paymentId, { orderId: "1" }),
    payments.sessions.webhookHistory(paymentId),
    payments.sandbox.send(paymentId, "provider_success"),
    payments.orders.get(paymentId, { shopId: "mrc_1" }),
    payments.request("GET", "/payments/{paymentId}/status", { params: { path: { paymentId } } }),
  ]) {
    await expect(call).rejects.toMatchObject({ kind: "usage", code: "INVALID_ID", outcome: "not_sent" });
  }
  expect(server.received).toHaveLength(0);
});

test.each([19.99, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, "1999", null, undefined, 1999n])(
  "refuses %s as an amount, sending nothing",
  async (amount) => {
    const server = await startFaultServer((response) => json(response, 200, hostedSession));
    const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
    // Wrong on purpose; the client must refuse it.
    const amountCents = amount as number;
    await expect(payments.sessions.initialize({ ...order, amountCents })).rejects.toMatchObject({
      code: "INVALID_AMOUNT",
    });
    await expect(
      payments.request("POST", "/payments/initialize", { body: { ...order, amountCents } }),
    ).rejects.toMatchObject({ code: "INVALID_AMOUNT" });
    expect(server.received).toHaveLength(0);
  },
);

test.each(["Authorization", "idempotency-key", "HOST", "content-length"])(
  "refuses %s as a header of a call",
  async (name) => {
    const payments = new PaymentSessions({ apiKey, baseUrl });
    await expect(payments.sessions.status("pay_1", { headers: { [name]: "x" } })).rejects.toMatchObject({
      code: "INVALID_HEADER",
    });
  },
);

test.each(["", "a b", "é", "x".repeat(256), "a\n"])("refuses %j as an idempotency key", async (idempotencyKey) => {
  const payments = new PaymentSessions({ apiKey, baseUrl });
  await expect(payments.sessions.initialize(order, { idempotencyKey })).rejects.toMatchObject({
    code: "INVALID_IDEMPOTENCY_KEY",
  });
});

test("a header of a single call is sent", async () => {
  const server = await startFaultServer((response) => json(response, 200, { status: "pending" }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, appInfo: { name: "my-shop", version: "2.1" } });
  await payments.sessions.status("pay_1", { headers: { traceparent: "00-1-2-03" } });
  expect(server.received[0]?.headers).toMatchObject({
    traceparent: "00-1-2-03",
    accept: "application/json",
    "user-agent": expect.stringMatching(/^payment-sessions-sdk\/0\.1\.0 \(Node\.js\/[\d.]+\) my-shop\/2\.1$/),
  });
});

test("header values that are no text are sent as text and masked, and null counts as not set", async () => {
  const server = await startFaultServer((response, { headers }) =>
    json(response, 400, { message: headers["x-token"] }),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  // As Node's own headers have them: numbers, lists, and null by mistake.
  const headers: unknown = { "x-token": [12345678, "secret-value"], "x-count": 5, "x-none": null };
  const error = await payments.sessions
    .status("pay_1", { headers: headers as never })
    .catch((thrown: unknown) => thrown);
  expect(server.received[0]?.headers).toMatchObject({ "x-token": "12345678,secret-value", "x-count": "5" });
  expect(server.received[0]?.headers).not.toHaveProperty("x-none");
  expect(inspect(error)).not.toMatch(/secret-value|12345678/);
});

test("a live key is refused for sandbox calls", async () => {
  const server = await startFaultServer((response) => json(response, 200, {}));
  const payments = new PaymentSessions({ apiKey: live, baseUrl: server.url });
  await expect(payments.sandbox.send("pay_1", "provider_success")).rejects.toMatchObject({ code: "TEST_KEY_REQUIRED" });
  expect(server.received).toHaveLength(0);
});

test("routes without a key do not get one", async () => {
  const server = await startFaultServer((response) => json(response, 200, { success: true }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  await payments.service.health();
  await payments.service.version();
  await payments.service.check({ client: "my-shop", clientVersion: "1.0.0" });
  await payments.orders.get("wc_order_a1B2c3D4e5", { shopId: "mrc_1" });
  await payments.request("GET", "/live");
  expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /health",
    "GET /version",
    "POST /version/check",
    "GET /orders/wc_order_a1B2c3D4e5?shopId=mrc_1",
    "GET /live",
  ]);
  for (const { headers } of server.received) expect(headers.authorization).toBeUndefined();
});

test("by its path, exactly the routes that need a key get it", async () => {
  const withKey: string[] = [];
  const fetch = async (url: string, { headers }: RequestInit) => {
    if (new Headers(headers).has("authorization")) withKey.push(url);
    return Response.json({});
  };
  const payments = new PaymentSessions({ apiKey, baseUrl, fetch });
  const operations: OperationContract[] = Object.values(contract);
  for (const { method, path, pathParams } of operations) {
    const names = Object.keys(Object(pathParams?.properties));
    const params = { path: Object.fromEntries(names.map((name) => [name, `x${name}x`])) };
    const init = { params, body: method === "POST" ? order : undefined };
    // Every route of the contract, whatever its parameters.
    await payments.request(method as "GET", path as "/health", init as never).safe();
  }
  const needKey = operations.filter(({ security }) => security.length > 0);
  expect(withKey).toEqual(needKey.map(({ path }) => baseUrl + path.replace(/[{}]/g, "x")));
});

test.each([
  "/payments/../orders",
  "payments",
  "//evil.example",
  "/a?b=1",
  "/a#b",
  "https://evil.example",
  "/a\\b",
  "/./x",
])("refuses %s as a path", async (path) => {
  const payments = new PaymentSessions({ apiKey, baseUrl });
  // Wrong on purpose; the client must refuse it.
  await expect(payments.request("GET", path as "/health")).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
});

const wrongArguments: [string, (payments: PaymentSessions) => unknown, string][] = [
  // Wrong on purpose, as untyped code may call them.
  ["waitForCompletion(id, null)", ({ sessions }) => sessions.waitForCompletion("pay_1", null as never), "not null"],
  ["waitForCompletion(id, 5000)", ({ sessions }) => sessions.waitForCompletion("pay_1", 5000 as never), "not 5000"],
  [
    "waitForCompletion(id, { onUpdate: text })",
    ({ sessions }) => sessions.waitForCompletion("pay_1", { onUpdate: "log" as never }),
    'onUpdate must be a function, not "log"',
  ],
  ["watch(id, a function)", ({ sessions }) => sessions.watch("pay_1", (() => 0) as never).next(), "not a function"],
  ["webhookHistory(id, null)", ({ sessions }) => sessions.webhookHistory("pay_1", null as never), "not null"],
  ["webhookHistory(id, a cursor)", ({ sessions }) => sessions.webhookHistory("pay_1", "c_1" as never), 'not "c_1"'],
  ["webhookHistory(id, a list)", ({ sessions }) => sessions.webhookHistory("pay_1", [] as never), "not an array"],
  [
    "webhookDeliveries(id, null)",
    ({ sessions }) => sessions.webhookDeliveries("pay_1", null as never).next(),
    "not null",
  ],
  [
    "webhookDeliveries(id, { cursor })",
    ({ sessions }) => sessions.webhookDeliveries("pay_1", { cursor: "c_1" } as never).next(),
    '"cursor"',
  ],
  ["request(…, null)", (payments) => payments.request("GET", "/health", null as never), "not null"],
  ["request(…, 5000)", (payments) => payments.request("GET", "/health", 5000 as never), "not 5000"],
  ["request(null, …)", (payments) => payments.request(null as never, "/health"), "not null"],
  [
    "request(…, { params: null })",
    (payments) => payments.request("GET", "/health", { params: null } as never),
    "not null",
  ],
  [
    "request(…, { params: { id } })",
    (payments) => payments.request("GET", "/health", { params: { id: 1 } } as never),
    '"id"',
  ],
  [
    "request(…, { params: { query: text } })",
    (payments) => payments.request("GET", "/health", { params: { query: "a=1" } } as never),
    '"a=1"',
  ],
];

test.each(wrongArguments)("%s is refused as any other wrong argument", async (_title, call, named) => {
  const server = await startFaultServer((response) => json(response, 200, { deliveries: [], status: "completed" }));
  const made = call(new PaymentSessions({ apiKey, baseUrl: server.url }));
  const error: unknown = await Promise.resolve(made).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "usage", outcome: "not_sent" });
  expect(String(error)).toContain(named);
  expect(server.received).toEqual([]);
});

test.each([null, 5, "ps_test_1234567890"])("withOptions(%j) is refused", (changes) => {
  // Wrong on purpose.
  expect(() => new PaymentSessions({ apiKey, baseUrl }).withOptions(changes as never)).toThrow("must be an object");
});

test("a session that is created by its route is checked by the same rules", async () => {
  const server = await startFaultServer((response, _, number) =>
    json(response, 200, number === 1 ? hostedSession : { success: true }),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  const session = await payments.request("post", "/payments/initialize", { body: order });
  expect(session.paymentId).toBe("pay_1");
  expect(server.received[0]?.headers["idempotency-key"]).toBeDefined();
  await expect(payments.request("POST", "/payments/initialize", { body: order })).rejects.toMatchObject({
    code: "HANDOFF_MISSING",
  });
});

test("the stack of a failed call contains the line that made it", async () => {
  const payments = new PaymentSessions({ apiKey, baseUrl });
  const error = await payments.sessions.status("..").catch((thrown: unknown) => thrown);
  // The client throws Errors only.
  expect((error as Error).stack).toContain("configuration.test.ts");
});

test("the version sent to the service is the package's", () => {
  expect(version).toBe(manifest.version);
});
