// Tests the client with what runtimes, test environments and other libraries pass instead of the platform's own objects.
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { PaymentSessions, type PaymentSessionsOptions } from "../src/index.js";
import { apiKey, hostedSession, order } from "./fault-server.js";

afterEach(() => vi.unstubAllGlobals());

const client = (options: PaymentSessionsOptions) =>
  new PaymentSessions({ apiKey, baseUrl: "https://pay.example.com", random: () => 0, ...options });

/** Wrong on purpose: a fetch whose result is no Response. */
const returning = (result: unknown) => client({ fetch: async () => result as Response });

const pending = { orderId: "1", status: "pending" };

test.each([
  ["undefined", undefined],
  ["null", null],
  ["an empty object", {}],
  ["a plain object with json, as in many tests", { ok: true, status: 200, json: async () => pending }],
  ["an object whose headers are plain", { ok: true, status: 200, headers: {}, text: async () => "{}" }],
])("a fetch that returns %s gives an error at once, not a call without an end", async (_title, result) => {
  const ended = await returning(result).sessions.status("pay_1").safe();
  expect(ended).toMatchObject({ ok: false, error: { kind: "connection", outcome: "unknown" } });
  if (ended.ok) return;
  expect(ended.error.message).toContain("fetch returned no Response");
});

const headers = new Headers();
test.each([
  ["text alone", { ok: true, status: 200, headers, text: async () => JSON.stringify(pending) }],
  ["json alone", { ok: true, status: 200, headers, json: async () => pending }],
  ["a status without ok", { status: 200, headers, json: async () => pending }],
  ["headers that can only be asked", { status: 200, headers: { get: () => null }, json: async () => pending }],
  ["a frozen Response", Object.freeze(Response.json(pending))],
])("a response with %s is read", async (_title, response) => {
  expect(await returning(response).sessions.status("pay_1")).toEqual(pending);
});

test.each([
  ["a status without ok", { status: 401, headers }],
  ["headers that can only be asked", { ok: false, status: 401, headers: { get: () => null } }],
])("an error response with %s is an error of the service", async (_title, response) => {
  const text = async () => JSON.stringify({ code: "INVALID_API_KEY", message: "unknown key" });
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const fetch = async () => ({ ...response, text });
  const call = client({ fetch, logger, logLevel: "debug" }).sessions.status("pay_1");
  await expect(call).rejects.toMatchObject({ kind: "service", status: 401, outcome: "rejected" });
});

const rejection = { code: "IDEMPOTENCY_KEY_REUSED", message: "another body" };
const rejected = () => Response.json(rejection, { status: 422, headers: { "x-request-id": "req_1" } });

test.each<[string, () => Promise<unknown>]>([
  ["as ky does", async () => Object.assign(new Error("422"), { name: "HTTPError", response: rejected() })],
  [
    "after it read the body, as $fetch does",
    async () => {
      const response = rejected();
      const data: unknown = await response.json();
      return Object.assign(new Error("422"), { name: "FetchError", response, data });
    },
  ],
  [
    "after it read the body as text",
    async () => {
      const response = rejected();
      return Object.assign(new Error("422"), { response, data: await response.text() });
    },
  ],
  ["by throwing the response itself", async () => rejected()],
])("a fetch that throws on an error status gives the service's error: %s", async (_title, create) => {
  const fetch = vi.fn(async () => {
    throw await create();
  });
  const result = await client({ fetch }).sessions.initialize(order).safe();
  expect(fetch).toHaveBeenCalledOnce();
  expect(result).toMatchObject({
    ok: false,
    error: {
      kind: "service",
      status: 422,
      outcome: "rejected",
      retryable: false,
      requestId: "req_1",
      ...{ code: rejection.code },
    },
  });
});

