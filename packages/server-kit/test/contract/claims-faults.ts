// Claims about a failing database and a stop in progress. Only for targets that support these states.
import { expect, test } from "vitest";
import { keyRoutes } from "./claims-access.js";
import type { CallOptions } from "./contract-client.js";
import { createShop } from "./shop.js";
import type { Suite } from "./suite.js";

const openRoutes: [path: string, options?: CallOptions][] = [
  ["/orders/wc_order_Ab12Cd34Ef56G?shopId=mrc_1"],
  ["/version"],
  ["/version/check", { json: { client: "x", clientVersion: "0.1.0" } }],
];

export function claimFaults(suite: Suite): void {
  // Sound: every error body is an object.
  const code = (body: unknown) => (body as Record<string, unknown>).code;

  test("a database that fails is 500 on every route without details, 503 on health, and recovers by itself", async ({
    skip,
  }) => {
    const { target, client } = await suite.reopen({});
    const { faults } = target;
    if (faults === undefined) return skip("this target cannot fail on purpose");
    const shop = await createShop(target, client);
    const payment = await shop.open();
    faults.breakDatabase();
    for (const { call } of keyRoutes) {
      const [path, options] = call(shop, payment);
      const { status, body } = await client.call(path, { ...options, key: shop.testKey });
      expect([path, status, code(body)]).toEqual([path, 500, "INTERNAL_ERROR"]);
    }
    for (const [path, options] of openRoutes) {
      expect([path, (await client.call(path, options)).status]).toEqual([path, 500]);
    }
    for (const path of ["/health", "/ready"]) {
      const { status, body } = await client.call(path);
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: "UNHEALTHY", services: { database: "down", application: "up" } });
    }
    expect((await client.call("/live")).status).toBe(200);
    faults.heal();
    expect((await client.call("/health")).status).toBe(200);
    expect((await client.call(`/payments/${payment.paymentId}/status`, { key: shop.testKey })).status).toBe(200);
  });

  test("a stop finishes requests in flight and refuses all others with 503", async ({ skip }) => {
    const { target, client } = await suite.reopen({ rateLimits: false, providerTimeoutMs: 300 });
    const stop = target.faults?.stop;
    if (stop === undefined) return skip("the port closes with the service");
    const shop = await createShop(target, client);
    const payment = await shop.open();
    // The sandbox bank gives no response at this amount, so the call lasts until the provider's timeout.
    const underWay = client.call("/payments/initialize", {
      key: shop.testKey,
      json: shop.directRequest({ amountCents: 1013 }),
    });
    await client.call(`/payments/${payment.paymentId}/status`, { key: shop.testKey });
    const stopped = stop();
    for (const { call } of keyRoutes) {
      const [path, options] = call(shop, payment);
      const { status, body } = await client.call(path, { ...options, key: shop.testKey });
      expect([path, status, code(body)]).toEqual([path, 503, "SHUTTING_DOWN"]);
    }
    for (const [path, options] of openRoutes) expect((await client.call(path, options)).status).toBe(503);
    for (const path of ["/health", "/ready"]) {
      const { status, body } = await client.call(path);
      expect([path, status, code(body)]).toEqual([path, 503, "SHUTTING_DOWN"]);
      expect(body).toMatchObject({ services: { application: "stopping" } });
    }
    expect((await client.call("/live")).status).toBe(200);
    expect(code((await underWay).body)).toBe("PROVIDER_TIMEOUT");
    await stopped;
    expect((await client.call("/health")).status).toBe(503);
  });
}
