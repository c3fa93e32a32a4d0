// The shop's claims through MSW: client and webhooks use the platform's fetch, MSW passes each call to the mock or to the shop.
import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { claimCheckout } from "./checkout-claims.js";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const webhookUrl = "https://shop.test/webhooks";

claimCheckout(async (mock) => {
  server.use(...mock.handlers);
  mock.webhooks.to(webhookUrl);
  return {
    baseUrl: mock.baseUrl,
    receiveBy: (shop) => server.use(http.post(webhookUrl, ({ request }) => shop.webhooks(request))),
  };
});
