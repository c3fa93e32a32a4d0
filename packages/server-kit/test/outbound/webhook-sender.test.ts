// Endpoints with every kind of behaviour: one send ends in time with its outcome, and the process continues.

import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { SendOutcome } from "../../src/domain/delivery-outcome.js";
import { openWebhookConnections } from "../../src/outbound/webhook-connections.js";
import { createWebhookSender, type WebhookSender } from "../../src/outbound/webhook-sender.js";
import { listen } from "../listen.js";
import { closeAfterTest } from "../loopback.js";
import { closed, type Receiver, startReceiver } from "./receiver.js";
import { selfSigned } from "./self-signed.js";

function openSender(options: Partial<Parameters<typeof createWebhookSender>[0]> = {}): WebhookSender {
  const sender = createWebhookSender({ allowHttp: true, allowPrivateNetwork: true, ...options });
  closeAfterTest(() => sender.close());
  return sender;
}

async function receive(handle: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(handle);
  closeAfterTest(receiver.close);
  return receiver;
}

const body = new TextEncoder().encode('{"name":"Zoë"}');
const request = (url: string, timeoutMs = 5000) => ({
  url,
  body,
  timeoutMs,
  headers: { "Content-Type": "application/json", "X-Service-Event": "e" },
});
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("sends the bytes and headers as they are, to path and query, and reads the response", async () => {
  const receiver = await receive((socket) => socket.write(ok));
  const outcome = await openSender().send(request(receiver.url));
  expect(outcome).toMatchObject({ kind: "responded", httpStatus: 200, excerpt: "ok", isTruncated: false });
  expect(outcome).toMatchObject({ headers: "content-length: 2" });
  const [sent = ""] = receiver.received;
  expect(sent).toMatch(/^POST \/hook\?shop=1 HTTP\/1\.1\r\n/);
  expect(sent).toMatch(new RegExp(`host: 127\\.0\\.0\\.1:${receiver.port}\r\n`, "i"));
  expect(sent).toMatch(/content-type: application\/json\r\n/i);
  expect(Buffer.from(sent, "latin1").subarray(-body.length).equals(body)).toBe(true);
});

