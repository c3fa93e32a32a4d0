// Tests unusual requests and stores: getters that throw, duplicate headers, events of another source, BigInt.
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { receiveWebhooks as receiveFetch } from "@payment-sessions/webhook-verifier/fetch";
import { receiveWebhooks as receiveHttp } from "@payment-sessions/webhook-verifier/http";
import { type LambdaEvent, receiveWebhooks as receiveLambda } from "@payment-sessions/webhook-verifier/lambda";
import * as next from "@payment-sessions/webhook-verifier/next";
import { sqliteDedupeStore } from "@payment-sessions/webhook-verifier/sqlite";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import Database from "better-sqlite3";
import expressApp from "express";
import { expect, test, vi } from "vitest";
import { receiveWebhooks as receiveExpress } from "../src/entries/express.js";
import { closeAfterTest, SECRET, serve } from "./receivers.js";

const options = { secret: SECRET, onEvent: () => undefined, log: () => undefined };
const signed = () => signWebhook({ body: createEvent(), secret: SECRET });
const throws = () => {
  throw new Error("Invalid JSON");
};

test.each(["body", "rawBody"])(
  "C15: getters that throw: a %s getter that throws counts as absent, and the stream is read",
  async (name) => {
    const receive = receiveHttp(options);
    const receiver = closeAfterTest(
      await serve((request, response) => {
        Object.defineProperty(request, name, { get: throws });
        void receive(request, response);
      }),
    );
    expect(await receiver.send(await signed())).toMatchObject({ status: 200 });
    expect(await receiver.send({ body: "{", headers: {} })).toMatchObject({ status: 400 });
  },
);

test("C15: getters that throw: a body getter that throws on a request that was read gets the advice", async () => {
  const app = expressApp().use(expressApp.text({ type: "*/*" }));
  app.use((request, _response, following) => {
    Object.defineProperty(request, "body", { get: throws });
    following();
  });
  const receiver = closeAfterTest(await serve(app.use(receiveExpress(options))));
  expect(await receiver.send(await signed())).toMatchObject({
    status: 500,
    json: { error: "body_already_parsed", message: expect.stringContaining("express.raw") },
  });
});

test.each(["method", "headers", "body"])(
  "C15: getters that throw: a Request whose %s throws gets a response",
  async (name) => {
    const { body, headers } = await signed();
    const request = new Request("http://shop.test", { method: "POST", body, headers });
    Object.defineProperty(request, name, { get: throws });
    expect((await receiveFetch(options)(request)).status).toBe(500);
  },
);

test("C15: getters that throw: a log that throws does not prevent the response", async () => {
  const receive = receiveFetch({ ...options, onEvent: throws, log: throws });
  const { body, headers } = await signed();
  const response = await receive(new Request("http://shop.test", { method: "POST", body, headers }));
  expect(await response.json()).toMatchObject({ error: "handler_failed" });
});

test.each([true, false])(
  "C16: a database with defaultSafeIntegers(%s) reports a repeat as a duplicate",
  async (isBig) => {
    const database = new Database(":memory:");
    database.defaultSafeIntegers(isBig);
    const onEvent = vi.fn();
    const receive = receiveFetch({ ...options, onEvent, dedupe: sqliteDedupeStore(database) });
    const { body, headers } = await signed();
    const send = async () =>
      (await receive(new Request("http://shop.test", { method: "POST", body, headers }))).json() as unknown;
    expect(await send()).toEqual({ received: true, duplicate: false });
    expect(await send()).toEqual({ received: true, duplicate: true });
    expect(onEvent).toHaveBeenCalledTimes(1);
    database.close();
  },
);

