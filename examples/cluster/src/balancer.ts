// A balancer of a few lines: each request goes to the next instance; one that does not take the connection is left out for a second.
// What was sent and not answered is told as 502: only the client knows whether it may be sent again.
import { createServer, request, type Server } from "node:http";

const restMs = 1000;

export function createBalancer(ports: readonly number[]): Server {
  const restingUntil = new Map<number, number>();
  let turn = 0;

  return createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    forward(ports.length);

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
        restingUntil.set(port, Date.now() + restMs);
        if (error.code === "ECONNREFUSED" && triesLeft > 1) return forward(triesLeft - 1);
        if (!outgoing.headersSent) outgoing.writeHead(502);
        outgoing.end();
      });
      call.end(Buffer.concat(chunks));
    }
  });

  function nextPort(): number {
    const awake = ports.filter((port) => (restingUntil.get(port) ?? 0) <= Date.now());
    const candidates = awake.length > 0 ? awake : ports;
    turn += 1;
    // Sound: there is at least one port.
    return candidates[turn % candidates.length] as number;
  }
}