/** The behaviour of the endpoint, and the expected outcome. */
const endpointBehaviours: [string, (socket: Socket) => void, Partial<SendOutcome> & Record<string, unknown>][] = [
  ["resets before a response", (socket) => socket.resetAndDestroy(), { kind: "failed", reason: "network" }],
  ["closes without a response", (socket) => socket.end(), { kind: "failed", reason: "network" }],
  [
    "closes within the headers",
    (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-"),
    { kind: "failed", reason: "network" },
  ],
  [
    "resets after the headers",
    (socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
    { kind: "responded", httpStatus: 200, excerpt: "abc", isTruncated: true },
  ],
  [
    "closes to mark the end of its response",
    (socket) => socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbye"),
    { kind: "responded", httpStatus: 200, excerpt: "bye", isTruncated: false },
  ],
  [
    "responds with 204 and a body",
    (socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\nsurprise"),
    { kind: "responded", httpStatus: 204 },
  ],
  [
    "responds with 304",
    (socket) => socket.write("HTTP/1.1 304 Not Modified\r\n\r\n"),
    { kind: "responded", httpStatus: 304 },
  ],
  [
    "sends 103 before its response",
    (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}`),
    { kind: "responded", httpStatus: 200, excerpt: "ok" },
  ],
  [
    "C11: sends an unsolicited 100 Continue before its response",
    (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`),
    { kind: "responded", httpStatus: 200, excerpt: "ok" },
  ],
  [
    "C11: sends 103 and then an unsolicited 100 Continue before its response",
    (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${ok}`),
    { kind: "responded", httpStatus: 200, excerpt: "ok" },
  ],
  [
    "C11: sends two unsolicited 100 Continue with headers, in pieces",
    (socket) => {
      const text = `HTTP/1.1 100 Continue\r\nX-Proxy: a\r\n\r\nHTTP/1.1 100\r\n\r\n${ok}`;
      const pieces = [text.slice(0, 10), text.slice(10, 30), text.slice(30, 50), text.slice(50)];
      const writeNext = () => {
        const piece = pieces.shift();
        if (piece !== undefined) socket.write(piece, () => setTimeout(writeNext, 10));
      };
      writeNext();
    },
    { kind: "responded", httpStatus: 200, excerpt: "ok" },
  ],
  [
    "C11: sends the response byte by byte",
    (socket) => {
      const bytes = [...ok];
      const writeNext = () => {
        const byte = bytes.shift();
        if (byte !== undefined) socket.write(byte, () => setImmediate(writeNext));
      };
      socket.setNoDelay(true);
      writeNext();
    },
    { kind: "responded", httpStatus: 200, excerpt: "ok" },
  ],
  [
    "C11: sends 100 Continue and closes",
    (socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n"),
    { kind: "failed", reason: "network" },
  ],
  [
    "speaks another protocol",
    (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
    { kind: "failed", reason: "invalid_response" },
  ],
  [
    "switches protocols",
    (socket) => socket.write("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    { kind: "failed", reason: "invalid_response" },
  ],
  [
    "sends endless headers",
    (socket) => socket.write(`HTTP/1.1 200 OK\r\n${"X-Fill: 0123456789\r\n".repeat(2000)}`),
    { kind: "failed", reason: "invalid_response" },
  ],
  ["never responds", () => undefined, { kind: "failed", reason: "timeout" }],
  [
    "sends one header field at a time, for ever",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-A: b\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    },
    { kind: "failed", reason: "timeout" },
  ],
  [
    "redirects",
    (socket) => socket.write("HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"),
    { kind: "responded", httpStatus: 302 },
  ],
];

test.each(endpointBehaviours)("an endpoint that %s", async (_what, handle, expected) => {
  const receiver = await receive((socket) => handle(socket));
  // A short deadline only where it has to pass, so that a busy machine exceeds no other.
  const timeoutMs = expected.reason === "timeout" ? 400 : 20_000;
  const outcome = await openSender().send(request(receiver.url, timeoutMs));
  expect(outcome).toMatchObject(expected);
  expect(outcome.durationMs).toBeLessThan(10_000);
  expect(receiver.received).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with %i is the outcome, and its target is never contacted",
  async (status) => {
    const elsewhere = await receive((socket) => socket.write(ok));
    const receiver = await receive((socket) =>
      socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await openSender().send(request(receiver.url))).toMatchObject({ kind: "responded", httpStatus: status });
    expect(elsewhere.connectionCount()).toBe(0);
  },
);

test("a slow body is truncated at the deadline; its status counts and the socket is closed", async () => {
  let last: Socket | undefined;
  const receiver = await receive((socket) => {
    last = socket;
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    const timer = setInterval(() => socket.write("x"), 20);
    socket.on("close", () => clearInterval(timer));
  });
  const outcome = await openSender().send(request(receiver.url, 300));
  expect(outcome).toMatchObject({ kind: "responded", httpStatus: 200, isTruncated: true });
  expect(outcome.durationMs).toBeGreaterThan(250);
  // Without the deadline the body would take over half an hour.
  expect(outcome.durationMs).toBeLessThan(10_000);
  if (last) await closed(last);
});

test("an endless body is truncated at 4 KiB and the socket is closed at once", async () => {
  let last: Socket | undefined;
  const receiver = await receive((socket) => {
    last = socket;
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const more = () => {
      while (!socket.destroyed && socket.write(`1000\r\n${"é".repeat(2048)}\r\n`));
    };
    socket.on("drain", more);
    more();
  });
  const outcome = await openSender().send(request(receiver.url, 20_000));
  expect(outcome).toMatchObject({ kind: "responded", httpStatus: 200, isTruncated: true });
  expect(outcome.durationMs).toBeLessThan(10_000);
  expect(Buffer.byteLength(outcome.kind === "responded" ? outcome.excerpt : "")).toBeLessThanOrEqual(4096);
  if (last) await closed(last);
});

test("a gzip body is not decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(4_000_000));
  const receiver = await receive((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb.subarray(0, 3000));
    socket.end();
  });
  const outcome = await openSender().send(request(receiver.url));
  expect(outcome).toMatchObject({ kind: "responded", httpStatus: 200 });
  expect(Buffer.byteLength(outcome.kind === "responded" ? outcome.excerpt : "")).toBeLessThanOrEqual(4096);
});

test("exactly 4 KiB is not marked as truncated, and no character is split", async () => {
  const exact = "a".repeat(4096);
  const over = `${"a".repeat(4095)}é`;
  const receiver = await receive((socket, text) => {
    const responseBody = text.includes("/over") ? over : exact;
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(responseBody)}\r\n\r\n${responseBody}`);
  });
  const sender = openSender();
  const base = `http://127.0.0.1:${receiver.port}`;
  expect(await sender.send(request(`${base}/exact`))).toMatchObject({ excerpt: exact, isTruncated: false });
  expect(await sender.send(request(`${base}/over`))).toMatchObject({ excerpt: "a".repeat(4095), isTruncated: true });
});

