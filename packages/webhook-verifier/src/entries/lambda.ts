// An AWS Lambda handler: API Gateway (REST and HTTP API), function URLs, load balancers.

import { overCap } from "../receive/over-cap.js";
import { createReceiver } from "../receive/receive-delivery.js";
import type { WebhookReceiverOptions } from "../receive/receiver-options.js";
import type { HeaderSource } from "../request/headers.js";
import { WebhookVerificationError } from "../verification-error.js";

export type { WebhookReceiverOptions } from "../receive/receiver-options.js";

/** What we use of the events of API Gateway (both formats), function URLs and load balancers. */
export interface LambdaEvent {
  readonly httpMethod?: string | undefined;
  readonly requestContext?: { readonly http?: { readonly method?: string | undefined } | undefined } | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

/** The answer in the shape that all of them take. */
export interface LambdaAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

/**
 * @example
 * export const handler = receiveWebhooks({ secret, onEvent: (event) => orders.record(event) });
 * @throws WebhookVerificationError `secret_invalid` at construction
 */
export function receiveWebhooks(options: WebhookReceiverOptions): (event: LambdaEvent) => Promise<LambdaAnswer> {
  const receive = createReceiver(options);
  return async (event) => {
    const answer = await receive({
      method: event.requestContext?.http?.method ?? event.httpMethod,
      headers: lambdaHeaders(event),
      readBody: (maxBytes) => lambdaBody(event, maxBytes),
    });
    return { statusCode: answer.status, headers: { ...answer.headers }, body: answer.body, isBase64Encoded: false };
  };
}

function lambdaHeaders(event: LambdaEvent): HeaderSource {
  return event.multiValueHeaders ?? event.headers ?? {};
}

function lambdaBody(event: LambdaEvent, maxBytes: number): Uint8Array {
  const body: unknown = event.body ?? "";
  if (typeof body !== "string")
    throw new WebhookVerificationError(
      "body_already_parsed",
      "the event holds a parsed body; use the Lambda proxy integration, without a mapping template",
    );
  const bytes = event.isBase64Encoded
    ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
    : new TextEncoder().encode(body);
  if (bytes.length > maxBytes) throw overCap(maxBytes);
  return bytes;
}
