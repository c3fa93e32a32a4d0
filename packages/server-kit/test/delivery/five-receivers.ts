// Five shops, each written from the verifier's README: express, Fastify, Koa, a Next.js route handler, plain node:http. They take their
// webhooks at /webhooks and hand each event over once.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
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

export type OnEvent = http.WebhookReceiverOptions["onEvent"];

export interface Shop {
  url: string;
  close(): Promise<unknown>;
}

/** Opens a shop; the secret is looked up for each delivery, as the store that makes it is created after the shop is reachable. */
export type OpenShop = (secret: () => string, onEvent: OnEvent) => Promise<Shop>;

export const shops: Record<string, OpenShop> = {
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
    return { url: urlOf(app.server), close: () => app.close() };
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
      const answer = await POST(
        new Request(`http://${request.headers.host}${request.url}`, {
          method: "POST",
          headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
          // Sound: Node's web streams are the ones that its Request reads.
          body: Readable.toWeb(request) as ReadableStream<Uint8Array>,
          duplex: "half",
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    });
  },
  async "node:http"(secret, onEvent) {
    return serve(http.receiveWebhooks({ secret, onEvent, dedupe: memoryDedupeStore() }));
  },
};

async function serve(listener: RequestListener): Promise<Shop> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: urlOf(server),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function urlOf(server: Server): string {
  // Sound: a TCP server's address is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}
