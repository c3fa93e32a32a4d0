// Samples for verifying a webhook, one for each framework, identical to those in the README of @payment-sessions/webhook-verifier, whose
// programs its own tests run. A test compares the two.

export interface WebhookSample {
  id: string;
  framework: string;
  code: string;
}

export const webhookSamples: readonly WebhookSample[] = [
  {
    id: "express",
    framework: "Express",
    code: lines(
      'import { receiveWebhooks } from "@payment-sessions/webhook-verifier/express";',
      'import express from "express";',
      "",
      "const app = express();",
      "app.post(",
      '  "/webhooks",',
      "  receiveWebhooks({ secret: process.env.WEBHOOK_SECRET, onEvent: (event) => console.log(event.event) }),",
      ");",
      "app.listen(8080);",
    ),
  },
  {
    id: "fastify",
    framework: "Fastify",
    code: lines(
      'import { receiveWebhooks } from "@payment-sessions/webhook-verifier/fastify";',
      'import Fastify from "fastify";',
      "",
      "const app = Fastify();",
      "await app.register(",
      '  receiveWebhooks({ url: "/webhooks", secret: process.env.WEBHOOK_SECRET, onEvent: (event) => console.log(event.event) }),',
      ");",
      "await app.listen({ port: 8080 });",
    ),
  },
  {
    id: "koa",
    framework: "Koa",
    code: lines(
      'import { receiveWebhooks } from "@payment-sessions/webhook-verifier/koa";',
      'import Koa from "koa";',
      "",
      "const app = new Koa();",
      "app.use(",
      '  receiveWebhooks({ path: "/webhooks", secret: process.env.WEBHOOK_SECRET, onEvent: (event) => console.log(event.event) }),',
      ");",
      "app.listen(8080);",
    ),
  },
  {
    id: "next",
    framework: "Next.js",
    code: lines(
      'import { receiveWebhooks } from "@payment-sessions/webhook-verifier/next";',
      "",
      "export const POST = receiveWebhooks({",
      "  secret: () => process.env.WEBHOOK_SECRET, // read at each delivery: `next build` needs no secret",
      "  onEvent: (event) => console.log(event.event),",
      "});",
    ),
  },
  {
    id: "fetch",
    framework: "Hono, Workers, Bun, Deno",
    code: lines(
      'import { receiveWebhooks } from "@payment-sessions/webhook-verifier/fetch";',
      "",
      "const receive = receiveWebhooks({ secret: process.env.WEBHOOK_SECRET, onEvent: (event) => console.log(event.event) });",
      "export default { fetch: (request) => receive(request) };",
    ),
  },
  {
    id: "lambda",
    framework: "AWS Lambda",
    code: lines(
      'import { receiveWebhooks } from "@payment-sessions/webhook-verifier/lambda";',
      "",
      "export const handler = receiveWebhooks({",
      "  secret: process.env.WEBHOOK_SECRET,",
      "  onEvent: (event) => console.log(event.event),",
      "});",
    ),
  },
  {
    id: "node",
    framework: "node:http",
    code: lines(
      'import { createServer } from "node:http";',
      'import { memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";',
      'import { receiveWebhooks } from "@payment-sessions/webhook-verifier/http";',
      "",
      "const receive = receiveWebhooks({",
      "  secret: process.env.WEBHOOK_SECRET,",
      "  dedupe: memoryDedupeStore(),",
      "  onEvent: (event) => console.log(event.deliveryId, event.event, event.body),",
      "});",
      "createServer(receive).listen(8080);",
    ),
  },
];

function lines(...all: string[]): string {
  return all.join("\n");
}
