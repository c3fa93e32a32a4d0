// Next.js: a route handler for the App Router, and an API route for the Pages Router.

import type { IncomingMessage, ServerResponse } from "node:http";
import { fetchListener } from "../receive/fetch-listener.js";
import { nodeListener } from "../receive/node-listener.js";
import { withLateSecret } from "../receive/receiver-options.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";

export type { NodeListener } from "../receive/node-listener.js";
export type * from "../receive/webhook-receiver-options.js";

/**
 * For the App Router.
 *
 * @example
 * // app/webhooks/route.ts
 * export const POST = receiveWebhooks({ secret, onEvent: (event) => orders.record(event) });
 */
export function receiveWebhooks(options: WebhookReceiverOptions): (request: Request) => Promise<Response> {
  return fetchListener(options, "Nothing may read the body before this handler, for example with request.json().");
}

/**
 * For the Pages Router, with its body parser disabled.
 *
 * @example
 * // pages/api/webhooks.ts
 * export const config = { api: { bodyParser: false } };
 * export default receiveWebhooksPages({ secret, onEvent: (event) => orders.record(event) });
 */
// The type is written out: a compiler before TypeScript 5.4 cannot name an alias of another file in a declaration file.
export function receiveWebhooksPages(
  options: WebhookReceiverOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return nodeListener(
    withLateSecret(options),
    "Add to this file: export const config = { api: { bodyParser: false } }.",
  );
}