const shapes: Record<string, (lines: [string, string][], body: Uint8Array) => Promise<number>> = {
  "node:http": async (lines, body) => {
    const receiver = closeAfterTest(await serve(receiveHttp(options)));
    return new Promise((resolve, reject) => {
      const request = httpRequest({ port: receiver.port, method: "POST", path: "/" }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      const names = new Set(lines.map(([name]) => name));
      for (const name of names)
        request.setHeader(
          name,
          lines.flatMap(([n, value]) => (n === name ? [value] : [])),
        );
      request.on("error", reject).end(body);
    });
  },
  fetch: async (lines, body) =>
    (
      await receiveFetch(options)(
        new Request("http://shop.test", { method: "POST", headers: lines, body: new Uint8Array(body) }),
      )
    ).status,
  "Lambda with joined headers": async (lines, body) =>
    lambda({ headers: Object.fromEntries(new Headers(lines)) }, body),
  "Lambda with lists of headers": async (lines, body) =>
    lambda(
      {
        multiValueHeaders: Object.fromEntries(
          lines.map(([name]) => [name, lines.flatMap(([n, value]) => (n === name ? [value] : []))]),
        ),
      },
      body,
    ),
};
const asLists = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
const lambda = async (event: LambdaEvent, body: Uint8Array) =>
  (
    await receiveLambda(options)({
      httpMethod: "POST",
      body: Buffer.from(body).toString("base64"),
      isBase64Encoded: true,
      ...event,
    })
  ).statusCode;

test.each(Object.entries(shapes))(
  "C17: a header that came twice, %s: two equal values count once, two different ones are refused",
  async (_name, send) => {
    const { body, headers } = await signed();
    const lines = Object.entries(headers);
    const repeated: [string, string][] = lines.filter(([name]) => name !== "Content-Type");
    expect(await send([...lines, ...repeated], body)).toBe(200);
    expect(await send([...lines, ["X-Service-Signature", `sha256=${"0".repeat(64)}`]], body)).toBe(400);
  },
);

const proxied: Record<string, (signature: string) => [string, string][]> = {
  "a gateway's own headers of the same prefix, with different values": () => [
    ["X-Service-Name", "a"],
    ["X-Service-Name", "b"],
    ["X-Service-Route", "eu, de"],
  ],
  "the signature a second time, with a tab": (signature) => [["X-Service-Signature", `${signature}\t`]],
  "the signature a second time, empty": () => [["X-Service-Signature", ""]],
  "the signature a second time, with its hex digits in capitals": (signature) => [
    ["X-Service-Signature", `sha256=${signature.slice(7).toUpperCase()}`],
  ],
};
for (const [change, extra] of Object.entries(proxied))
  test.each(Object.entries(shapes))(`C17: a proxy adds ${change}: %s accepts the delivery`, async (_name, send) => {
    const { body, headers, signature } = await signed();
    expect(await send([...Object.entries(headers), ...extra(signature)], body)).toBe(200);
  });

test("C17: a challenge with a comma is echoed", async () => {
  const { body, headers } = await signWebhook({
    body: createEvent({ event: "service.webhook_verification", challenge: "c_1,c_2" }),
    secret: SECRET,
  });
  const response = await receiveFetch(options)(new Request("http://shop.test", { method: "POST", body, headers }));
  expect(await response.json()).toEqual({ challenge: "c_1,c_2", signatureValid: true });
});

test("C18: Lambda events: an emulator's empty list of headers does not hide the headers", async () => {
  const { body, headers } = await signed();
  expect(await lambda({ headers, multiValueHeaders: {} }, body)).toBe(200);
  expect(await lambda({ headers: {}, multiValueHeaders: { ...asLists(headers) } }, body)).toBe(200);
});

test("C19: an adapter that gets the wrong kind of request: /fetch always responds, whatever a field req is", async () => {
  for (const req of [undefined, null, "x", {}]) {
    const { body, headers } = await signed();
    const request = Object.assign(new Request("http://shop.test", { method: "POST", body, headers }), { req });
    expect((await receiveFetch(options)(request)).status).toBe(200);
  }
});

test("C19: a body that another reader holds is named", async () => {
  const { body, headers } = await signed();
  const request = new Request("http://shop.test", { method: "POST", body, headers });
  request.body?.getReader();
  expect(await (await receiveFetch(options)(request)).json()).toMatchObject({ error: "body_already_parsed" });
});

const others = {
  "the event's own fields, by a mapping template": createEvent(),
  "a queue's records": { Records: [{ body: "{}" }] },
  "an empty object": {},
  nothing: undefined,
  null: null,
  text: "{}",
};
test.each(Object.entries(others))("C18: Lambda events: %s: 500 with the advice, not 405", async (_name, event) => {
  // Wrong on purpose.
  const response = await receiveLambda(options)(event as never);
  expect(response.statusCode).toBe(500);
  expect(response.body).toContain("proxy integration, without a mapping template");
});

test("C18: Lambda events: a load balancer with multi-value headers gets them in the response", async () => {
  const { body, headers } = await signed();
  const multiValueHeaders = asLists(headers);
  const response = await receiveLambda(options)({
    httpMethod: "POST",
    requestContext: { elb: { targetGroupArn: "arn" } },
    multiValueHeaders,
    body: Buffer.from(body).toString(),
  });
  expect(response).toMatchObject({ statusCode: 200, multiValueHeaders: { "content-type": ["application/json"] } });
});

test("C19: a Request of another library, whose body is a stream of Node (node-fetch), is verified within the limit", async () => {
  const { body, headers } = await signed();
  const send = async (bytes: Uint8Array, read: (request: Request) => Promise<Response>) => {
    const arrayBuffer = async () => bytes.slice().buffer;
    const fields = { method: "POST", headers: new Headers(headers), body: Readable.from([bytes]), arrayBuffer };
    // The part of node-fetch's class that the adapter uses.
    const response = await read(fields as unknown as Request);
    return [response.status, await response.json()];
  };
  expect(await send(body, receiveFetch(options))).toEqual([200, { received: true, duplicate: false }]);
  expect((await send(body, receiveFetch({ ...options, maxBodyBytes: 10 })))[0]).toBe(413);
  expect((await send(body, next.receiveWebhooks(options)))[0]).toBe(200);
});

const nodeRequest = { method: "POST", headers: { host: "shop.test" }, on: () => undefined };
const rows: [string, unknown, string][] = [
  ["a promise", Promise.resolve(new Request("http://shop.test", { method: "POST" })), "a promise; await it"],
  ["a request of Node", nodeRequest, "for a request of Node use the entry /http"],
  [
    "an event that contains the Request (h3)",
    { method: "POST", headers: new Headers(), req: new Request("http://shop.test", { method: "POST" }) },
    "pass the Request itself, such as event.request",
  ],
  ["nothing", undefined, "not a Request"],
];
test.each(rows)(
  "C19: an adapter that gets the wrong kind of request: /fetch names %s, with a status that ends no delivery",
  async (_name, request, message) => {
    // Wrong on purpose.
    const response = await receiveFetch(options)(request as Request);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: "wrong_argument", message: expect.stringContaining(message) });
  },
);

