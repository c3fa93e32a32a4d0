// A merchant's backend from end to end on the current runtime: payments created with the SDK's mock, through
// its fetch and over real HTTP, failures distinguished, webhooks verified and forged ones refused.
import { createServer } from "node:net";
import { isPaymentSessionsError, PaymentSessions } from "@payment-sessions/sdk";
import { createMockService } from "@payment-sessions/sdk/mock";
import { verifyWebhook } from "@payment-sessions/webhook-verifier";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/fetch";
import { verifyWebhookSync } from "@payment-sessions/webhook-verifier/node";

const mock = createMockService();
const { merchantId, webhookSecret: secret } = await mock.stores.create({ name: "Tea shop" });
const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
const served = await mock.serve();
const transports = {
  "the mock's fetch": { baseUrl: mock.baseUrl, fetch: mock.fetch },
  "real HTTP": { baseUrl: served.url },
};
const received = [];
mock.webhooks.to((delivery) => {
  received.push(delivery);
});

for (const [transport, client] of Object.entries(transports)) {
  const payments = new PaymentSessions({ apiKey, ...client, random: () => 0 });
  const order = { merchantId, orderId: `1 by ${transport}`, amountCents: 1999, currency: "EUR" };

  // Rejected: nothing was created.
  const refused = await payments.sessions.initialize({ ...order, paymentMethod: "none" }).safe();
  expect(
    refused.error?.outcome === "rejected" && refused.error.status === 400,
    `${transport}: an invalid request is rejected`,
  );
  // The response was lost: the request is repeated under the same key, by the client or (Deno, on a
  // kept-alive connection) by the platform itself.
  mock.failNext("sessions.initialize", "lost-response");
  const before = mock.journal.calls().length;
  const session = await payments.sessions.initialize(order);
  const keys = mock.journal.calls().map(({ headers }) => headers["idempotency-key"]);
  expect(keys.length === before + 2 && keys.at(-1) === keys.at(-2), `${transport}: a lost response is retried`);
  expect(new URL(session.handoffUrl).href === session.handoffUrl, `${transport}: the handoff URL is an absolute URL`);
  // No response at all: the deadline holds, also over the platform's own sockets.
  mock.failNext("sessions.status", "stall");
  const late = await payments.sessions.status(session.paymentId, { timeoutMs: 250 }).safe();
  expect(late.error?.code === "TIMEOUT", `${transport}: a stalled call times out, not ${late.error?.code}`);
  // A read whose response is truncated is retried, so each attempt has to be truncated.
  mock.failNext("sessions.status", "truncated-json", 3);
  const half = await payments.sessions.status(session.paymentId).safe();
  expect(
    half.error?.code === "RESPONSE_NOT_JSON",
    `${transport}: a truncated response is an error: ${half.error?.code}`,
  );
  expect(isPaymentSessionsError(half.error), `${transport}: it is an error of the SDK`);
  expect(!showsKey(half.error) && !showsKey(late.error) && !showsKey(payments), `${transport}: no key is shown`);

  await mock.sessions.succeed(session.paymentId);
  const { status } = await payments.sessions.waitForCompletion(session.paymentId, { deadlineMs: 5000 });
  expect(status === "completed", `${transport}: the payment is completed, not ${status}`);
}

await mock.webhooks.settled();
expect(received.length === 4, `each status change of two payments is sent: ${received.length}`);
for (const verify of [verifyWebhook, verifyWebhookSync]) {
  for (const delivery of received) {
    const event = await verify({ ...delivery, secret });
    expect(event.event === "transaction.status_changed", `the mock's webhook is genuine: ${JSON.stringify(event)}`);
  }
  const code = await Promise.resolve()
    .then(() => verify({ ...received[0], secret: `${secret}, but another` }))
    .then(
      () => "accepted",
      (error) => error.code,
    );
  expect(code === "signature_mismatch", `a forged webhook is refused: ${code}`);
}

const events = [];
const receive = receiveWebhooks({ secret, onEvent: (event) => void events.push(event) });
const { body, headers } = received[0];
const posted = () => new Request("https://shop.test/webhooks", { method: "POST", headers, body });
expect((await receive(posted())).status === 200 && events.length === 1, "the receiving route accepts it");

await skipsUnrequestedContinue();
await mock.stop();
console.log("journey done");

/** C11: a server that writes an unrequested 100 Continue before each response. */
async function skipsUnrequestedContinue() {
  const body = '{"orderId":"1","status":"pending"}';
  let requests = 0;
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => {
      requests += 1;
      const head = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json";
      socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const payments = new PaymentSessions({
    apiKey,
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    maxRetries: 0,
  });
  for (let count = 0; count < 3; count += 1) {
    const { status } = await payments.sessions.status("pay_1");
    expect(status === "pending", `C11: an unrequested 100 Continue is skipped: ${status}`);
  }
  expect(requests === 3, `C11: no request is repeated: ${requests}`);
  server.close();
  // Runtimes keep idle connections open for minutes, which would delay the program's exit by as long.
  for (const socket of sockets) socket.destroy();
}

function showsKey(thing) {
  const texts = [String(thing), JSON.stringify(thing), thing.stack, thing.cause?.stack, thing.rawBody];
  return texts.some((text) => String(text).includes(apiKey));
}

function expect(isTrue, claim) {
  if (!isTrue) throw new Error(`failed: ${claim}`);
}
