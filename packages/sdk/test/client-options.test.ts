// Tests the client's options: environment, headers, hooks, changed copies; and which options it refuses
// immediately.
import http from "node:http";
import undici from "undici";
import { afterEach, expect, expectTypeOf, test, vi } from "vitest";
import { type InitializeParams, PaymentSessions, type PaymentSessionsOptions } from "../src/index.js";
import { apiKey, hostedSession, json, order, startFaultServer } from "./fault-server.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const startHealthyServer = () =>
  startFaultServer((response) => json(response, 200, { ...hostedSession, status: "pending" }));

test("C2: each call sets the options that keep a caching fetch from returning a stored response", async () => {
  const inits: RequestInit[] = [];
  const fetch = async (_: string, init: RequestInit) => {
    inits.push(init);
    return Response.json({ status: "pending" });
  };
  await new PaymentSessions({ apiKey, baseUrl: "https://pay.example.com", fetch }).sessions.status("pay_1");
  expect(inits[0]).toMatchObject({ cache: "no-store" });
});

test("C4: a foreign AbortController in the globals does not reach the platform's fetch", async () => {
  class ForeignController {
    signal = new EventTarget();
    abort() {}
  }
  const server = await startHealthyServer();
  vi.stubGlobal("AbortController", ForeignController);
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  expect(await payments.sessions.status("pay_1")).toMatchObject({ status: "pending" });
});

test("C9: a dispatcher of the newest undici is refused where the platform's fetch is older, and taken with its own fetch", () => {
  // Like undici 8, which does not support onError.
  const dispatcher = {
    dispatch(_: object, handler: { onResponseError?: (controller: null, error: Error) => void }) {
      if (handler.onResponseError === undefined) throw new Error("invalid onRequestStart method");
      handler.onResponseError(null, new Error("invalid request method"));
      return true;
    },
  };
  const baseUrl = "https://x.test";
  const isNewest = Number.parseInt(process.versions.undici ?? "", 10) >= 8;
  const make = () => new PaymentSessions({ apiKey, baseUrl, dispatcher });
  if (isNewest) expect(make).not.toThrow();
  else expect(make).toThrow("pass undici's own fetch as the option fetch");
  expect(() => new PaymentSessions({ apiKey, baseUrl, dispatcher, fetch })).not.toThrow();
});

test("C9: an http.Agent is refused at construction", () => {
  const make = () => new PaymentSessions({ apiKey, baseUrl: "https://x.test", dispatcher: new http.Agent() });
  expect(make).toThrow("dispatcher of undici");
});

