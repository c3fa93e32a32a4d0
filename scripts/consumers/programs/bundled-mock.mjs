// C10: a merchant's test that uses client and mock, as one bundle: a payment is created and paid, its
// webhooks arrive, and MSW is loaded only where it is used.
import { PaymentSessions } from "@payment-sessions/sdk";
import { createMockService } from "@payment-sessions/sdk/mock";

const main = async () => {
  const mock = createMockService();
  const { merchantId } = await mock.stores.create({ name: "Tea shop" });
  const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
  const statuses = [];
  mock.webhooks.to(({ body }) => void statuses.push(JSON.parse(body).status));
  const served = await mock.serve();
  for (const transport of [{ baseUrl: mock.baseUrl, fetch: mock.fetch }, { baseUrl: served.url }]) {
    const payments = new PaymentSessions({ apiKey, clock: mock.clock, ...transport });
    mock.failNext("sessions.initialize", "rate-limited", { retryAfter: 10 });
    const order = { merchantId, orderId: transport.baseUrl, amountCents: 1999, currency: "EUR" };
    const { paymentId } = await payments.sessions.initialize(order);
    await mock.sessions.succeed(paymentId);
    if ((await payments.sessions.status(paymentId)).status !== "completed") throw new Error("not completed");
  }
  await mock.webhooks.settled();
  if (statuses.join() !== "pending,completed,pending,completed") throw new Error(`statuses: ${statuses}`);
  let message = "nothing";
  try {
    void mock.handlers;
  } catch (error) {
    message = error.message;
  }
  if (!message.includes("install `msw`")) throw new Error(`without MSW: ${message}`);
  await mock.stop();
  console.log("bundled mock done");
};
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
