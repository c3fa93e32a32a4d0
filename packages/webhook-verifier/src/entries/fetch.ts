// A handler for everything that speaks fetch's Request and Response: Hono, Bun, Deno, Workers, SvelteKit, Remix.
import { fetchListener } from "../receive/fetch-listener.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";

export type * from "../receive/webhook-receiver-options.js";

/** A request, or what wraps one: Hono's context. */
export type FetchRequest = Request | { readonly req: { readonly raw: Request } };

/**
 * @example
 * const receive = receiveWebhooks({ secret, onEvent: (event) => orders.record(event) });
 * app.post("/webhooks", (c) => receive(c)); // Hono
 * Deno.serve((request) => receive(request)); // or any fetch server
 */
export function receiveWebhooks(options: WebhookReceiverOptions): (request: FetchRequest) => Promise<Response> {
  const listen = fetchListener(options, "Hand over the request before anything calls request.json() or the like.");
  return (request) =>
    listen("req" in Object(request) ? (request as { req: { raw: Request } }).req.raw : (request as Request));
}