test("C19: an adapter that gets the wrong kind of request: /http names a Request, which comes without a response", async () => {
  const request = new Request("http://shop.test", { method: "POST" });
  // Wrong on purpose.
  await expect(receiveHttp(options)(request as never, undefined as never)).rejects.toThrow(
    "use receiveWebhooks of the entry /fetch",
  );
});

test("C3: a module that is loaded while the shop is built: the secret is read when the first delivery comes", async () => {
  const { body, headers } = await signed();
  const log = vi.fn();
  for (const secret of [undefined, ""]) {
    for (const receive of [receiveFetch, next.receiveWebhooks]) {
      const response = await receive({ ...options, log, secret })(
        new Request("http://shop.test", { method: "POST", body, headers }),
      );
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ error: "secret_invalid" });
    }
  }
  expect(log).toHaveBeenCalledTimes(4);
  const receiver = closeAfterTest(await serve(next.receiveWebhooksPages({ ...options, secret: undefined })));
  expect(await receiver.send({ body, headers })).toMatchObject({ status: 500, json: { error: "secret_invalid" } });
});

test("C3: a module that is loaded while the shop is built: a function may return no secret at first, and the secret later", async () => {
  const secrets = [undefined, SECRET];
  const receive = receiveFetch({ ...options, secret: () => secrets.shift() });
  const { body, headers } = await signed();
  const send = async () => (await receive(new Request("http://shop.test", { method: "POST", body, headers }))).status;
  expect([await send(), await send()]).toEqual([500, 200]);
});
