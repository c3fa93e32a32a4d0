// A Koa middleware that receives deliveries. Mount it on its route, before any body parser.
import type { IncomingMessage } from "node:http";
import { nodeHeaders, readNodeBody } from "../receive/node-request.js";
import { nodeResponseHeaders } from "../receive/node-response.js";
import { createReceiver } from "../receive/receive-delivery.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";

export type * from "../receive/webhook-receiver-options.js";

/** The used part of a Koa context. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly request: object;
  readonly path: string;
  status: number;
  body: unknown;
  set(headers: Record<string, string>): void;
}

/** Options for Koa. */
export interface KoaWebhookOptions extends WebhookReceiverOptions {
  /** Handles this path only, and passes other requests on. Leave it out below a router. */
  readonly path?: string | undefined;
}

const ADVICE =
  "Mount receiveWebhooks before the body parser, or set ctx.disableBodyParser = true for this path ahead of @koa/bodyparser.";

/**
 * Creates a Koa middleware that receives deliveries.
 *
 * @example
 * app.use(receiveWebhooks({ path: "/webhooks", secret, onEvent: (event) => orders.record(event) }));
 * @throws WebhookVerificationError `secret_invalid` at construction
 */
export function receiveWebhooks(
  options: KoaWebhookOptions,
): (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void> {
  const receive = createReceiver(options);
  return async (ctx, next) => {
    if (options.path !== undefined && options.path !== ctx.path) {
      await next();
      return;
    }
    const response = await receive({
      method: () => ctx.req.method,
      headers: () => nodeHeaders(ctx.req),
      readBody: (maxBytes) => readNodeBody(ctx.req, maxBytes, { holders: [ctx.request, ctx.req], advice: ADVICE }),
    });
    ctx.status = response.status;
    ctx.set(nodeResponseHeaders(ctx.req, response));
    ctx.body = response.body;
  };
}