test("a thrown response that says when to retry is retried", async () => {
  const busy = () => new Response(null, { status: 503, headers: { "retry-after": "0" } });
  const fetch = vi
    .fn(async () => Response.json(pending))
    .mockRejectedValueOnce(Object.assign(new Error("503"), { response: busy() }));
  expect(await client({ fetch }).sessions.status("pay_1")).toEqual(pending);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("an error that merely has a field named response is a failed connection", async () => {
  const fetch = async () => {
    throw Object.assign(new Error("offline"), { response: { status: "none" } });
  };
  await expect(client({ fetch, maxRetries: 0 }).sessions.status("pay_1")).rejects.toMatchObject({ kind: "connection" });
});

test("a logger that rejects or throws fails neither the call nor the process", async () => {
  const onUnhandled = vi.fn();
  process.on("unhandledRejection", onUnhandled);
  const rejecting = async () => {
    throw new Error("the log is full");
  };
  for (const log of [rejecting, throwing]) {
    const logger = { debug: log, info: log, warn: log, error: log };
    expect(
      await client({ fetch: async () => Response.json(pending), logger, logLevel: "debug" }).sessions.status("pay_1"),
    ).toEqual(pending);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", onUnhandled);
  expect(onUnhandled).not.toHaveBeenCalled();
});

test.each([
  ["an object without a prototype", () => Object.create(null) as unknown],
  ["an error whose fields throw", () => Object.defineProperty(new Error(), "code", { get: throwing })],
  ["a symbol", () => Symbol("x")],
])("a fetch that throws %s gives an error of the SDK", async (_title, thrown) => {
  const fetch = async () => {
    throw thrown();
  };
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const payments = client({ fetch, maxRetries: 0, logger, logLevel: "debug" });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ kind: "connection", outcome: "unknown" });
});

const throwing = () => {
  throw new Error("must not be read");
};

test("a clock that throws ends the call with an error and its idempotency key", async () => {
  const now = vi.fn(() => Date.now()).mockImplementation(throwing);
  const payments = client({ fetch: async () => new Response(null, { status: 503 }), clock: { now } });
  const call = payments.sessions.initialize(order, { idempotencyKey: "order-1" });
  await expect(call).rejects.toMatchObject({ outcome: "unknown", idempotencyKey: "order-1" });
});

test("a URL of another realm is a base URL", async () => {
  const seen: string[] = [];
  const fetch = async (url: string) => {
    seen.push(url);
    return Response.json(pending);
  };
  const foreign = { href: "https://pay.example.com/prefix/" };
  // It has all that a URL shows.
  await client({ baseUrl: foreign as URL, fetch }).sessions.status("pay_1");
  expect(seen).toEqual(["https://pay.example.com/prefix/payments/pay_1/status"]);
});

test.each([
  ["without randomUUID, as in jsdom", { getRandomValues: () => undefined }],
  ["absent", undefined],
])("initialize has an idempotency key where crypto is %s", async (_title, crypto) => {
  vi.stubGlobal("crypto", crypto);
  const call = client({ fetch: async () => Response.json(hostedSession) }).sessions.initialize(order);
  expect((await call.withResponse()).idempotencyKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
});

test("initialize says what to pass where nothing makes a random id", async () => {
  vi.stubGlobal("crypto", undefined);
  // With all else that a process has: other parts of this one run meanwhile.
  vi.stubGlobal("process", Object.create(process, { getBuiltinModule: { value: undefined } }));
  const call = client({ fetch: async () => Response.json(hostedSession) }).sessions.initialize(order);
  await expect(call).rejects.toMatchObject({ code: "INVALID_IDEMPOTENCY_KEY", outcome: "not_sent" });
  await expect(call).rejects.toThrow("pass idempotencyKey");
});

test("a signal of another library, which calls its listeners without this, ends the call", async () => {
  const callbacks: (() => void)[] = [];
  const signal = {
    aborted: false,
    addEventListener: (_: string, callback: () => void) => callbacks.push(callback),
    removeEventListener: () => undefined,
  };
  const payments = client({ fetch: () => new Promise<Response>(() => undefined), timeoutMs: 2_000 });
  // The client uses nothing else of a signal.
  const call = payments.sessions.status("pay_1", { signal: signal as never });
  await vi.waitFor(() => expect(callbacks).toHaveLength(1));
  for (const callback of callbacks) callback();
  await expect(call).rejects.toMatchObject({ kind: "aborted" });
});

test("hooks are called as methods of their object", async () => {
  class Counter {
    #seen: string[] = [];
    onRequest() {
      this.#seen.push("request");
    }
    onResponse() {
      this.#seen.push("response");
    }
    list() {
      return this.#seen;
    }
  }
  const hooks = new Counter();
  await client({ hooks, fetch: async () => Response.json(pending) }).sessions.status("pay_1");
  expect(hooks.list()).toEqual(["request", "response"]);
});

async function portOf(server: ReturnType<typeof createTcpServer> | ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port; // a TCP server's address is an object
}

test.each([
  ["a server without TLS", () => createServer((_, response) => response.end("{}"))],
  [
    "a server that closes during the handshake",
    () => createTcpServer((socket) => socket.once("data", () => socket.destroy())),
  ],
])("https to %s means that nothing was sent", async (_title, create) => {
  const server = create();
  const payments = client({ baseUrl: `https://127.0.0.1:${await portOf(server)}`, maxRetries: 0 });
  await expect(payments.sessions.initialize(order)).rejects.toMatchObject({ kind: "connection", outcome: "not_sent" });
  server.close();
});

const timedOut = Object.assign(new Error("connect ETIMEDOUT"), { code: "ETIMEDOUT", syscall: "connect" });
const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
test.each([
  ["a connection that timed out", timedOut, "not_sent"],
  ["each address of a name failed", new AggregateError([timedOut, { code: "ECONNREFUSED" }]), "not_sent"],
  ["one of them may have been reached", new AggregateError([timedOut, reset]), "unknown"],
  ["a proxy refused the tunnel", new Error("Proxy response (407) !== 200 when HTTP Tunneling"), "not_sent"],
  ["a reset", reset, "unknown"],
])("the outcome of a call is known when %s", async (_title, cause, outcome) => {
  const fetch = async () => {
    throw new TypeError("fetch failed", { cause });
  };
  await expect(client({ fetch, maxRetries: 0 }).sessions.initialize(order)).rejects.toMatchObject({ outcome });
});
