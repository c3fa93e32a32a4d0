// A separate port for Prometheus: it requires no token, so it listens on loopback by default.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";

const textType = { "content-type": "text/plain; charset=utf-8" };

/** Serves GET /metrics with the metrics of the service and of the process. @throws Error when the port cannot be used. */
export async function openMetricsServer(
  { host, port }: { host: string; port: number },
  render: () => Promise<string>,
): Promise<{ url: string; close(): Promise<void> }> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404, textType).end("The metrics are at GET /metrics.\n");
      return;
    }
    Promise.all([render(), registry.metrics()]).then(
      (texts) =>
        response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(texts.join("")),
      // Without the cause, which may name hosts and files: this port asks for no token.
      () => response.writeHead(503, textType).end("The metrics cannot be read now; /ready and the log say why.\n"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  // A server that listens on a port has such an address.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${own}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
