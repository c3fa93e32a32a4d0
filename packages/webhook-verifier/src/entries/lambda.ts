// An AWS Lambda handler: API Gateway (REST and HTTP API), function URLs, load balancers.
import { withinCap } from "../receive/over-cap.js";
import { createReceiver } from "../receive/receive-delivery.js";
import type { WebhookReceiverOptions } from "../receive/webhook-receiver-options.js";
import { utf8Bytes } from "../signature/hmac.js";
import { refuse } from "../verification-error.js";

export type * from "../receive/webhook-receiver-options.js";

/** The used part of the events of API Gateway (both formats), function URLs and load balancers. */
export interface LambdaEvent {
  readonly httpMethod?: string | undefined;
  /** For format 2.0 and function URLs, with the method in `http`. */
  readonly requestContext?: object | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

/** The response in a format that all of them accept. */
export interface LambdaResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  /** For a load balancer with multi-value headers, which ignores `headers`. */
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly body: string;
  readonly isBase64Encoded: false;
}

const ADVICE = "use the Lambda proxy integration, without a mapping template";

/**
 * Creates an AWS Lambda handler that receives deliveries.
 *
 * @example
 * export const handler = receiveWebhooks({ secret, onEvent: (event) => orders.record(event) });
 * @throws WebhookVerificationError `secret_invalid` at construction
 */
export function receiveWebhooks(options: WebhookReceiverOptions): (event: LambdaEvent) => Promise<LambdaResponse> {
  const receive = createReceiver(options);
  return async (event) => {
    const response = await receive({
      method: () => lambdaMethod(event),
      // Both: emulators leave one of them empty. Where both are full, equal values count once.
      headers: () => [...Object.entries(event.headers ?? {}), ...Object.entries(event.multiValueHeaders ?? {})],
      readBody: (maxBytes) => lambdaBody(event, maxBytes),
    });
    return {
      statusCode: response.status,
      headers: { ...response.headers },
      ...(takesListsOnly(event) && {
        multiValueHeaders: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, [value]])),
      }),
      body: response.body,
      isBase64Encoded: false,
    };
  };
}

// A mapping template, a direct invocation or a queue passes something else: a configuration error, after which the delivery is retried.
function lambdaMethod(event: LambdaEvent | null | undefined): string {
  const { http } = Object(event?.requestContext) as { http?: { method?: unknown } | null };
  const method: unknown = http?.method ?? event?.httpMethod;
  return typeof method === "string"
    ? method
    : refuse("body_already_parsed", `the event is not a proxy event; ${ADVICE}`);
}

function lambdaBody(event: LambdaEvent, maxBytes: number): Uint8Array {
  const body: unknown = event.body ?? "";
  if (typeof body !== "string") refuse("body_already_parsed", `the event holds a parsed body; ${ADVICE}`);
  const bytes = event.isBase64Encoded
    ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
    : utf8Bytes(body);
  return withinCap(bytes, maxBytes);
}

function takesListsOnly(event: LambdaEvent | null | undefined): boolean {
  return event?.multiValueHeaders != null && event.headers == null;
}
