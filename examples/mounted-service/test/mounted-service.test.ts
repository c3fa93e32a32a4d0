// The service inside a host's app: same responses behind the host's body parser, and the host's own routes still work.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPaymentService, type PaymentService, sqliteStorage } from "@payment-sessions/server-kit";
import type Koa from "koa";
import { expect, onTestFinished, test } from "vitest";
import { createHostApp } from "../src/host-app.js";
import { createMountedApp } from "../src/mounted-app.js";

const hosts: [string, (service: PaymentService) => Koa][] = [
  ["as plain middleware", (service) => createHostApp({ service, onNote: () => {} })],
  ["below koa-mount", (service) => createMountedApp(service)],
];

test.each(hosts)("responds under the prefix %s, behind the host's body parser", async (_, createApp) => {
  const { url, key, merchantId } = await open(createApp);
  const response = await initialize(url, key, { merchantId, orderId: "1", amountCents: 1999, currency: "EUR" });
  expect(response.status).toBe(200);
  const body = (await response.json()) as { paymentUrl: string; paymentId: string };
  expect(body.paymentUrl).toMatch("https://pay.example.com/payments-service/checkout/");

  const status = await fetch(`${url}/payments-service/payments/${body.paymentId}/status`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await status.json()).toMatchObject({ orderId: "1", status: "pending", testMode: true });
});

test.each(hosts)("refuses a wrong body %s as it does standalone", async (_, createApp) => {
  const { url, key, merchantId } = await open(createApp);
  const wrong = { merchantId, orderId: "1", amountCents: 19.99, currency: "EUR" };
  const response = await initialize(url, key, wrong);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "amountCents" }] });
});

test.each(hosts)(
  "responds with JSON 404 below the prefix %s and leaves every other path to the host",
  async (_, createApp) => {
    const { url } = await open(createApp);
    const unknown = await fetch(`${url}/payments-service/nothing-here`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: "ROUTE_NOT_FOUND" });
    expect(await (await fetch(`${url}/`)).text()).toBe("The host's own page");
    expect((await fetch(`${url}/health`)).status).toBe(404);
  },
);

test("does not read the host's own bodies", async () => {
  const notes: unknown[] = [];
  const { url } = await open((service) => createHostApp({ service, onNote: (note) => notes.push(note) }));
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/notes`, { method: "POST", headers, body: '{"text":"hello"}' });
  expect(response.status).toBe(204);
  expect(notes).toEqual([{ text: "hello" }]);
});

function initialize(url: string, key: string, body: object): Promise<Response> {
  return fetch(`${url}/payments-service/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    // A parser before the service must not make such a request hang.
    signal: AbortSignal.timeout(5000),
  });
}

async function open(createApp: (service: PaymentService) => Koa) {
  const service = createPaymentService({
    baseUrl: "https://pay.example.com/payments-service",
    storage: sqliteStorage({ filename: ":memory:" }),
  });
  await service.start();
  const { merchantId } = await service.stores.create({ name: "Tea", kyc: "approved", verification: "approved" });
  const { secret: key } = await service.apiKeys.issue({ merchantId, environment: "test" });
  const server = createServer(createApp(service).callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await service.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a port has such an address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key, merchantId };
}
