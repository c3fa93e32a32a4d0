// A plain node:http request listener that receives deliveries.
import { type NodeListener, nodeListener } from "../receive/node-listener.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";

export type { NodeListener } from "../receive/node-listener.js";
export type * from "../receive/webhook-receiver-options.js";

/**
 * @example
 * const receive = receiveWebhooks({ secret, onEvent: (event) => orders.record(event) });
 * http.createServer((request, response) => receive(request, response)).listen(8080);
 * @throws WebhookVerificationError `secret_invalid` at construction
 */
export function receiveWebhooks(options: WebhookReceiverOptions): NodeListener {
  return nodeListener(options, "Call receiveWebhooks before anything else reads the request.");
}
