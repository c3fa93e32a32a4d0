// Tests the mock over HTTP where a browser or another client differs from the SDK: a browser which follows a store's redirect to the mock
// gets a page, which strict mode does not count as an unexpected call, and a client that treats the mock as a proxy gets the service.
import { request } from "node:http";
import { expect, test } from "vitest";
import { PaymentSessions } from "../../src/index.js";
import { createMockService } from "../../src/mock/index.js";

test.each([
  {},
  { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" } as const,
])("the address of the buyer's page gets a page over HTTP: %j", async (how) => {
  const mock = createMockService();
  const { url } = await mock.serve();
  const { merchantId } = await mock.stores.create({ name: "Tea shop" });
  const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
  const payments = new PaymentSessions({ apiKey, baseUrl: url });
  const { handoffUrl } = await payments.sessions.initialize({
    merchantId,
    orderId: "1",
    amountCents: 1999,
    currency: "EUR",
    ...how,
  });
  expect(handoffUrl.startsWith(url)).toBe(true);
  const page = await fetch(handoffUrl);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await page.text()).toContain("mock.sessions.succeed");
  await mock.stop();
});

test("a request line with the whole URL, as clients behind a proxy send it, is served like one with the path (RFC 9112, 3.2.2)", async () => {
  const mock = createMockService();
  const { url } = await mock.serve();
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(url, { path }, (response) => resolve(response.resume().statusCode));
      sent.on("error", reject).end();
    });
  expect(await statusOf(`${url}/health?verbose=1`)).toBe(200);
  expect(await statusOf(`${url}/checkout/x`)).toBe(200);
  await mock.stop();
});
