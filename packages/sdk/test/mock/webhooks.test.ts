// Tests the mock's webhooks: signed as the service signs, on the service's schedule in the mock's own time,
// with injected faults.
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { checkDelivery } from "../../../../spec/response-check.js";
import type { ReceivedWebhook, WebhookReply } from "../../src/mock/index.js";
import { openTeaShop, start } from "./tea-shop.js";

async function openReceivingShop(reply: (count: number) => WebhookReply = () => 200) {
  const shop = await openTeaShop();
  const received: ReceivedWebhook[] = [];
  shop.mock.webhooks.to((webhook) => reply(received.push(webhook)));
  const open = async () => {
    const { paymentId } = await shop.payments.sessions.initialize(shop.order());
    await shop.mock.webhooks.settled();
    return paymentId;
  };
  const ids = () => received.map(({ headers }) => headers["x-service-delivery"]);
  const statuses = () => received.map(({ body }) => String(JSON.parse(body).status));
  const isSigned = ({ body, headers }: ReceivedWebhook) =>
    headers.get("X-Service-Signature") ===
    `sha256=${createHmac("sha256", shop.webhookSecret).update(body).digest("hex")}`;
  return { ...shop, received, open, ids, statuses, isSigned };
}

test("each change of status is sent in the contract's form, signed with the store's secret", async () => {
  const { mock, received, open, statuses, isSigned, merchantId } = await openReceivingShop();
  await mock.sessions.succeed(await open());
  expect(statuses()).toEqual(["pending", "completed"]);
  for (const webhook of received) {
    expect(isSigned(webhook)).toBe(true);
    expect(checkDelivery({ headers: webhook.headers, body: JSON.parse(webhook.body) })).toEqual([]);
    expect(JSON.parse(webhook.body).metadata).toMatchObject({ shop_id: merchantId, shop_name: "Tea shop" });
    expect(await webhook.toRequest().text()).toBe(webhook.body);
  }
});

test("a failing receiver gets twelve attempts over about a week, each at its time", async () => {
  const { mock, open, received } = await openReceivingShop(() => 503);
  await open();
  await mock.clock.advance("30d");
  const [first] = mock.webhooks.deliveries();
  expect(first).toMatchObject({ status: "pending", state: "exhausted" });
  expect(received.slice(0, 12).map(({ headers }) => headers["x-service-attempt"])).toEqual(
    Array.from({ length: 12 }, (_, index) => String(index + 1)),
  );
  const gapsMs = first?.attempts.slice(1).map(({ at }, index) => at - (first.attempts[index]?.at ?? 0)) ?? [];
  const nominal = [30, 120, 600, 1800, 7200, 21_600, 86_400, 86_400, 86_400, 129_600, 172_800];
  expect(gapsMs).toHaveLength(nominal.length);
  for (const [index, seconds] of nominal.entries()) {
    expect(gapsMs[index]).toBeGreaterThanOrEqual(seconds * 800 - 1);
    expect(gapsMs[index]).toBeLessThanOrEqual(seconds * 1200 + 1);
  }
});

test("a receiver's 401 ends the delivery, an exception is retried", async () => {
  const refusing = await openReceivingShop(() => 401);
  await refusing.open();
  await refusing.mock.clock.advance("1h");
  expect(refusing.mock.webhooks.deliveries()).toMatchObject([{ state: "dead", attempts: [{ httpStatus: 401 }] }]);
  const throwing = await openReceivingShop((count) => {
    if (count === 1) throw new Error("no database");
  });
  await throwing.open();
  expect(throwing.mock.webhooks.deliveries()).toMatchObject([{ state: "pending", attempts: [{ outcome: "network" }] }]);
  await throwing.mock.clock.advance("1m");
  expect(throwing.mock.webhooks.deliveries()).toMatchObject([{ state: "delivered" }]);
});

test.each([
  ["a count, as of an array's push", 1, "returned 1"],
  ["a number that is no status", Number.NaN, "returned NaN"],
  ["an interim status", 100, "returned 100"],
  ["null", null, "returned null"],
  ["a stored row", { id: 7, status: "completed" }, 'returned an object with status "completed"'],
  ["a response without a status, as of a failed fetch", Response.error(), "returned an object with status 0"],
])(
  "a receiver that returns %s fails the test's next step, because it is no HTTP status",
  async (_title, reply, text) => {
    const { mock, payments, order } = await openTeaShop();
    // Wrong on purpose: JavaScript allows what the type does not.
    mock.webhooks.to(() => reply as WebhookReply);
    await payments.sessions.initialize(order());
    const refused = { cause: { name: "TypeError", message: expect.stringContaining(`the receiver ${text}`) } };
    await expect(mock.webhooks.settled()).rejects.toMatchObject(refused);
    expect(mock.webhooks.deliveries()).toMatchObject([{ attempts: [{ outcome: "started", httpStatus: undefined }] }]);
    await payments.sessions.initialize(order());
    // A stop at once would abort the send.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(mock.stop()).rejects.toMatchObject(refused);
  },
);

