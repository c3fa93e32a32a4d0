// A receiver of webhooks for the demo: verifies each delivery with the package webhook-verifier and lists the events, newest first.
// A complete store is in the examples; this one only shows that deliveries arrive.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookEvent } from "@payment-sessions/webhook-verifier";
import { receiveWebhooks } from "@payment-sessions/webhook-verifier/http";

export interface DemoReceiver {
  webhookUrl: string;
  pageUrl: string;
  /**
   * The store is created with the receiver's address, so its secret is set later. The response to earlier deliveries is 503: they are sent
   * again.
   */
  useSecret(secret: string): void;
  stop(): Promise<void>;
}

const keptEvents = 100;

export async function startDemoReceiver(): Promise<DemoReceiver> {
  let secret: string | undefined;
  const received: WebhookEvent[] = [];
  const receive = receiveWebhooks({
    secret: () => secret ?? "",
    onEvent(event) {
      received.unshift(event);
      received.length = Math.min(received.length, keptEvents);
    },
  });
  const server = createServer((request, response) => {
    if (request.url !== "/webhooks") sendPage(response, received);
    else if (secret === undefined) response.writeHead(503).end();
    else void receive(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    webhookUrl: `${url}/webhooks`,
    pageUrl: `${url}/`,
    useSecret(webhookSecret) {
      secret = webhookSecret;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function sendPage(response: ServerResponse, received: readonly WebhookEvent[]): void {
  const rows = received.map(
    ({ deliveryId, body }) =>
      `<li><code>${escapeHtml(deliveryId ?? "")}</code><pre>${escapeHtml(pretty(body))}</pre></li>`,
  );
  const list = rows.length === 0 ? "<p>Nothing has arrived yet.</p>" : `<ol reversed>${rows.join("")}</ol>`;
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "cache-control": "no-store",
    refresh: "3",
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Received webhooks</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}pre{background:#f3f4f6;padding:1rem;overflow:auto}</style>
<h1>Received webhooks</h1><p>Each one was verified with the store's webhook secret.</p>${list}</html>`);
}

function pretty(body: unknown): string {
  return JSON.stringify(body, undefined, 2) ?? "";
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
