// Tests the mock in the tester's own MSW server, beside other handlers, through real clients.
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { PaymentSessions } from "../../src/index.js";
import { createMockService } from "../../src/mock/index.js";
import { openTeaShop } from "./tea-shop.js";

async function openIntercepted(baseUrl = "https://pay.mock.test") {
  const shop = await openTeaShop({ baseUrl });
  const server = setupServer(
    http.get("https://stock.test/tea", () => HttpResponse.json({ left: 3 })),
    ...shop.mock.handlers,
  );
  server.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => server.close());
  return { ...shop, server, payments: shop.clientFor(baseUrl) };
}

test.each(["https://pay.mock.test", "http://127.0.0.1:9/payments-service", "https://pay.mock.test:8443/a.b/c"])(
  "a client with the platform's fetch reaches the mock at %s, the merchant's other calls reach theirs",
  async (baseUrl) => {
    const { payments, order, mock } = await openIntercepted(baseUrl);
    const { paymentId, handoffUrl } = await payments.sessions.initialize(order());
    expect(handoffUrl.startsWith(`${baseUrl}/checkout/`)).toBe(true);
    expect(await payments.sessions.status(paymentId)).toMatchObject({ status: "pending" });
    expect(await (await fetch("https://stock.test/tea")).json()).toEqual({ left: 3 });
    expect(mock.journal.calls().map(({ transport, operation }) => `${transport} ${operation}`)).toEqual([
      "msw initializeCustomPaymentSession",
      "msw getPaymentStatus",
    ]);
  },
);

test("dropped responses are failed fetches, and stalls end with their caller", async () => {
  const { mock, payments, order, apiKey } = await openIntercepted();
  mock.failNext("initializeCustomPaymentSession", "lost-response");
  const json = order();
  await expect(payments.sessions.initialize(json)).rejects.toMatchObject({ outcome: "unknown" });
  expect(await payments.sessions.initialize(json)).toHaveProperty("message");
  mock.failNext("getHealth", "stall");
  const impatient = new PaymentSessions({ apiKey, baseUrl: mock.baseUrl, maxRetries: 0, timeoutMs: 50 });
  await expect(impatient.service.health()).rejects.toThrow();
});

test("unexpected calls below the base URL are reported by stop, in whichever order mock and server end", async () => {
  for (const isMockFirst of [true, false]) {
    const { mock, server } = await openIntercepted();
    expect((await fetch(`${mock.baseUrl}/refunds`, { method: "POST" })).status).toBe(404);
    if (!isMockFirst) server.close();
    await expect(mock.stop()).rejects.toThrow(`POST ${mock.baseUrl}/refunds`);
    if (isMockFirst) {
      expect((await fetch(`${mock.baseUrl}/health`)).status).toBe(200);
      server.close();
    }
  }
});

test("two mocks in one server respond for their own addresses", async () => {
  const mocks = ["https://one.mock.test", "https://one.mock.test.example", "https://one.mock.test/two"].map((baseUrl) =>
    createMockService({ baseUrl }),
  );
  const server = setupServer(...mocks.toReversed().flatMap((mock) => mock.handlers));
  server.listen();
  onTestFinished(() => server.close());
  for (const mock of mocks) await fetch(`${mock.baseUrl}/health`);
  expect(mocks.map((mock) => mock.journal.calls().map(({ url }) => url))).toEqual(
    mocks.map(({ baseUrl }) => [`${baseUrl}/health`]),
  );
});

test("webhooks to a URL pass through the test's MSW server", async () => {
  const { mock, payments, order, server } = await openIntercepted();
  const received = vi.fn();
  server.use(
    http.post("https://shop.test/webhooks", async ({ request }) => {
      received(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  mock.webhooks.to("https://shop.test/webhooks");
  const { paymentId } = await payments.sessions.initialize(order());
  await mock.sessions.succeed(paymentId);
  expect(received.mock.calls.map(([body]) => body.status)).toEqual(["pending", "completed"]);
});

test("with fake timers the intercepted client gets its response", async () => {
  const { mock } = await openIntercepted();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect((await fetch(`${mock.baseUrl}/health`)).status).toBe(200);
});
