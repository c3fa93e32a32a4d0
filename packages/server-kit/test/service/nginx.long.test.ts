// Tests the service behind Debian's nginx, with the file of docs/deployment/proxies.md. Skipped where nginx
// is not installed.
import { expect, onTestFinished, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { freePort } from "../free-port.js";
import { portOf } from "../listen.js";
import { freshStorage } from "../storages.js";
import { callThrough, nginx, startNginx } from "./nginx.js";

async function openBehindNginx() {
  const port = await freePort();
  const service = createPaymentService({
    baseUrl: "https://pay.example.com",
    storage: freshStorage(),
    trustedProxyHops: 1,
    rateLimits: { failedApiKeys: { max: 2, windowSeconds: 60 } },
  });
  const server = await service.listen(0);
  onTestFinished(() => service.stop());
  await startNginx("docs/deployment/proxies.md", { port, servicePort: portOf(server) });
  return { service, port };
}

test.skipIf(nginx === undefined)(
  "O17: behind nginx with the documented file, callers are distinguished, links are https, streams are not buffered (NOT RUN without nginx)",
  async () => {
    const { service, port } = await openBehindNginx();
    const { merchantId } = await service.stores.create({ name: "S", kyc: "approved", verification: "approved" });
    const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });

    // A client's own header is not trusted: nginx appends the address of the connection.
    const wrong = { authorization: "Bearer ps_test_wrong" };
    const path = "/payments/x/status";
    const statuses: number[] = [];
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      statuses.push((await callThrough(port, { path, headers: { ...wrong, "x-forwarded-for": address } })).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
    const headers = { authorization: `Bearer ${secret}` };
    expect((await callThrough(port, { path, headers })).status).toBe(404);
    expect((await service.inspect()).ignoredForwardingAt).toBeUndefined();

    const body = { merchantId, orderId: "1", amountCents: 100, currency: "EUR" };
    const opened = await callThrough(port, { path: "/payments/initialize", headers, body });
    // The fields that the contract requires for 200.
    const { paymentUrl } = JSON.parse(opened.text) as { paymentUrl: string };
    expect(paymentUrl).toMatch(/^https:\/\/pay\.example\.com\/checkout\//);
    const { pathname, search } = new URL(paymentUrl);
    const shown = await callThrough(port, { path: pathname + search });
    expect([shown.status, shown.headers["strict-transport-security"]]).toEqual([200, "max-age=31536000"]);
    const until = "event: progress";
    const stream = await callThrough(port, { path: `${pathname}/events${search}`, until });
    expect(stream.text).toContain(until);
  },
);
