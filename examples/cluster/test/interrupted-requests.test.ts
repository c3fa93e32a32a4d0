// Requests that break off, as when an instance is killed while it sends a webhook.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createBalancer } from "../src/balancer.js";
import { openShop } from "../src/shop.js";

const servers: [string, () => Promise<Server>][] = [
  ["the store", async () => openShop().server],
  [
    "the load balancer",
    async () => createBalancer([await listen(createServer((_, response) => response.writeHead(401).end()))]),
  ],
];

test.each(servers)("%s serves on after a request that broke off", async (_, create) => {
  const onUnhandled = vi.fn();
  process.on("unhandledRejection", onUnhandled);
  onTestFinished(() => void process.off("unhandledRejection", onUnhandled));
  const server = await create();
  const port = await listen(server);
  const closed = new Promise((resolve) => server.once("connection", (socket) => socket.once("close", resolve)));
  const sender = connect(port, "127.0.0.1");
  sender.write('POST /webhooks HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100\r\n\r\n{"event"');
  await once(server, "request");
  sender.destroy();
  await closed;
  expect((await fetch(`http://127.0.0.1:${port}/webhooks`, { method: "POST", body: "{}" })).status).toBe(401);
  expect(onUnhandled).not.toHaveBeenCalled();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has such an address.
  return (server.address() as AddressInfo).port;
}