test("a closed port is reported as network", async () => {
  const receiver = await startReceiver(() => undefined);
  await receiver.close();
  expect(await openSender().send(request(receiver.url))).toMatchObject({ kind: "failed", reason: "network" });
});

test("a name server that never responds ends with the connect timeout", async () => {
  const sender = openSender({ lookup: () => undefined, connectTimeoutMs: 100 });
  const outcome = await sender.send(request("http://shop.example/hook", 20_000));
  expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
  expect(outcome.durationMs).toBeLessThan(10_000);
});

test("two thousand sends, four at a time, reuse their connections", async () => {
  const receiver = await receive((socket) => socket.write(ok));
  const sender = openSender();
  const sendInSequence = async () => {
    for (let count = 0; count < 500; count += 1) {
      expect(await sender.send(request(receiver.url))).toMatchObject({ httpStatus: 200 });
    }
  };
  await Promise.all(Array.from({ length: 4 }, sendInSequence));
  expect(receiver.received).toHaveLength(2000);
  expect(receiver.connectionCount()).toBeLessThanOrEqual(4);
});

test("an idle connection that the endpoint resets during a request is replaced once, within the attempt", async () => {
  const receiver = await receive((socket, _text, requestNumber) => {
    if (requestNumber === 1) socket.write(ok);
    else socket.resetAndDestroy();
  });
  const sender = openSender();
  await sender.send(request(receiver.url));
  expect(await sender.send(request(receiver.url))).toMatchObject({ kind: "responded", httpStatus: 200 });
  expect(receiver.received).toHaveLength(3);
});

test("after the first byte of the response nothing is sent again", async () => {
  const receiver = await receive((socket, _text, requestNumber) => {
    if (requestNumber === 1) socket.write(ok);
    else socket.write("HTTP/1.1 2", () => setTimeout(() => socket.resetAndDestroy(), 30));
  });
  const sender = openSender();
  await sender.send(request(receiver.url));
  expect(await sender.send(request(receiver.url))).toMatchObject({ kind: "failed", reason: "network" });
  expect(receiver.received).toHaveLength(2);
});

test("a fresh connection that is reset is not replayed", async () => {
  const receiver = await receive((socket) => socket.resetAndDestroy());
  expect(await openSender().send(request(receiver.url))).toMatchObject({ kind: "failed", reason: "network" });
  expect(receiver.received).toHaveLength(1);
});

