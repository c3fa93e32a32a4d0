// Resolution of host names, without a name server.
import { expect, test } from "vitest";
import { createResolver, resolverFromLookup } from "../../src/outbound/resolve-host.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { startReceiver } from "./receiver.js";

test("localhost is found in the hosts file", async () => {
  const addresses = await createResolver()("localhost");
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(["127.0.0.1", "::1"]).toContain(address);
});

test("a receiver on localhost gets its webhook when private networks are allowed, and only then", async () => {
  const receiver = await startReceiver((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
  const request = {
    url: `http://localhost:${receiver.port}/hook`,
    body: new Uint8Array([123, 125]),
    headers: {},
    timeoutMs: 5000,
  };
  const open = createWebhookSender({ allowHttp: true, allowPrivateNetwork: true });
  const closed = createWebhookSender({ allowHttp: true, allowPrivateNetwork: false });
  try {
    expect(await open.send(request)).toMatchObject({ kind: "responded", httpStatus: 204 });
    expect(await closed.send(request)).toMatchObject({ kind: "failed", reason: "blocked_address" });
    expect(receiver.received).toHaveLength(1);
  } finally {
    open.close();
    closed.close();
    await receiver.close();
  }
});

test("a look-up function may return one address, all, or an error", async () => {
  const one = resolverFromLookup((_name, _options, callback) => callback(null, "192.0.2.1", 4));
  const all = resolverFromLookup((_name, _options, callback) => callback(null, [{ address: "192.0.2.1", family: 4 }]));
  const none = resolverFromLookup((_name, _options, callback) => callback(new Error("ENOTFOUND"), []));
  expect(await one("x")).toEqual(["192.0.2.1"]);
  expect(await all("x")).toEqual(["192.0.2.1"]);
  await expect(none("x")).rejects.toThrow("ENOTFOUND");
});
