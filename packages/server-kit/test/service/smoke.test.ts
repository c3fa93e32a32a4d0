// Tests the shortest path through the service: initialize, pay in the sandbox, two webhooks.

import { expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { listen, urlOf } from "../listen.js";
import { freshStorage } from "../storages.js";

test("opens a payment, reports its status and sends the first webhook", async () => {
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const receiver = await listen((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.end("ok");
    });
  });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
  });
  const base = urlOf(await service.listen(0));
  const store = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl: `${receiver.url}/hook`,
  });
  const key = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "test" });
  const call = (path: string, body?: unknown) =>
    fetch(base + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${key.secret}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then(async (response) => ({
      status: response.status,
      // The assertions below check each field.
      body: (await response.json()) as Record<string, unknown>,
    }));
  const opened = await call("/payments/initialize", {
    merchantId: store.merchantId,
    orderId: "1",
    amountCents: 1999,
    currency: "EUR",
  });
  expect(opened).toMatchObject({ status: 200, body: { success: true, status: "pending", testMode: true } });
  const paid = await call(`/sandbox/payments/${opened.body.paymentId}/events`, { event: "provider_success" });
  expect(paid.body).toMatchObject({ accepted: true, status: "completed" });
  expect(await call(`/payments/${opened.body.paymentId}/status`)).toMatchObject({ body: { status: "completed" } });
  await service.runDue();
  expect(received.map(({ body }) => JSON.parse(body).status)).toEqual(["pending", "completed"]);
  await service.stop();
  await receiver.close();
});
