// Tests that the client leaves no listeners, sockets, memory or timers behind, and that it uses a configured
// proxy.
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Agent, ProxyAgent, fetch as undiciFetch } from "undici";
import { afterEach, expect, test, vi } from "vitest";
import { PaymentSessions } from "../src/index.js";
import { apiKey, hostedSession, json, order, startFaultServer } from "./fault-server.js";

afterEach(() => {
  vi.useRealTimers();
});

test("a thousand calls on one signal leave no listener on it", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let listening = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening -= 1;
    remove(...args);
  };
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const server = await startFaultServer((response) => json(response, 200, { status: "pending" }));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  for (let batch = 0; batch < 50; batch += 1) {
    await Promise.all(Array.from({ length: 20 }, () => payments.sessions.status("pay_1", { signal })));
  }
  process.off("warning", onWarning);
  expect(server.received).toHaveLength(1_000);
  expect(listening).toBe(0);
  expect(warnings).toEqual([]);
});

test("a thousand concurrent calls on one signal cause no leak warning", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const server = await startFaultServer((response) => json(response, 200, { status: "pending" }));
  const { signal } = new AbortController();
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  await Promise.all(Array.from({ length: 1_000 }, () => payments.sessions.status("pay_1", { signal })));
  // Warnings are emitted in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

test("thousands of failures reuse their sockets", async () => {
  const server = await startFaultServer((response) =>
    json(response, 404, { code: "PAYMENT_NOT_FOUND", filler: "x".repeat(5_000) }),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url });
  for (let batch = 0; batch < 100; batch += 1) {
    await Promise.all(Array.from({ length: 20 }, () => payments.sessions.status("pay_1").safe()));
  }
  expect(server.received).toHaveLength(2_000);
  expect(server.connections()).toBeLessThanOrEqual(40);
});

test("a call that ended leaves no timer", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const server = await startFaultServer((response, _, number) =>
    json(response, number % 2 ? 500 : 200, { status: "pending" }),
  );
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, random: () => 0 });
  for (let call = 0; call < 20; call += 1) await payments.sessions.status("pay_1");
  // The server's own keep-alive timers are counted too, but they are few: one for each connection.
  expect(timers() - before).toBeLessThanOrEqual(3);
});

test("faked timers do not delay a call that needs no pause", async () => {
  // Everything that the test runner fakes by default. Without queueMicrotask the platform itself cannot read
  // a Response to its end.
  vi.useFakeTimers();
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: "https://pay.example.com",
    fetch: async () => Response.json(hostedSession),
  });
  expect((await payments.sessions.initialize(order)).paymentId).toBe("pay_1");
  expect(vi.getTimerCount()).toBe(0);
});

test("with faked timers a call continues after its pauses when they are advanced", async () => {
  vi.useFakeTimers();
  let calls = 0;
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: "https://pay.example.com",
    fetch: async () => {
      calls += 1;
      return calls < 3
        ? new Response(null, { status: 503, headers: { "retry-after": "10" } })
        : Response.json(hostedSession);
    },
  });
  const session = payments.sessions.initialize(order);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(calls).toBe(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect((await session).paymentId).toBe("pay_1");
  expect(vi.getTimerCount()).toBe(0);
});

/** A proxy that supports only CONNECT, which https requires. */
async function startProxy() {
  const tunnels: string[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connect", (request, socket, head) => {
    tunnels.push(request.url ?? "");
    const { port, hostname } = new URL(`http://${request.url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return { url: `http://127.0.0.1:${port}`, tunnels, stop: () => server.close().closeAllConnections() };
}

test.each([
  ["the platform's fetch", undefined],
  ["the fetch of the same undici", undiciFetch],
])("calls go through a proxy agent from another undici, with %s", async (_, fetchOption) => {
  const proxy = await startProxy();
  const agent = new ProxyAgent(proxy.url);
  const server = await startFaultServer((response) => json(response, 200, hostedSession));
  const payments = new PaymentSessions({ apiKey, baseUrl: server.url, dispatcher: agent, fetch: fetchOption });
  expect((await payments.sessions.initialize(order)).paymentId).toBe("pay_1");
  expect(proxy.tunnels).toEqual([server.url.replace("http://", "")]);
  await agent.close();
  proxy.stop();
});

test("a dispatcher that cannot work is reported as an error with nothing sent", async () => {
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: "http://127.0.0.1:65535",
    dispatcher: new Agent({ connect: { timeout: 1 } }),
    maxRetries: 0,
  });
  await expect(payments.sessions.status("pay_1")).rejects.toMatchObject({ kind: "connection", outcome: "not_sent" });
});

test("a custom fetch receives a URL and an init, whatever realm it comes from", async () => {
  const seen: unknown[] = [];
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: "https://pay.example.com",
    fetch: async (url: string, init: RequestInit) => {
      seen.push(url, init.method, typeof init.body, init.redirect);
      return Response.json(hostedSession);
    },
  });
  await payments.sessions.initialize(order);
  expect(seen).toEqual(["https://pay.example.com/payments/initialize", "POST", "string", "manual"]);
});

test("a global fetch that is replaced later is used", async () => {
  const payments = new PaymentSessions({ apiKey, baseUrl: "https://pay.example.com" });
  const original = globalThis.fetch;
  globalThis.fetch = async () => Response.json({ orderId: "1", status: "scanning" });
  const { status } = await payments.sessions.status("pay_1").finally(() => {
    globalThis.fetch = original;
  });
  expect(status).toBe("scanning");
});
