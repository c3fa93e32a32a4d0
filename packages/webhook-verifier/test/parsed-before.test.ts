// Tests that a body which another parser has already read is a configuration error: 500 that names the
// setting, never 401, which ends a delivery permanently.
import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { bodyParser } from "@koa/bodyparser";
import * as express from "@payment-sessions/webhook-verifier/express";
import * as fastify from "@payment-sessions/webhook-verifier/fastify";
import * as fetchEntry from "@payment-sessions/webhook-verifier/fetch";
import * as koa from "@payment-sessions/webhook-verifier/koa";
import * as lambda from "@payment-sessions/webhook-verifier/lambda";
import * as next from "@payment-sessions/webhook-verifier/next";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import expressApp from "express";
import Fastify from "fastify";
import Koa from "koa";
import { expect, test } from "vitest";
import { closeAfterTest, SECRET, serve } from "./receivers.js";

const options = { secret: SECRET, onEvent: () => undefined, log: () => undefined };
const delivery = () => signWebhook({ body: createEvent(), secret: SECRET });

/** As on Cloud Functions: the body is read and parsed first, and its bytes are kept as `rawBody`. */
const parsedByPlatform = (handle: RequestListener) =>
  expressApp()
    .use(expressApp.json({ verify: (request, _response, bytes) => void Object.assign(request, { rawBody: bytes }) }))
    .use((request, response) => void handle(request, response));

const setUps = {
  "Koa before @koa/bodyparser": [
    () => serve(new Koa().use(koa.receiveWebhooks(options)).use(bodyParser()).callback()),
    200,
    /received/,
  ],
  "Koa after @koa/bodyparser": [
    () => serve(new Koa().use(bodyParser()).use(koa.receiveWebhooks(options)).callback()),
    500,
    /before the body parser.*disableBodyParser/,
  ],
  "Koa after @koa/bodyparser that skips the path": [
    () => {
      const app = new Koa();
      app.use((ctx, following) => {
        Object.assign(ctx, { disableBodyParser: ctx.path === "/webhooks" });
        return following();
      });
      return serve(app.use(bodyParser()).use(koa.receiveWebhooks(options)).callback());
    },
    200,
    /received/,
  ],
  "Koa behind a platform that has parsed the body and kept its bytes (Cloud Functions)": [
    () => {
      const callback = new Koa().use(koa.receiveWebhooks(options)).callback();
      return serve(parsedByPlatform((request, response) => void callback(request, response)));
    },
    200,
    /received/,
  ],
  "Fastify behind a platform that has parsed the body and kept its bytes (Cloud Functions)": [
    async () => {
      let handle: RequestListener = () => undefined;
      const app = Fastify({
        serverFactory: (handler) => {
          handle = handler;
          return createServer(handler);
        },
      });
      await app.register(fastify.receiveWebhooks(options));
      await app.ready();
      return serve(parsedByPlatform((request, response) => handle(request, response)));
    },
    200,
    /received/,
  ],
  "Express before express.json()": [
    () => serve(expressApp().use("/webhooks", express.receiveWebhooks(options)).use(expressApp.json())),
    200,
    /received/,
  ],
  "Express after express.json()": [
    () => serve(expressApp().use(expressApp.json()).use("/webhooks", express.receiveWebhooks(options))),
    500,
    /express\.raw/,
  ],
  "Express with a raw parser on the route behind a global express.json()": [
    () =>
      serve(
        expressApp()
          .use(expressApp.json())
          .post("/webhooks", expressApp.raw({ type: "*/*" }), express.receiveWebhooks(options)),
      ),
    500,
    /express\.raw/,
  ],
  "Express after express.raw()": [
    () =>
      serve(
        expressApp()
          .use(expressApp.raw({ type: "*/*" }))
          .use("/webhooks", express.receiveWebhooks(options)),
      ),
    200,
    /received/,
  ],
  "Express after express.text()": [
    () =>
      serve(
        expressApp()
          .use(expressApp.text({ type: "*/*" }))
          .use("/webhooks", express.receiveWebhooks(options)),
      ),
    500,
    /express\.raw/,
  ],
  "a host platform that parses and keeps rawBody": [
    () =>
      serve(
        expressApp()
          .use(
            expressApp.json({
              verify: (request, _response, bytes) => {
                Object.assign(request, { rawBody: bytes });
              },
            }),
          )
          .use("/webhooks", express.receiveWebhooks(options)),
      ),
    200,
    /received/,
  ],
  "Next.js Pages Router with its body parser on": [
    () => serve(expressApp().use(expressApp.json()).use(next.receiveWebhooksPages(options))),
    500,
    /bodyParser: false/,
  ],
} as const;

