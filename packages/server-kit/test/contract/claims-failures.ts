// Claims about a failing database and a stop in progress. Only for targets that support these states.
import { expect, test } from "vitest";
import { keyRoutes } from "./claims-access.js";
import { type CallOptions, codeOf } from "./contract-client.js";
import type { Suite } from "./suite.js";
import { createTestStore } from "./test-store.js";

const openRoutes: [path: string, options?: CallOptions][] = [
  ["/orders/wc_order_Ab12Cd34Ef56G?shopId=mrc_1"],
  ["/version"],
  ["/version/check", { json: { client: "x", clientVersion: "0.1.0" } }],
];

export function claimFailures(suite: Suite): void {
  test("a database that fails is 500 on every route without details, 503 on health, and recovers by itself", async ({
    skip,
  }) => {
    const { target, client } = await suite.reopen({});
    const { failures } = target;
    if (failures === undefined) return skip("this target cannot fail on purpose");
    const store = await createTestStore(target, client);
    const payment = await store.open();
    failures.breakDatabase();
    for (const { call } of keyRoutes) {
      const [path, options] = call(store, payment);
      const { status, body } = await client.call(path, { ...options, key: store.testKey });
      expect([path, status, codeOf(body)]).toEqual([path, 500, "INTERNAL_ERROR"]);
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
    failures.repairDatabase();
    expect((await client.call("/health")).status).toBe(200);
    expect((await client.call(`/payments/${payment.paymentId}/status`, { key: store.testKey })).status).toBe(200);
  });

  test("a stop finishes requests in flight and refuses all others with 503", async ({ skip }) => {
    const { target, client } = await suite.reopen({ rateLimits: false, providerTimeoutMs: 300 });
    const stop = target.failures?.stop;
    if (stop === undefined) return skip("the port closes with the service");
    const store = await createTestStore(target, client);
    const payment = await store.open();
    // The sandbox bank gives no response at this amount, so the call lasts until the provider's timeout.
    const inFlight = client.call("/payments/initialize", {
      key: store.testKey,
      json: store.directRequest({ amountCents: 1013 }),
    });
    await client.call(`/payments/${payment.paymentId}/status`, { key: store.testKey });
    const stopped = stop();
    for (const { call } of keyRoutes) {
      const [path, options] = call(store, payment);
      const { status, body } = await client.call(path, { ...options, key: store.testKey });
      expect([path, status, codeOf(body)]).toEqual([path, 503, "SHUTTING_DOWN"]);
    }
    for (const [path, options] of openRoutes) expect((await client.call(path, options)).status).toBe(503);
    for (const path of ["/health", "/ready"]) {
      const { status, body } = await client.call(path);
      expect([path, status, codeOf(body)]).toEqual([path, 503, "SHUTTING_DOWN"]);
      expect(body).toMatchObject({ services: { application: "stopping" } });
    }
    expect((await client.call("/live")).status).toBe(200);
    expect(codeOf((await inFlight).body)).toBe("PROVIDER_TIMEOUT");
    await stopped;
    expect((await client.call("/health")).status).toBe(503);
  });
}
