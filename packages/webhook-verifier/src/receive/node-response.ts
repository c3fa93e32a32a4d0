// Writes the response of a delivery to a node:http response, in any Node framework.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookResponse } from "../answer-challenge.js";
import { utf8Bytes } from "../signature/hmac.js";

/**
 * The response's headers on this connection. After a 413 the rest of the body may still be in transit: an HTTP/1
 * connection ends there; HTTP/2 has no such header, and ends only the stream.
 */
export function nodeResponseHeaders(request: IncomingMessage, content: WebhookResponse): Record<string, string> {
  const endsConnection = content.status === 413 && request.httpVersionMajor === 1;
  return endsConnection ? { ...content.headers, connection: "close" } : { ...content.headers };
}

/** Does nothing when a response was sent meanwhile, for example by a timeout middleware. */
export function writeNodeResponse(request: IncomingMessage, response: ServerResponse, content: WebhookResponse): void {
  if (response.headersSent) return;
  const length = utf8Bytes(content.body).length;
  response.writeHead(content.status, { ...nodeResponseHeaders(request, content), "content-length": length });
  response.end(content.body);
}
