// Five receivers, each written from the verifier's README: express, Fastify, Koa, a Next.js route handler, plain node:http. They receive
// webhooks at /webhooks and call `onEvent` once for each event.
import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { bodyParser } from "@koa/bodyparser";
import { memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import * as express from "@payment-sessions/webhook-verifier/express";
import * as fastify from "@payment-sessions/webhook-verifier/fastify";
import * as http from "@payment-sessions/webhook-verifier/http";
import * as koa from "@payment-sessions/webhook-verifier/koa";
import * as next from "@payment-sessions/webhook-verifier/next";
import createExpressApp from "express";
import Fastify from "fastify";
import Koa from "koa";
import { listen, urlOf } from "../listen.js";

export type OnEvent = http.WebhookReceiverOptions["onEvent"];

export interface Receiver {
  url: string;
  close(): Promise<unknown>;
}

/** Opens a receiver. The secret is read for each delivery, since the store that has it is created after the receiver listens. */
export type OpenReceiver = (secret: () => string, onEvent: OnEvent) => Promise<Receiver>;

export const receivers: Record<string, OpenReceiver> = {
  async Express(secret, onEvent) {
    const app = createExpressApp();
    app.post("/webhooks", express.receiveWebhooks({ secret, onEvent, dedupe: memoryDedupeStore() }));
    app.use(createExpressApp.json());
    return serve(app);
  },
  async Fastify(secret, onEvent) {
    const app = Fastify();
    await app.register(fastify.receiveWebhooks({ url: "/webhooks", secret, onEvent, dedupe: memoryDedupeStore() }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { url: `${urlOf(app.server)}/webhooks`, close: () => app.close() };
  },
  async Koa(secret, onEvent) {
    const app = new Koa();
    app.use(koa.receiveWebhooks({ path: "/webhooks", secret, onEvent, dedupe: memoryDedupeStore() }));
    app.use(bodyParser());
    return serve(app.callback());
  },
  async "Next.js route handler"(secret, onEvent) {
    const POST = next.receiveWebhooks({ secret, onEvent, dedupe: memoryDedupeStore() });
    return serve(async (request, response) => {
      const result = await POST(
        new Request(`http://${request.headers.host}${request.url}`, {
          method: "POST",
          headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
          // Node's Request reads Node's web streams; only the type names of node:stream/web and the DOM differ.
          body: Readable.toWeb(request) as ReadableStream<Uint8Array>,
          duplex: "half",
        }),
      );
      response.writeHead(result.status, Object.fromEntries(result.headers));
      response.end(await result.text());
    });
  },
  async "node:http"(secret, onEvent) {
    return serve(http.receiveWebhooks({ secret, onEvent, dedupe: memoryDedupeStore() }));
  },
};

async function serve(listener: RequestListener): Promise<Receiver> {
  const { url, close } = await listen(listener);
  return { url: `${url}/webhooks`, close };
}
