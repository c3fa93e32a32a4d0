// The mock over real HTTP on loopback, for clients in other processes and other languages.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import type { Engine } from "../engine/engine.js";
import type { WireRequest } from "../engine/wire.js";

export interface ServedMock {
  /** Base URL for clients, such as `http://127.0.0.1:40123`; links in responses begin with it. */
  url: string;
  /** Closes the port and every connection. The mock keeps its state. */
  stop(): Promise<void>;
}

/** Above the service's own limit, so that its own response to a large body is returned. */
const maxBufferedBytes = 1_048_576;

/** As long as the service does. With Node's 5 s a busy test process sends calls on connections that are being closed. */
const keepAliveTimeoutMs = 65_000;

export async function serveEngine(
  engine: Engine,
  port: number,
  onFailure: (error: unknown) => void,
): Promise<ServedMock> {
  let url = "";
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    void handle(engine, url, request, response).catch((error: unknown) => {
      // A client that disconnects while its request is read is not an error of the mock.
      if (request.errored !== null || request.socket.destroyed) return;
      onFailure(error);
      response.writeHead(500, { "Content-Type": "text/plain" }).end(`The mock failed: ${String(error)}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  // A listening TCP server has an address of this type.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let stopping: Promise<void> | undefined;
  return {
    url,
    stop() {
      stopping ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return stopping;
    },
  };
}

async function handle(engine: Engine, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A client behind a proxy sends the whole URL (RFC 9112, 3.2.2).
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  if (isPage(request.method, target)) {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(buyersPage);
    return;
  }
  const disconnected = new AbortController();
  response.once("close", () => disconnected.abort());
  const outcome = await engine.handle(
    await readRequest(request, { origin: url, target, signal: disconnected.signal }),
    url,
  );
  if (outcome.kind === "dropped") {
    request.socket.destroy();
    return;
  }
  response.writeHead(outcome.status, outcome.headers);
  if (outcome.stream === undefined) response.end(outcome.body);
  // Whichever side ends first ends the other.
  else pipeline(outcome.stream, response, () => undefined);
}

/** The buyer's pages, to which a store redirects and which the mock does not have. */
function isPage(method: string | undefined, target: string): boolean {
  return method === "GET" && /^\/(?:checkout|sandbox\/(?:bank|card))\//.test(target);
}

const buyersPage = `<!doctype html><html lang="en"><title>Mock checkout</title><h1>Mock checkout</h1>
<p>The buyer pays here. In a test, set the outcome of the payment: <code>await mock.sessions.succeed(paymentId)</code>.</p></html>`;

async function readRequest(
  request: IncomingMessage,
  from: Pick<WireRequest, "origin" | "target" | "signal">,
): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without an encoding, the chunks of a request are buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBufferedBytes) chunks.push(chunk);
  }
  return {
    ...from,
    transport: "serve",
    method: request.method ?? "GET",
    headers: request.headers,
    body: new Uint8Array(Buffer.concat(chunks)),
    address: request.socket.remoteAddress ?? "127.0.0.1",
  };
}
