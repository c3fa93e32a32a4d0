// Tests that a browser which follows a store's redirect to the mock gets a page, and that strict mode does
// not count it as an unexpected call.
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
