// The request listener that node:http, Express and Next.js' Pages Router share; they differ in the advice they give.

import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeHeaders, readNodeBody } from "./node-request.js";
import { answerNode } from "./node-response.js";
import { createReceiver } from "./receive-delivery.js";
import type { WebhookReceiverOptions } from "./webhook-receiver-options.js";

/** Takes a request and answers it; never rejects. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** @param advice what to change when a parser has had the body first, as a sentence */
export function nodeListener(options: WebhookReceiverOptions, advice: string): NodeListener {
  const receive = createReceiver(options);
  return async (request, response) => {
    const answer = await receive({
      method: () => request.method,
      headers: () => nodeHeaders(request),
      readBody: (maxBytes) => readNodeBody(request, maxBytes, { holders: [request], advice }),
    });
    answerNode(request, response, answer);
  };
}
