// A merchant's backend from end to end on whatever runtime this is: a payment is opened over real HTTP at the SDK's mock,
// its webhook verified, and a forged one refused.
import { PaymentSessions } from "@payment-sessions/sdk";
import { createMockService } from "@payment-sessions/sdk/mock";
import { verifyWebhook } from "@payment-sessions/webhook-verifier";
import { verifyWebhookSync } from "@payment-sessions/webhook-verifier/node";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";

const mock = createMockService();
const { merchantId } = await mock.stores.create({ name: "Tea shop" });
const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
const received = [];
mock.webhooks.to((delivery) => {
  received.push(delivery);
});
const { url: baseUrl } = await mock.serve();
const payments = new PaymentSessions({ apiKey, baseUrl });
const session = await payments.sessions.initialize({ merchantId, orderId: "1", amountCents: 1999, currency: "EUR" });
expect(session.paymentId.length > 0, "initialize gives a payment id");
await mock.sessions.succeed(session.paymentId);
await mock.webhooks.settled();
const status = await payments.sessions.status(session.paymentId);
expect(status.status === "completed", `the payment is completed, not ${status.status}`);
expect(received.length > 0, "a webhook arrives");
await mock.stop();

const secret = "a secret that is long enough for a test of it";
const delivery = await signWebhook({ body: createEvent({ order_id: "1" }), secret });
for (const verify of [verifyWebhook, verifyWebhookSync]) {
  const event = await verify({ ...delivery, secret });
  expect(event.order_id === "1", `the event names its order: ${JSON.stringify(event)}`);
  const code = await Promise.resolve()
    .then(() => verify({ ...delivery, secret: `${secret}, but another` }))
    .then(
      () => "accepted",
      (error) => error.code,
    );
  expect(code === "signature_mismatch", `a forged webhook is refused: ${code}`);
}
console.log("journey done");

function expect(isTrue, claim) {
  if (!isTrue) throw new Error(`does not hold: ${claim}`);
}
