// Servers as merchants write them, with body parsers before and after the verifier: an authentic delivery, an
// altered one, and the misconfiguration that must not end a delivery permanently.
import { createServer } from "node:http";
import { serve } from "@hono/node-server";
import koaBodyparser from "@koa/bodyparser";
import { Controller, Module, Post, Req, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { receiveWebhooks as expressReceiver } from "@payment-sessions/webhook-verifier/express";
import { receiveWebhooks as fastifyReceiver } from "@payment-sessions/webhook-verifier/fastify";
import { receiveWebhooks as fetchReceiver } from "@payment-sessions/webhook-verifier/fetch";
import { receiveWebhooks as koaReceiver } from "@payment-sessions/webhook-verifier/koa";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import express4 from "express-4";
import express5 from "express-5";
import Fastify from "fastify";
import fastifyRawBody from "fastify-raw-body";
import { Hono } from "hono";
import Koa from "koa";
import { koaBody } from "koa-body";
import oldKoaBodyparser from "koa-bodyparser";

const secret = "a secret that is long enough for a test of it";
const options = { secret, onEvent: () => undefined, log: () => undefined };
const [works, misconfigured] = [
  [200, 401],
  [500, 500],
];

const setUps = [
  ...Object.entries({ "Express 4": express4, "Express 5": express5 }).flatMap(([name, express]) => {
    const receive = () => expressReceiver(options);
    const keepRaw = { verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }) };
    return [
      [`${name}, json() after`, works, () => listen(express().post("/webhooks", receive()).use(express.json()))],
      [
        `${name}, json() before`,
        misconfigured,
        () => listen(express().use(express.json()).post("/webhooks", receive())),
      ],
      [`${name}, json() that keeps rawBody`, works, () => listen(express().use(express.json(keepRaw), receive()))],
      [
        `${name}, raw() before`,
        works,
        () =>
          listen(
            express()
              .use(express.raw({ type: "*/*" }))
              .use(receive()),
          ),
      ],
      [
        `${name}, text() before`,
        misconfigured,
        () =>
          listen(
            express()
              .use(express.text({ type: "*/*" }))
              .use(receive()),
          ),
      ],
      [`${name}, urlencoded() before`, works, () => listen(express().use(express.urlencoded()).use(receive()))],
    ];
  }),
  ...Object.entries({
    "koa-body": koaBody,
    "koa-bodyparser": oldKoaBodyparser,
    "@koa/bodyparser": namedParser(),
  }).flatMap(([name, parser]) => [
    [`Koa, ${name} after`, works, () => listen(new Koa().use(koaReceiver(options)).use(parser()).callback())],
    [`Koa, ${name} before`, misconfigured, () => listen(new Koa().use(parser()).use(koaReceiver(options)).callback())],
  ]),
  ["Fastify", works, () => fastify((app) => app.register(fastifyReceiver(options)))],
  [
    "Fastify with a JSON parser of its own",
    works,
    async () =>
      fastify((app) => {
        app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
        return app.register(fastifyReceiver(options));
      }),
  ],
  [
    "Fastify with fastify-raw-body, in bytes, everywhere",
    works,
    () =>
      fastify(async (app) => {
        await app.register(fastifyRawBody, { global: true, encoding: false, runFirst: true });
        await app.register(fastifyReceiver(options));
      }),
  ],
  ["Hono", works, () => hono((app) => app.post("/webhooks", (context) => fetchReceiver(options)(context)))],
  [
    "Hono that has read the body",
    misconfigured,
    () =>
      hono((app) =>
        app.post("/webhooks", async (context) => {
          await context.req.json();
          return fetchReceiver(options)(context);
        }),
      ),
  ],
  ["NestJS with rawBody", works, () => nest({ rawBody: true })],
  ["NestJS without rawBody", misconfigured, () => nest({})],
];

function namedParser() {
  return koaBodyparser.bodyParser ?? koaBodyparser;
}

async function listen(handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, stop: () => server.close() };
}

async function fastify(setUp) {
  const app = Fastify();
  await setUp(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { port: app.server.address().port, stop: () => app.close() };
}

function hono(setUp) {
  const app = new Hono();
  setUp(app);
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve({ port, stop: () => server.close() }),
    );
  });
}

/** Written as TypeScript compiles decorators. */
async function nest(nestOptions) {
  const receive = expressReceiver(options);
  class Webhooks {
    receive(request, response) {
      return receive(request, response);
    }
  }
  const { prototype } = Webhooks;
  Req()(prototype, "receive", 0);
  Res()(prototype, "receive", 1);
  Post("webhooks")(prototype, "receive", Object.getOwnPropertyDescriptor(prototype, "receive"));
  Controller()(Webhooks);
  class App {}
  Module({ controllers: [Webhooks] })(App);
  const app = await NestFactory.create(App, { logger: false, ...nestOptions });
  await app.listen(0, "127.0.0.1");
  return { port: app.getHttpServer().address().port, stop: () => app.close() };
}

const { body, headers } = await signWebhook({ body: createEvent({ order_id: "1001" }), secret });
const altered = new TextEncoder().encode(new TextDecoder().decode(body).replace("1001", "1002"));
let failures = 0;
for (const [name, expected, start] of setUps) {
  const server = await start();
  const statuses = [];
  for (const sent of [body, altered]) {
    const response = await fetch(`http://127.0.0.1:${server.port}/webhooks`, { method: "POST", headers, body: sent });
    await response.text();
    statuses.push(response.status);
  }
  await server.stop();
  if (statuses.join() === expected.join()) continue;
  failures += 1;
  console.error(`${name}: ${statuses.join()} and not ${expected.join()}`);
}
console.log(failures === 0 ? `${setUps.length} servers passed` : `${failures} of ${setUps.length} servers failed`);
process.exit(failures === 0 ? 0 : 1);
