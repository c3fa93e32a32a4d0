// A small load balancer: each request goes to the next instance; one that refuses a connection is skipped for a second. A request that
// was sent without a response gets 502: only the client knows whether a retry is safe.
import { createServer, request, type Server } from "node:http";
import { buffer } from "node:stream/consumers";

const skipMs = 1000;

export function createBalancer(ports: readonly number[]): Server {
  const skippedUntil = new Map<number, number>();
  let turn = 0;

  return createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => undefined);
    // Without a body the client has disconnected.
    if (body !== undefined) forward(ports.length);

    function forward(triesLeft: number): void {
      const port = nextPort();
      const options = {
        port,
        host: "127.0.0.1",
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      };
      const call = request(options, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        response.once("error", () => outgoing.destroy());
      });
      call.once("error", (error: NodeJS.ErrnoException) => {
        skippedUntil.set(port, Date.now() + skipMs);
        if (error.code === "ECONNREFUSED" && triesLeft > 1) return forward(triesLeft - 1);
        if (!outgoing.headersSent) outgoing.writeHead(502);
        outgoing.end();
      });
      call.end(body);
    }
  });

  function nextPort(): number {
    const available = ports.filter((port) => (skippedUntil.get(port) ?? 0) <= Date.now());
    const candidates = available.length > 0 ? available : ports;
    turn += 1;
    // There is at least one port.
    return candidates[turn % candidates.length] as number;
  }
}
