// Opens every adapter behind the same interface, over real HTTP where the framework serves HTTP.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as express from "@payment-sessions/webhook-verifier/express";
import * as fastify from "@payment-sessions/webhook-verifier/fastify";
import * as fetchEntry from "@payment-sessions/webhook-verifier/fetch";
import * as http from "@payment-sessions/webhook-verifier/http";
import * as koa from "@payment-sessions/webhook-verifier/koa";
import * as lambda from "@payment-sessions/webhook-verifier/lambda";
import * as next from "@payment-sessions/webhook-verifier/next";
import expressApp from "express";
import Fastify from "fastify";
import Koa from "koa";
import { onTestFinished } from "vitest";
import type { WebhookReceiverOptions } from "../src/receive/webhook-receiver-options.js";

export const SECRET = "whs_test_7f3c9a51d2e84b06a1c5";

export interface Sent {
  readonly body: Uint8Array | string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
}

export interface ReceiverResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

export interface Receiver {
  send(sent: Sent): Promise<ReceiverResponse>;
  close(): Promise<void>;
}

/** The receiver, which is closed when the test ends. */
export function closeAfterTest<Opened extends Receiver>(receiver: Opened): Opened {
  onTestFinished(() => receiver.close());
  return receiver;
}

export type Framework = (options: WebhookReceiverOptions) => Promise<Receiver>;

export const frameworks: Readonly<Record<string, Framework>> = {
  "node:http": async (options) => {
    const receive = http.receiveWebhooks(options);
    return serve((request, response) => void receive(request, response));
  },
  Express: async (options) => serve(expressApp().use("/webhooks", express.receiveWebhooks(options))),
  Koa: async (options) => serve(new Koa().use(koa.receiveWebhooks({ ...options, path: "/webhooks" })).callback()),
  Fastify: async (options) => {
    const app = Fastify();
    await app.register(fastify.receiveWebhooks(options));
    await app.listen({ port: 0, host: "127.0.0.1" });
    return overHttp(app.server, () => app.close());
  },
  "Next.js Pages Router": async (options) => {
    const receive = next.receiveWebhooksPages(options);
    return serve((request, response) => void receive(request, response));
  },
  fetch: async (options) => inProcess(fetchEntry.receiveWebhooks(options)),
  Hono: async (options) => {
    const receive = fetchEntry.receiveWebhooks(options);
    return inProcess((raw) => receive({ req: { raw } }));
  },
  "Next.js App Router": async (options) => inProcess(next.receiveWebhooks(options)),
  Lambda: async (options) => {
    const receive = lambda.receiveWebhooks(options);
    return {
      async send({ body, headers, method = "POST" }) {
        const response = await receive({
          requestContext: { http: { method } },
          headers: { ...headers },
          body: Buffer.from(body).toString("base64"),
          isBase64Encoded: true,
        });
        return { status: response.statusCode, headers: new Headers(response.headers), json: JSON.parse(response.body) };
      },
      close: async () => undefined,
    };
  },
};

/** Serves a listener on a free port of the loopback interface. */
export async function serve(listener: RequestListener): Promise<Receiver & { readonly port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return overHttp(server, () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
}

function overHttp(server: Server, close: () => Promise<void>): Receiver & { readonly port: number } {
  const { port } = server.address() as AddressInfo; // it listens on a TCP port, so the address is an object
  return {
    port,
    close,
    async send({ body, headers, method = "POST" }) {
      const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
        method,
        headers,
        ...(method === "POST" && { body: typeof body === "string" ? body : new Uint8Array(body) }),
      });
      return { status: response.status, headers: response.headers, json: await readJson(response) };
    },
  };
}

function inProcess(receive: (request: Request) => Promise<Response>): Receiver {
  return {
    close: async () => undefined,
    async send({ body, headers, method = "POST" }) {
      const init = method === "POST" ? { body: typeof body === "string" ? body : new Uint8Array(body) } : {};
      const response = await receive(new Request("http://shop.test/webhooks", { method, headers, ...init }));
      return { status: response.status, headers: response.headers, json: await readJson(response) };
    },
  };
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
