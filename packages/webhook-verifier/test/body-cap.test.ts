// Tests that nobody can make a receiver read without limit: the cap holds whatever Content-Length states, and
// memory stays flat.
import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { verifyWebhook } from "@payment-sessions/webhook-verifier";
import * as express from "@payment-sessions/webhook-verifier/express";
import * as fetchEntry from "@payment-sessions/webhook-verifier/fetch";
import * as http from "@payment-sessions/webhook-verifier/http";
import * as koa from "@payment-sessions/webhook-verifier/koa";
import { signWebhook } from "@payment-sessions/webhook-verifier/testing";
import expressApp from "express";
import Koa from "koa";
import { describe, expect, test, vi } from "vitest";
import { closeAfterTest, SECRET, serve } from "./receivers.js";

const onEvent = vi.fn();
const options = { secret: SECRET, onEvent, maxBodyBytes: 65_536 };
const servers = {
  "node:http": () => {
    const receive = http.receiveWebhooks(options);
    return serve((request, response) => void receive(request, response));
  },
  Express: () => serve(expressApp().use(express.receiveWebhooks(options))),
  Koa: () => {
    const app = new Koa().use(koa.receiveWebhooks(options));
    app.silent = true; // Koa reports broken connections on stderr
    return serve(app.callback());
  },
};

/**
 * Writes pieces to a new connection until they end or the other side closes; returns everything that was
 * received.
 */
async function exchange(
  port: number,
  pieces: Iterable<string | Buffer>,
): Promise<{ response: string; sentBytes: number }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let response = "";
  let sentBytes = 0;
  let isOver = false;
  socket.on("data", (chunk) => {
    response += chunk;
  });
  socket.on("error", () => undefined); // a reset ends the exchange like a close
  void closed.then(() => {
    isOver = true;
  });
  for (const piece of pieces) {
    if (isOver) break;
    sentBytes += piece.length;
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
  }
  await closed;
  return { response, sentBytes };
}

const HEAD = "POST /webhooks HTTP/1.1\r\nHost: shop.test\r\n";
const CHUNK = Buffer.concat([Buffer.from("4000\r\n"), Buffer.alloc(0x4000, 0x20), Buffer.from("\r\n")]);

function* chunked(bytes: number): Iterable<string | Buffer> {
  yield `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
  for (let sent = 0; sent < bytes; sent += 0x4000) yield CHUNK;
  yield "0\r\n\r\n";
}

const tooLong = () => new Request("http://shop.test/", { method: "POST", body: new Uint8Array(200_000) });

test("a Request of which a logger holds an unread clone gets 413, too", async () => {
  const request = tooLong();
  request.clone();
  const response = await fetchEntry.receiveWebhooks(options)(request);
  expect(response.status).toBe(413);
});

test("a stream that is too long is refused without waiting for its other branch", async () => {
  const request = tooLong();
  request.clone();
  const { headers } = await signWebhook({ body: "{}", secret: SECRET });
  const verified = verifyWebhook({ body: request.body as never, headers, secret: SECRET, maxBodyBytes: 65_536 });
  await expect(verified).rejects.toMatchObject({ code: "body_too_large" });
});

test("a limit that is no number, as of an environment variable that is not set, admits nothing", async () => {
  const { body, headers } = await signWebhook({ body: "{}", secret: SECRET });
  const request = { body: Readable.from([body]), headers, secret: SECRET, maxBodyBytes: Number(undefined) };
  await expect(verifyWebhook(request)).rejects.toMatchObject({ code: "body_too_large" });
});

test("a stream that breaks off is an incomplete body", async () => {
  const { headers } = await signWebhook({ body: "{}", secret: SECRET });
  const body = Readable.from(
    (async function* () {
      yield Buffer.from("{");
      throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    })(),
  );
  await expect(verifyWebhook({ body, headers, secret: SECRET })).rejects.toMatchObject({ code: "body_incomplete" });
});

describe.each(Object.entries(servers))("%s", (_name, start) => {
  test("responds with 413 to 5 MiB without a length and closes the connection", async () => {
    const receiver = closeAfterTest(await start());
    const { response } = await exchange(receiver.port, chunked(5 * 1024 * 1024));
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toMatch(/body_too_large/);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("closes the connection of an endless body, with constant memory", async () => {
    const receiver = closeAfterTest(await start());
    const before = process.memoryUsage().rss;
    const { sentBytes } = await exchange(receiver.port, chunked(Number.POSITIVE_INFINITY));
    expect(sentBytes).toBeGreaterThan(65_536);
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 * 1024);
  });

  test("responds with 413 to a length header above the cap without reading the body", async () => {
    const receiver = closeAfterTest(await start());
    const { response } = await exchange(receiver.port, [`${HEAD}Content-Length: 99999999\r\n\r\n`, "{}"]);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("survives a sender that disconnects", async () => {
    const receiver = closeAfterTest(await start());
    const socket = connect(receiver.port, "127.0.0.1");
    await once(socket, "connect");
    socket.end(`${HEAD}Content-Length: 100\r\n\r\n{"event"`);
    await once(socket.resume(), "close");
    const sent = await receiver.send(await signWebhook({ body: { event: "x" }, secret: SECRET }));
    expect(sent.status).toBe(200);
    onEvent.mockClear();
  });

  test("verifies a body whose emoji is cut between two packets", async () => {
    const receiver = closeAfterTest(await start());
    const { body, headers } = await signWebhook({ body: { event: "x", memo: "😀" }, secret: SECRET });
    const cut = Buffer.from(body).indexOf(0xf0) + 2;
    const head = `${HEAD}Connection: close\r\nContent-Length: ${body.length}\r\nX-Service-Signature: ${headers["X-Service-Signature"]}\r\n\r\n`;
    const { response } = await exchange(receiver.port, [
      head,
      Buffer.from(body.subarray(0, cut)),
      Buffer.from(body.subarray(cut)),
    ]);
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    onEvent.mockClear();
  });
});

test("counts the bytes of a fetch Request, not its length header, and stops the sender", async () => {
  const cancel = vi.fn();
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      given += 16_384;
      controller.enqueue(new Uint8Array(16_384));
    },
    cancel,
  });
  // `duplex` is required by fetch and missing from the types.
  const init = { method: "POST", body, duplex: "half", headers: { "content-length": "2" } } as RequestInit;
  const response = await fetchEntry.receiveWebhooks(options)(new Request("http://shop.test/", init));
  expect(response.status).toBe(413);
  expect(given).toBeLessThan(65_536 * 2);
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("responds to a body that broke off with a status after which the sender retries", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"event"'));
      controller.error(new Error("reset"));
    },
  });
  const receive = fetchEntry.receiveWebhooks({ secret: SECRET, onEvent, log: () => undefined });
  const response = await receive(new Request("http://shop.test/webhooks", { method: "POST", body, duplex: "half" }));
  expect(response.status).toBe(408);
  expect(await response.json()).toMatchObject({ error: "body_incomplete" });
});
