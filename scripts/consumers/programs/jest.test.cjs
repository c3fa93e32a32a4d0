// A merchant's test suite under unconfigured Jest: CommonJS, without a transform.
const { PaymentSessions, isPaymentSessionsError } = require("@payment-sessions/sdk");
const { createMockService } = require("@payment-sessions/sdk/mock");
const { verifyWebhook } = require("@payment-sessions/webhook-verifier");
const { createEvent, signWebhook } = require("@payment-sessions/webhook-verifier/testing");

test("a payment is opened and paid at the mock", async () => {
  const mock = createMockService();
  const { merchantId } = await mock.stores.create({ name: "Tea shop" });
  const { secret } = await mock.apiKeys.issue({ merchantId, environment: "test" });
  const payments = new PaymentSessions({ apiKey: secret, baseUrl: mock.baseUrl, fetch: mock.fetch });
  const order = { merchantId, orderId: "1", amountCents: 1999, currency: "EUR" };
  const { paymentId } = await payments.sessions.initialize(order);
  await mock.sessions.succeed(paymentId);
  expect((await payments.sessions.status(paymentId)).status).toBe("completed");
  const failed = await payments.sessions.status("pay_of_nobody").safe();
  expect(isPaymentSessionsError(failed.error)).toBe(true);
  await mock.stop();
});

test("a signed webhook is accepted", async () => {
  const secret = "a secret that is long enough for a test of it";
  const delivery = await signWebhook({ body: createEvent({ order_id: "1" }), secret });
  expect((await verifyWebhook({ ...delivery, secret })).order_id).toBe("1");
});
