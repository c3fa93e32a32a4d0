// An Express handler that receives deliveries. Mount it on its route, before express.json().
import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeListener } from "../receive/node-listener.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";

export type { NodeListener } from "../receive/node-listener.js";
export type * from "../receive/webhook-receiver-options.js";

/**
 * Creates an Express handler that receives deliveries.
 *
 * @example
 * app.post("/webhooks", receiveWebhooks({ secret, onEvent: (event) => orders.record(event) }));
 * app.use(express.json()); // after it
 * @throws WebhookVerificationError `secret_invalid` at construction
 */
// The type is written out: a compiler before TypeScript 5.4 cannot name an alias of another file in a declaration file.
export function receiveWebhooks(
  options: WebhookReceiverOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return nodeListener(
    options,
    'Mount receiveWebhooks before app.use(express.json()), or parse this path with express.raw({ type: "*/*" }) first; ' +
      "on a platform that parses for you, switch its body parsing off (NestJS: rawBody: true).",
  );
}
