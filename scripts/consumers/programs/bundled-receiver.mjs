// Bundled and then run where nothing is installed: each entry that a receiver may need, with an authentic and
// an altered delivery.
import { verifySignature, verifyWebhook } from "@payment-sessions/webhook-verifier";
import { memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import { receiveWebhooks as receiveFetch } from "@payment-sessions/webhook-verifier/fetch";
import { receiveWebhooks as receiveLambda } from "@payment-sessions/webhook-verifier/lambda";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";

const secret = "a secret that is long enough for a test of it";

async function receive() {
  const options = { secret, dedupe: memoryDedupeStore(), onEvent: () => undefined, log: () => undefined };
  const delivery = await signWebhook({ body: createEvent({ order_id: "1001" }), secret });
  const event = await verifyWebhook({ ...delivery, secret });
  const isForged = await verifySignature("{}", delivery.signature, secret);
  const { status } = await receiveFetch(options)(new Request("http://shop.test", { method: "POST", ...delivery }));
  const response = await receiveLambda(options)({
    httpMethod: "POST",
    headers: delivery.headers,
    body: new TextDecoder().decode(delivery.body),
  });
  return [event.order_id, isForged, status, response.statusCode].join();
}

receive().then((result) => {
  console.log(result === "1001,false,200,200" ? "bundled receiver done" : `result: ${result}`);
});
