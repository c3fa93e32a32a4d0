// Tests timeouts and the connection limit of the server that listen() opens.
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createPaymentService, type PaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { portOf } from "../listen.js";
import { freshStorage } from "../storages.js";

let service: PaymentService;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.stop();
});

async function openPort(options: Partial<PaymentServiceOptions> = {}): Promise<number> {
  service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: freshStorage(),
    ...options,
  });
  return portOf(await service.listen(0));
}

/** Resolves to the bytes received until the server closed the connection. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    sockets.push(socket);
    socket.on("data", (chunk) => {
      received += String(chunk);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

test("O22: a request whose body does not arrive is ended with 408", async () => {
  const port = await openPort({ listenOptions: { requestTimeoutMs: 200 } });
  const halfSent =
    "POST /version/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{";
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(port, halfSent)));
  expect(responses).toHaveLength(20);
  for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 408/);
});

test("O22: connections above the limit are closed, and the others continue", async () => {
  const port = await openPort({ listenOptions: { maxConnections: 1 } });
  const first = connect(port, "127.0.0.1");
  sockets.push(first);
  await new Promise((resolve) => first.once("connect", resolve));
  expect(await send(port, "GET /live HTTP/1.1\r\nHost: x\r\n\r\n")).toBe("");
  const response = new Promise((resolve) => first.once("data", (chunk) => resolve(String(chunk))));
  first.write("GET /live HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await response).toMatch(/^HTTP\/1\.1 200/);
});

test("O23: an idle connection is kept for longer than a balancer keeps it", async () => {
  const port = await openPort();
  expect((await fetch(`http://127.0.0.1:${port}/live`)).headers.get("keep-alive")).toBe("timeout=65");
});

test.each([
  [
    { keepAliveTimeoutMs: 0 },
    /listenOptions\.keepAliveTimeoutMs must be a whole number above 0, 2147483647 at most; got 0/,
  ],
  [{ headersTimeoutMs: 60_000 }, /listenOptions\.headersTimeoutMs must be at most requestTimeoutMs, 30000; got 60000/],
  [{ keepalive: 1 }, /listenOptions\.keepalive is unknown/],
])("O23: refuses the listen options %j", async (listenOptions, message) => {
  await openPort();
  // Wrong on purpose, as untyped code may pass it.
  expect(() =>
    createPaymentService({
      baseUrl: "http://127.0.0.1",
      storage: freshStorage(),
      listenOptions: listenOptions as never,
    }),
  ).toThrow(message);
});
