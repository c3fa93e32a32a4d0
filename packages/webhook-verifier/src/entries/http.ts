// A plain node:http request listener that receives deliveries.
import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeListener } from "../receive/node-listener.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";

export type { NodeListener } from "../receive/node-listener.js";
export type * from "../receive/webhook-receiver-options.js";

/**
 * Creates a listener for node:http that receives deliveries.
 *
 * @example
 * const receive = receiveWebhooks({ secret, onEvent: (event) => orders.record(event) });
 * http.createServer((request, response) => receive(request, response)).listen(8080);
 * @throws WebhookVerificationError `secret_invalid` at construction
 */
// The type is written out: a compiler before TypeScript 5.4 cannot name an alias of another file in a declaration file.
export function receiveWebhooks(
  options: WebhookReceiverOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return nodeListener(options, "Call receiveWebhooks before anything else reads the request.");
}