test.each(["GET", "POST"])(
  "C11: an unsolicited 100 Continue is skipped by %s, and each call costs one request",
  async (method) => {
    const server = await startFaultServer((response) => {
      response.writeContinue();
      json(response, 200, { ...hostedSession, status: "pending" }, { "x-request-id": "req_7" });
    });
    const payments = new PaymentSessions({ apiKey, baseUrl: server.url, maxRetries: 0 });
    const call = () => (method === "GET" ? payments.sessions.status("pay_1") : payments.sessions.initialize(order));
    for (let count = 1; count <= 3; count += 1) {
      const { attempts, requestId } = await call().withResponse();
      expect([attempts.length, requestId, server.received.length]).toEqual([1, "req_7", count]);
    }
  },
);

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"status":"pending"}';
test.each([
  {
    sends: "two of them, the second with headers",
    pieces: [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Go\r\nx: y\r\n\r\n${ok}`],
  },
  { sends: "one without a reason", pieces: [`HTTP/1.1 100\r\n\r\n${ok}`] },
  { sends: "one byte at a time", pieces: [...`HTTP/1.1 100 Continue\r\n\r\n${ok}`] },
  {
    sends: "a 103 as well",
    pieces: [`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${ok}`],
  },
  {
    sends: "a body that holds the words",
    pieces: [
      "HTTP/1.1 100 Continue\r\n\r\n",
      ok.replace("pending", "HTTP/1.1 100 Continue").replace("length: 20", "length: 34"),
    ],
  },
])("C11: a response with $sends is read", async ({ pieces }) => {
  const server = await startFaultServer(({ socket }) => {
    const send = (rest: string[]): unknown =>
      socket?.write(rest[0] ?? "", () => rest.length > 1 && setImmediate(send, rest.slice(1)));
    send(pieces);
  });
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, maxRetries: 0 });
  for (const _ of ["first", "on the same connection"]) {
    expect((await payments.sessions.status("pay_1")).status).toMatch(/^pending$|^HTTP/);
  }
  expect(server.received).toHaveLength(2);
});

test("C11: with a dispatcher or a fetch of undici too, and other programs' requests are unchanged", async () => {
  const server = await startFaultServer((response) => {
    response.writeContinue();
    json(response, 200, { status: "pending" });
  });
  const baseUrl = server.url.replace("127.0.0.1", "localhost");
  const agent = new undici.Agent();
  // Undici's fetch and the global one differ in their type names only.
  for (const options of [{ dispatcher: agent }, { fetch: undici.fetch }]) {
    const payments = new PaymentSessions({ apiKey, baseUrl, maxRetries: 0, ...options });
    expect(await payments.sessions.status("pay_1")).toMatchObject({ status: "pending" });
  }
  await agent.close();
  await expect(fetch(server.url)).rejects.toMatchObject({ cause: { message: "bad response" } });
});

test("C11: after a 100 Continue too a call ends at its deadline, and the socket is closed", async () => {
  let closed = 0;
  const server = await startFaultServer((response, _, number) => {
    response.once("close", () => {
      closed += 1;
    });
    response.writeContinue();
    if (number === 1) response.writeHead(200).write('{"status": "pen');
  });
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  for (const _ of ["half a body", "no response"]) {
    const late = await payments.sessions.status("pay_1", { timeoutMs: 250, maxRetries: 0 }).safe();
    expect(late).toMatchObject({ ok: false, error: { kind: "timeout" } });
  }
  await vi.waitFor(() => expect(closed).toBe(2));
});

test("C13: a truncated 200 is retried like any lost response", async () => {
  const server = await startFaultServer((response, _, number) =>
    number === 1 ? response.writeHead(200).end('{"status": "pen') : json(response, 200, { status: "pending" }),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, random: () => 0 });
  expect(await payments.sessions.status("pay_1")).toMatchObject({ status: "pending" });
  expect(server.received).toHaveLength(2);
});

test("C14: no attempt goes out after the deadline, and the message gives the configured limit", async () => {
  for (let round = 0; round < 5; round += 1) {
    const server = await startFaultServer(() => undefined);
    const payments = new PaymentSessions({ apiKey, baseUrl: server.url, timeoutMs: 250, random: () => 0 });
    const result = await payments.sessions.initialize(order).safe();
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining("timeoutMs 250 ms") } });
    expect(server.received).toHaveLength(1);
  }
});

test("C23: unknown options are refused with the nearest right one", async () => {
  // Wrong on purpose.
  const options = { apiKey, baseUrl: "https://x.test", timeout: 5 } as PaymentSessionsOptions;
  expect(() => new PaymentSessions(options)).toThrow('Did you mean "timeoutMs"?');
  const payments = new PaymentSessions({ apiKey, baseUrl: "https://x.test" });
  // Wrong on purpose.
  await expect(payments.sessions.initialize(order, "key-1" as never)).rejects.toThrow("{ idempotencyKey }");
});

test.each([
  [{ hooks: { onReqest() {} } }, 'Did you mean "onRequest"?'],
  [{ hooks: { onRetry: "log" } }, 'hooks.onRetry must be a function, not "log"'],
  [{ appInfo: { nme: "shop" } }, 'Did you mean "name"?'],
  [{ clock: {} }, "clock.now must be a function, not undefined"],
  [{ clock: 5 }, "clock must be an object, not 5"],
  [{ logger: { warn() {} } }, "logger.debug must be a function"],
  [{ appInfo: { version: "2.1" } }, "appInfo.name must be a string, not undefined"],
  [{ fetch: "node-fetch" }, 'fetch must be a function, not "node-fetch"'],
  [{ random: 0.5 }, "random must be a function, not 0.5"],
])("C23: a wrong name or value of an option is refused: %j", (options, message) => {
  // Wrong on purpose.
  const make = () => new PaymentSessions({ apiKey, baseUrl: "https://x.test", ...(options as PaymentSessionsOptions) });
  expect(make).toThrow(message);
});

test("C23: a query and the options of a wait are checked by name", async () => {
  const { sessions } = new PaymentSessions({ apiKey, baseUrl: "https://x.test" });
  // Wrong on purpose; `object` hides the unknown field from the compiler.
  const query = { limt: 5 } as object;
  await expect(sessions.webhookHistory("pay_1", query)).rejects.toThrow('Did you mean "limit"?');
  // Wrong on purpose, as above.
  const options = { deadline: 5 } as object;
  await expect(sessions.waitForCompletion("pay_1", options)).rejects.toThrow('Did you mean "deadlineMs"?');
});

test("C23: a Headers object is accepted", async () => {
  const server = await startHealthyServer();
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  await payments.sessions.status("pay_1", { headers: new Headers({ traceparent: "00-1" }) });
  expect(server.received[0]?.headers.traceparent).toBe("00-1");
});

test("C24: key and address come from the environment", async () => {
  const server = await startHealthyServer();
  vi.stubEnv("PAYMENT_SESSIONS_API_KEY", apiKey);
  vi.stubEnv("PAYMENT_SESSIONS_BASE_URL", server.url);
  await new PaymentSessions().sessions.status("pay_1");
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

test("C24: hooks see each request, response and retry, and withOptions keeps client-wide headers", async () => {
  const seen: string[] = [];
  const server = await startFaultServer((response, _, number) =>
    json(response, number === 1 ? 503 : 200, { status: "pending" }),
  );
  const hooks = {
    onRequest: ({ operation, attempt }: { operation: string; attempt: number }) => seen.push(`${operation} ${attempt}`),
    onResponse: ({ status }: { status?: number }) => seen.push(`status ${status}`),
    onRetry: () => seen.push("retry"),
  };
  const first = new PaymentSessions({ apiKey, baseUrl: server.url, headers: { "x-shop": "tea" }, hooks });
  await first.withOptions({ random: () => 0 }).sessions.status("pay_1");
  expect(seen).toEqual(["sessions.status 1", "status 503", "retry", "sessions.status 2", "status 200"]);
  expect(server.received[1]?.headers["x-shop"]).toBe("tea");
});

test("C24: withOptions keeps options that an object inherits, as an instance of a configuration class does", async () => {
  vi.stubEnv("PAYMENT_SESSIONS_API_KEY", "ps_test_ofanotherstore12345");
  const server = await startFaultServer((response) => json(response, 200, { orderId: "1", status: "pending" }));
  class Settings {
    get apiKey() {
      return apiKey;
    }
    get baseUrl() {
      return server.url;
    }
  }
  const patient = new PaymentSessions(new Settings()).withOptions({ timeoutMs: 90_000 });
  await patient.sessions.status("pay_1");
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

test("C24: the webhook history is iterated page after page", async () => {
  const server = await startFaultServer((response, { url }) =>
    json(response, 200, url.includes("cursor=b") ? { deliveries: [2] } : { deliveries: [1], nextCursor: "b" }),
  );
  const ids: unknown[] = [];
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  for await (const delivery of payments.sessions.webhookDeliveries("pay_1")) ids.push(delivery);
  expect(ids).toEqual([1, 2]);
});

test("C24: a history that repeats a page ends the iteration with an error", async () => {
  const server = await startFaultServer((response) => json(response, 200, { deliveries: [1], nextCursor: "a" }));
  const ids: unknown[] = [];
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  const iterate = async () => {
    for await (const delivery of payments.sessions.webhookDeliveries("pay_1")) ids.push(delivery);
  };
  await expect(iterate()).rejects.toMatchObject({ kind: "response", code: "RESPONSE_UNEXPECTED" });
  expect(ids).toEqual([1]);
});

test("C24: a history without deliveries is an invalid response", async () => {
  const server = await startFaultServer((response) => json(response, 200, {}));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  await expect(payments.sessions.webhookHistory("pay_1")).rejects.toMatchObject({ code: "RESPONSE_UNEXPECTED" });
});

test("C30: a client without a key reads orders, and other calls name the missing key", async () => {
  const server = await startHealthyServer();
  const payments = new PaymentSessions({ apiKey: null, baseUrl: server.url });
  await payments.orders.get("wc_order_a1B2c3D4e5", { shopId: "mrc_1" });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ code: "API_KEY_REQUIRED" });
});

test("C31: a version check names this SDK by default", async () => {
  const server = await startHealthyServer();
  await new PaymentSessions({ apiKey, baseUrl: server.url }).service.check();
  expect(JSON.parse(server.received[0]?.body ?? "")).toMatchObject({ client: "@payment-sessions/sdk" });
});

test("C32: the key of an order is masked in the log and in errors", async () => {
  const lines: string[] = [];
  const log = (fields: object) => void lines.push(JSON.stringify(fields));
  const server = await startFaultServer((response, { url }) => json(response, 404, { message: `no ${url}` }));
  const logger = { debug: log, info: log, warn: log, error: log };
  const payments = new PaymentSessions({ apiKey: null, baseUrl: server.url, logger, logLevel: "debug" });
  const result = await payments.orders.get("wc_order_a1B2c3D4e5", { shopId: "mrc_1" }).safe();
  const params = { path: { order_key: "wc_order_a1B2c3D4e5" }, query: { shopId: "mrc_1" } };
  const raw = await payments.request("GET", "/orders/{order_key}", { params }).safe();
  expect(lines).not.toHaveLength(0);
  expect(lines.join() + JSON.stringify([result, raw])).not.toContain("a1B2c3D4e5");
});

test("metadata may be of an interface's type", () => {
  interface Cart {
    cartId: string;
  }
  const cart: Cart = { cartId: "c-77" };
  expectTypeOf({ ...order, metadata: cart }).toExtend<InitializeParams>();
});