test("C11: an unsolicited 100 Continue is skipped on every send of a reused connection", async () => {
  const receiver = await receive((socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`));
  const sender = openSender();
  for (let count = 0; count < 5; count += 1) {
    expect(await sender.send(request(receiver.url))).toMatchObject({ httpStatus: 200, excerpt: "ok" });
  }
  expect(receiver.connectionCount()).toBe(1);
});

test("C12: an address that refuses is followed by the host's next one", async () => {
  const receiver = await receive((socket) => socket.write(ok));
  const addresses = ["127.0.0.2", "127.0.0.3", "127.0.0.1"].map((address) => ({ address, family: 4 as const }));
  const sender = openSender({ lookup: (_name, _options, callback) => callback(null, addresses) });
  const url = `http://shop.example:${receiver.port}/hook`;
  expect(await sender.send(request(url))).toMatchObject({ kind: "responded", httpStatus: 200 });
});

test("TLS: an untrusted certificate is refused, a trusted one works with the name in SNI and Host", async () => {
  const { key, cert } = selfSigned;
  const names: (string | false | null)[] = [];
  const hosts: string[] = [];
  const server = createTlsServer({ key, cert }, (socket) => {
    names.push((socket as { servername?: string | false }).servername ?? null);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      hosts.push(/host: (\S+)/i.exec(chunk.toString())?.[1] ?? "");
      socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`); // C11
    });
  });
  const { port, close } = await listen(server);
  closeAfterTest(close);
  const url = `https://shop.example:${port}/hook`;
  const lookup: NonNullable<Parameters<typeof createWebhookSender>[0]["lookup"]> = (_name, _options, callback) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }]);

  expect(await openSender({ lookup }).send(request(url))).toMatchObject({ kind: "failed", reason: "tls" });
  const trusting = openSender({ lookup, certificateAuthority: cert });
  expect(await trusting.send(request(url))).toMatchObject({ kind: "responded", httpStatus: 200 });
  expect(names.at(-1)).toBe("shop.example");
  expect(hosts).toEqual([`shop.example:${port}`]);
  expect(await trusting.send(request(url.replace("shop.", "other.")))).toMatchObject({ kind: "failed", reason: "tls" });
});

test("TLS to a plain server is reported as tls", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"));
  });
  const { port, close } = await listen(server);
  closeAfterTest(close);
  expect(await openSender().send(request(`https://127.0.0.1:${port}/`))).toMatchObject({
    kind: "failed",
    reason: "tls",
  });
});

test("proxy variables of the environment are ignored", async () => {
  const receiver = await receive((socket) => socket.write(ok));
  const proxy = await receive((socket) => socket.write(ok));
  for (const name of ["HTTP_PROXY", "http_proxy"]) vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
  vi.stubEnv("NO_PROXY", "");
  expect(await openSender().send(request(receiver.url))).toMatchObject({ httpStatus: 200 });
  expect(proxy.received).toHaveLength(0);
  expect(receiver.received).toHaveLength(1);
});

test("closing aborts sends in flight and reports it", async () => {
  const receiver = await receive(() => undefined);
  const sender = createWebhookSender({ allowHttp: true, allowPrivateNetwork: true });
  const pending = sender.send(request(receiver.url, 30_000));
  while (receiver.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
  sender.close();
  expect(await pending).toMatchObject({ kind: "failed", reason: "aborted" });
  expect(await sender.send(request(receiver.url))).toMatchObject({ kind: "failed", reason: "aborted" });
});

test("a client that could not be loaded is loaded again for the next send", async () => {
  const receiver = await receive((socket) => socket.write(ok));
  let isFailing = true;
  const sender = createWebhookSender({ allowHttp: true, allowPrivateNetwork: true }, async (options) => {
    if (isFailing) throw new Error("EMFILE: too many open files");
    return openWebhookConnections(options);
  });
  closeAfterTest(() => sender.close());
  await expect(sender.prepare()).rejects.toThrow("EMFILE");
  expect(await sender.send(request(receiver.url))).toMatchObject({
    kind: "failed",
    reason: "internal",
    detail: expect.stringContaining("EMFILE"),
  });
  isFailing = false;
  expect(await sender.send(request(receiver.url))).toMatchObject({ kind: "responded", httpStatus: 200 });
});
