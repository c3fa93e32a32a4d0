// A merchant's tests that use the mock in their own MSW server. The same for each version of MSW, and for any
// mixture of ES modules and CommonJS of MSW and the SDK; run by msw.mjs and msw.cjs.
const assert = require("node:assert/strict");
const { createServer } = require("node:net");

/** MSW 3 calls `onUnhandledRequest` `onUnhandledFrame`; each version ignores the other's name. */
const strictly = { onUnhandledRequest: "error", onUnhandledFrame: "error" };

exports.runScenario = async function runScenario({
  http,
  HttpResponse,
  setupServer,
  createMockService,
  PaymentSessions,
}) {
  // The port is closed: a request that is not intercepted fails immediately.
  const origin = `http://127.0.0.1:${await freePort()}`;
  const stock = `${origin}/stock`;
  const open = async (baseUrl) => {
    const mock = createMockService({ baseUrl });
    const { merchantId } = await mock.stores.create({ name: "Tea shop" });
    const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
    const payments = new PaymentSessions({ apiKey, baseUrl: mock.baseUrl, random: () => 0 });
    const initialize = (orderId) =>
      payments.sessions.initialize({ merchantId, orderId, amountCents: 1999, currency: "EUR" });
    return { mock, payments, initialize };
  };
  const ownHandler = http.get(stock, () => HttpResponse.json({ left: 3 }));
  const left = async () => (await (await fetch(stock)).json()).left;

  for (const isMockFirst of [true, false]) {
    // One server for the merchant's own handlers and those of two mocks: MSW supports one server in a process.
    const { mock, payments, initialize } = await open(`${origin}/payments`);
    const another = await open(`${origin}/payments-of-another`);
    const server = setupServer(ownHandler, ...mock.handlers, ...another.mock.handlers);
    server.listen(strictly);
    mock.failNext("initializeCustomPaymentSession", "lost-response");
    const { paymentId } = await initialize("1");
    await mock.sessions.succeed(paymentId);
    assert.equal((await payments.sessions.status(paymentId)).status, "completed");
    assert.equal(await left(), 3);
    assert.equal((await another.initialize("1")).status, "pending");

    // Other addresses: MSW rejects them. Below the mock's address: the service responds, and stop() reports the call.
    await assert.rejects(fetch(`${origin}/elsewhere`));
    assert.equal((await fetch(`${mock.baseUrl}/refunds`, { method: "POST" })).status, 404);
    mock.failNext("getHealth", "stall");
    await assert.rejects(fetch(`${mock.baseUrl}/health`, { signal: abortedSoon() }));
    await another.mock.stop();
    if (!isMockFirst) server.close();
    await assert.rejects(mock.stop(), (error) => error.calls.join() === `POST ${mock.baseUrl}/refunds`);
    if (isMockFirst) {
      assert.equal((await payments.sessions.status(paymentId)).status, "completed");
      server.close();
    }
    await assert.rejects(fetch(`${mock.baseUrl}/health`), "a closed server intercepts no more");
  }
  return "scenario done";
};

/** Not `AbortSignal.timeout`, whose timer lets the process end while it waits. */
function abortedSoon() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  return controller.signal;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
