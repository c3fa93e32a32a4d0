// A Fastify plugin that receives deliveries on one route; parsers of the surrounding app do not apply inside it.
import type { IncomingMessage } from "node:http";
import { nodeHeaders, readNodeBody } from "../receive/node-request.js";
import { nodeResponseHeaders } from "../receive/node-response.js";
import { createReceiver } from "../receive/receive-delivery.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";

export type * from "../receive/webhook-receiver-options.js";

/** Options for Fastify. */
export interface FastifyWebhookOptions extends WebhookReceiverOptions {
  /** The route's path below the plugin's prefix. Default `/webhooks`. */
  readonly url?: string | undefined;
}

/** The used part of a Fastify instance. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: null, body?: unknown) => void) => void,
  ): unknown;
  route(options: {
    method: "POST";
    url: string;
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>;
  }): unknown;
}

/** The used part of a Fastify request. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
}

/** The used part of a Fastify reply. */
export interface FastifyReplyLike {
  code(status: number): unknown;
  headers(values: Record<string, string>): unknown;
  send(body: string): unknown;
}

const ADVICE = "No preParsing hook may read the stream on this route.";

/**
 * Creates a Fastify plugin that receives deliveries on one route.
 *
 * @example
 * await app.register(receiveWebhooks({ url: "/webhooks", secret, onEvent: (event) => orders.record(event) }));
 * @throws WebhookVerificationError `secret_invalid` at construction
 */
export function receiveWebhooks(options: FastifyWebhookOptions): (app: FastifyLike) => Promise<void> {
  const receive = createReceiver(options);
  return async (app) => {
    app.removeAllContentTypeParsers();
    // Does not read the stream: the handler does.
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const handler = async (request: FastifyRequestLike, reply: FastifyReplyLike): Promise<unknown> => {
      const response = await receive({
        method: () => "POST",
        headers: () => nodeHeaders(request.raw),
        readBody: (maxBytes) =>
          readNodeBody(request.raw, maxBytes, { holders: [request, request.raw], advice: ADVICE }),
      });
      reply.code(response.status);
      reply.headers(nodeResponseHeaders(request.raw, response));
      return reply.send(response.body);
    };
    app.route({ method: "POST", url: options.url ?? "/webhooks", handler });
  };
}
