// Writes an answer to a node:http response, below any Node framework.
import type { WebhookAnswer } from "../answer-challenge.js";

/** What we use of node:http's ServerResponse. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(body: string): unknown;
}

/** Does nothing when somebody else has answered meanwhile, as a time-out middleware does. */
export function answerNode(response: NodeResponse, answer: WebhookAnswer): void {
  if (response.headersSent) return;
  const length = new TextEncoder().encode(answer.body).length;
  response.writeHead(answer.status, { ...answer.headers, "content-length": length });
  response.end(answer.body);
}