test("a receiver that returns nothing, true or a status from 200 to 599 is believed", async () => {
  const { mock, payments, order } = await openTeaShop();
  const replies: WebhookReply[] = [undefined, true, 200, 599, false, { status: 302 }];
  mock.webhooks.to(() => replies.shift());
  for (const expected of [200, 200, 200, 599, 500, 302]) {
    const { paymentId } = await payments.sessions.initialize(order());
    const { deliveries } = await mock.webhooks.settled().then(() => mock.webhooks.history(paymentId));
    expect(deliveries[0]?.attempts[0]?.httpStatus).toBe(expected);
  }
});

test("a receiver's Response counts with its Retry-After and its text, as a URL's does, and stays readable", async () => {
  const { mock, payments, order } = await openTeaShop();
  const responses: Response[] = [];
  mock.webhooks.to(async () => {
    const response = new Response("busy".repeat(1500), { status: 503, headers: { "retry-after": "3600" } });
    responses.push(response);
    return response;
  });
  const { paymentId } = await payments.sessions.initialize(order());
  const { deliveries } = await mock.webhooks.settled().then(() => mock.webhooks.history(paymentId));
  const [attempt] = deliveries[0]?.attempts ?? [];
  expect(attempt).toMatchObject({ httpStatus: 503, responseExcerpt: "busy".repeat(1024) });
  // Twice the first pause of the schedule is the longest that a Retry-After can ask for.
  await mock.clock.advance(59_999);
  expect(responses).toHaveLength(1);
  await mock.clock.advance(1);
  expect(responses).toHaveLength(2);
  expect(await responses[0]?.text()).toBe("busy".repeat(1500));
});

test.each<[string, () => { status: number }, string]>([
  ["a Response whose text was read", readAlready, ""],
  ["a status beside plain headers and text", () => ({ status: 503, headers: { a: "b" }, text: "busy" }), ""],
  [
    "headers and text of another library",
    () => ({ status: 503, headers: { get: () => null }, text: async () => "busy" }),
    "busy",
  ],
])("of %s the status counts, and the text where it can be read", async (_title, reply, excerpt) => {
  const { mock, payments, order } = await openTeaShop();
  mock.webhooks.to(async () => reply());
  const { paymentId } = await payments.sessions.initialize(order());
  const { deliveries } = await mock.webhooks.settled().then(() => mock.webhooks.history(paymentId));
  expect(deliveries[0]?.attempts[0]).toMatchObject({ httpStatus: 503, responseExcerpt: excerpt });
});

function readAlready(): Response {
  const response = new Response("busy", { status: 503 });
  void response.text();
  return response;
}

test.each(["nowhere", 3000, null, {}])("%j is refused as a receiver, and the one before stays", async (wrong) => {
  const { mock, open, statuses } = await openReceivingShop();
  // Wrong on purpose.
  expect(() => mock.webhooks.to(wrong as never)).toThrow("takes an absolute URL or a function; got");
  await open();
  expect(statuses()).toEqual(["pending"]);
});

test("a duplicate arrives twice under one delivery id", async () => {
  const { mock, open, ids } = await openReceivingShop();
  mock.webhooks.duplicateNext();
  const paymentId = await open();
  await mock.sessions.cancel(paymentId);
  const [first, second, third] = ids();
  expect([first === second, second === third]).toEqual([true, false]);
  expect(mock.webhooks.deliveries().map(({ faults }) => faults)).toEqual([["duplicated"], []]);
});

test("a dropped send is not received and is repeated by the schedule", async () => {
  const { mock, open, received } = await openReceivingShop();
  mock.webhooks.dropNext();
  await open();
  expect(received).toHaveLength(0);
  await mock.clock.advance("40s");
  expect(received.map(({ headers }) => headers["x-service-attempt"])).toEqual(["2"]);
});

