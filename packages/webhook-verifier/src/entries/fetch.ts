// A handler for frameworks with fetch's Request and Response: Hono, Bun, Deno, Workers, SvelteKit, Remix.
import { fetchListener } from "../receive/fetch-listener.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";
import { tryOrUndefined } from "../runtime.js";

export type * from "../receive/webhook-receiver-options.js";

/** A request, or an object that contains one, such as Hono's context. */
export type FetchRequest = Request | { readonly req: { readonly raw: Request } };

/**
 * Creates a handler that receives deliveries as fetch's Request.
 *
 * @example
 * const receive = receiveWebhooks({ secret, onEvent: (event) => orders.record(event) });
 * app.post("/webhooks", (c) => receive(c)); // Hono
 * Deno.serve((request) => receive(request)); // or any fetch server
 */
export function receiveWebhooks(options: WebhookReceiverOptions): (request: FetchRequest) => Promise<Response> {
  const listen = fetchListener(
    options,
    "Pass the request before anything reads its body, for example with request.json().",
  );
  // A Request has no field `req`; what is neither is rejected by the listener.
  return (request) =>
    listen(tryOrUndefined(() => (request as { req?: { raw?: Request } }).req?.raw) ?? (request as Request));
}