for (const [name, [start, status, message]] of Object.entries(setUps))
  test(`${name}: ${status}`, async () => {
    const response = await closeAfterTest(await start()).send(await delivery());
    expect(response.status).toBe(status);
    expect(JSON.stringify(response.json)).toMatch(message);
    if (status === 500) expect(response.json).toMatchObject({ error: "body_already_parsed" });
  });

test("Express after express.raw() that inflated the body: 500, not 401", async () => {
  const app = expressApp()
    .use(expressApp.raw({ type: "*/*" }))
    .use("/webhooks", express.receiveWebhooks(options));
  const body = gzipSync('{"event":"x"}');
  const { headers } = await signWebhook({ body, secret: SECRET });
  const response = await closeAfterTest(await serve(app)).send({
    body,
    headers: { ...headers, "content-encoding": "gzip" },
  });
  expect(response).toMatchObject({ status: 500, json: { error: "body_already_parsed" } });
});

test.each([
  ["express.raw(): verified", expressApp.raw({ type: "*/*" }), 200, {}],
  ["express.text(): 500", expressApp.text({ type: "*/*" }), 500, { error: "body_already_parsed" }],
])("Express, an empty body after %s", async (_name, parser, status, json) => {
  const app = expressApp().use(parser).use("/webhooks", express.receiveWebhooks(options));
  const { body, headers } = await signWebhook({ body: new Uint8Array(0), secret: SECRET });
  expect(await closeAfterTest(await serve(app)).send({ body, headers })).toMatchObject({ status, json });
});

test("Fastify keeps its own parsers outside the plugin", async () => {
  const app = Fastify();
  app.post("/other", async (request) => request.body);
  await app.register(fastify.receiveWebhooks({ ...options, url: "/hooks/payments" }));
  const other = await app.inject({ method: "POST", url: "/other", payload: { a: 1 } });
  expect(other.json()).toEqual({ a: 1 });
  const { body, headers } = await delivery();
  const hook = await app.inject({
    method: "POST",
    url: "/hooks/payments",
    payload: Buffer.from(body),
    headers: { ...headers },
  });
  expect(hook.statusCode).toBe(200);
  await app.close();
});

test("Koa passes other paths on when it has a path", async () => {
  const app = new Koa().use(koa.receiveWebhooks({ ...options, path: "/elsewhere" })).use((ctx) => {
    ctx.body = { passed: true };
  });
  expect((await closeAfterTest(await serve(app.callback())).send(await delivery())).json).toEqual({ passed: true });
});

test("a fetch Request that was read: 500", async () => {
  const { body, headers } = await delivery();
  const request = new Request("http://shop.test/", { method: "POST", body: new Uint8Array(body), headers });
  await request.json();
  const response = await fetchEntry.receiveWebhooks(options)(request);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ error: "body_already_parsed" });
});

test("a Lambda event with a parsed body: 500", async () => {
  const { headers } = await delivery();
  // Wrong on purpose.
  const response = await lambda.receiveWebhooks(options)({ httpMethod: "POST", headers, body: { a: 1 } as never });
  expect(response.statusCode).toBe(500);
  expect(response.body).toMatch(/mapping template/);
});