test("a delayed delivery is sent at its time, later ones may be sent before it", async () => {
  const { mock, open, statuses } = await openReceivingShop();
  mock.webhooks.delayNext("15m");
  await mock.sessions.succeed(await open());
  expect(statuses()).toEqual(["completed"]);
  await mock.clock.advance(15 * 60_000 - 1);
  expect(statuses()).toEqual(["completed"]);
  await mock.clock.advance(1);
  expect(statuses()).toEqual(["completed", "pending"]);
});

test("reordered deliveries are swapped, and one without a successor is sent when time passes", async () => {
  const { mock, open, statuses } = await openReceivingShop();
  mock.webhooks.reorderNext();
  await mock.sessions.succeed(await open());
  expect(statuses()).toEqual(["completed", "pending"]);
  mock.webhooks.reorderNext();
  await open();
  expect(statuses()).toHaveLength(2);
  await mock.clock.advance("1s");
  expect(statuses()).toEqual(["completed", "pending", "pending"]);
});

test("an invalid signature is well-formed, and only the next delivery has it", async () => {
  const { mock, open, received, isSigned } = await openReceivingShop();
  mock.webhooks.badSignatureNext();
  await mock.sessions.succeed(await open());
  expect(received.map(isSigned)).toEqual([false, true]);
  expect(received[0]?.headers["x-service-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
});

test("webhooks are signed with the new secret after a rotation", async () => {
  const { mock, open, received, merchantId, isSigned } = await openReceivingShop();
  const paymentId = await open();
  await mock.stores.announceWebhookSecret(merchantId);
  await mock.sessions.send(paymentId, "buyer_started");
  await mock.stores.switchWebhookSecret(merchantId);
  await mock.sessions.succeed(paymentId);
  expect(received.map(isSigned)).toEqual([true, true, false]);
});

test("a delivery can be resent under its id, and as a new delivery", async () => {
  const { mock, open, ids } = await openReceivingShop();
  await open();
  const [id = ""] = ids();
  await mock.webhooks.redeliver(id);
  await mock.webhooks.redeliver(id, { asNew: true });
  expect(ids()[1]).toBe(id);
  expect(ids()[2]).not.toBe(id);
});

test("a receiver may call the mock and move payments without a deadlock", async () => {
  const { mock, payments, open } = await openReceivingShop();
  const seen: unknown[] = [];
  mock.webhooks.to(async ({ body }) => {
    const { transaction_id: paymentId, status } = JSON.parse(body);
    seen.push([status, (await payments.sessions.status(paymentId)).status]);
    if (status === "pending") await mock.sessions.succeed(paymentId);
  });
  await open();
  expect(seen).toEqual([
    ["pending", "pending"],
    ["completed", "completed"],
  ]);
});

test("a receiver that would wait for itself gets an error", async () => {
  const { mock, open } = await openReceivingShop();
  const refused: unknown[] = [];
  mock.webhooks.to(async () => {
    for (const wait of [() => mock.clock.advance("1d"), () => mock.reset()]) {
      refused.push(await wait().catch((error: Error) => error.message));
    }
  });
  await open();
  expect(refused).toEqual(Array(2).fill(expect.stringContaining("cannot call mock.clock.advance")));
});

test("without a receiver of their own, stores' webhooks are kept to be read", async () => {
  const { mock, payments, order } = await openTeaShop();
  const { paymentId } = await payments.sessions.initialize(order());
  await mock.webhooks.settled();
  expect(mock.webhooks.deliveries()).toMatchObject([
    {
      paymentId,
      event: "transaction.status_changed",
      status: "pending",
      state: "delivered",
      attempts: [{ at: start }],
    },
  ]);
});

test("a URL receives real requests with the exact bytes, and its response decides the outcome", async () => {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ headers: request.headers, body });
    response.writeHead(requests.length === 1 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A TCP server's address is an object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { mock, payments, order, webhookSecret } = await openTeaShop({}, { webhookUrl: url });
  const { paymentId } = await payments.sessions.initialize(order());
  await mock.clock.advance("1m");
  expect(requests).toHaveLength(2);
  const [first, second] = requests;
  expect(second?.body).toBe(first?.body);
  const expected = `sha256=${createHmac("sha256", webhookSecret)
    .update(first?.body ?? "")
    .digest("hex")}`;
  expect(first?.headers["x-service-signature"]).toBe(expected);
  const history = await mock.webhooks.history(paymentId);
  expect(history.deliveries[0]?.attempts.map(({ httpStatus }) => httpStatus)).toEqual([500, 204]);
});
