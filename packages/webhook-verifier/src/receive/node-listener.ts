// The request listener that node:http, Express and Next.js' Pages Router share; they differ in the advice of their errors.

import type { IncomingMessage, ServerResponse } from "node:http";
import { refuse } from "../verification-error.js";
import { nodeHeaders, readNodeBody } from "./node-request.js";
import { writeNodeResponse } from "./node-response.js";
import { createReceiver } from "./receive-delivery.js";
import type { WebhookReceiverOptions } from "./webhook-receiver-options.js";

/** Handles a request and writes the response. Rejects only with `wrong_argument`, when it gets no response object. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** @param advice a sentence that says what to change when a parser read the body before */
export function nodeListener(options: WebhookReceiverOptions, advice: string): NodeListener {
  const receive = createReceiver(options);
  return async (request, response) => {
    if (typeof response?.writeHead !== "function")
      refuse(
        "wrong_argument",
        "there is no response to write to; for a Request use receiveWebhooks of the entry /fetch or /next",
      );
    const content = await receive({
      method: () => request.method,
      headers: () => nodeHeaders(request),
      readBody: (maxBytes) => readNodeBody(request, maxBytes, { holders: [request], advice }),
    });
    writeNodeResponse(request, response, content);
  };
}
