// A merchant's Worker: the client and the verifier without Node's modules. The test stops at the first claim
// that fails.
import { PaymentSessions } from "@payment-sessions/sdk";
import * as verifier from "@payment-sessions/webhook-verifier";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/fetch";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import { conformance } from "./conformance.mjs";
import vectors from "./hmac-vectors.json";
import receiver from "./readme-receiver.mjs";

export default {
  async test(_, { baseUrl, apiKey, merchantId }) {
    expect(typeof process === "undefined", "`process` is undefined");
    const payments = new PaymentSessions({ apiKey, baseUrl, random: () => 0 });
    const order = { merchantId, orderId: "1", amountCents: 1999, currency: "EUR" };
    // The mock loses its first response, and its second status call gets no response.
    const { data: session, attempts } = await payments.sessions.initialize(order).withResponse();
    expect(attempts.length === 2, `a lost response is requested again, in ${attempts.length} attempts`);
    const late = await payments.sessions.status(session.paymentId, { timeoutMs: 250 }).safe();
    expect(late.error?.code === "TIMEOUT", `a stalled call times out, not ${late.error?.code}`);
    await payments.sandbox.send(session.paymentId, "provider_success");
    const { status } = await payments.sessions.waitForCompletion(session.paymentId, { deadlineMs: 5000 });
    expect(status === "completed", `the payment is completed, not ${status}`);

    const secret = "a secret that is long enough for a test of it";
    const seen = [];
    const receive = receiveWebhooks({ secret, onEvent: (event) => void seen.push(event.order_id) });
    const post = async (signedWith, listen = receive) => {
      const signed = await signWebhook({ body: createEvent({ order_id: "1" }), secret: signedWith });
      return (await listen(new Request("https://shop.test/webhooks", { method: "POST", ...signed }))).status;
    };
    expect((await post(secret)) === 200 && seen.join() === "1", "a signed webhook is accepted");
    expect((await post(`${secret}, but another`)) === 401 && seen.length === 1, "a forged webhook gets 401");

    const asPrinted = (request) => receiver.fetch(request, { WEBHOOK_SECRET: secret });
    expect((await post(secret, asPrinted)) === 200, "the README's program accepts a signed webhook");
    expect((await post(`${secret}, but another`, asPrinted)) === 401, "its response to a forged one is 401");

    const checks = conformance(verifier, vectors);
    expect(checks.length > 100, `only ${checks.length} checks of the verifier were found`);
    for (const { title, run } of checks) {
      await run().catch((error) => expect(false, `${title}: ${error.message}`));
    }
    console.log(`worker done, ${checks.length} checks passed`);
  },
};

function expect(isTrue, claim) {
  if (!isTrue) throw new Error(`does not hold: ${claim}`);
}
