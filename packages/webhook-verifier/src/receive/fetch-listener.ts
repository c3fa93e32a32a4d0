// Handles a fetch Request and returns a Response. Reads the body as bytes, up to the limit.
import { readBody } from "../request/body.js";
import { isPromise } from "../runtime.js";
import { utf8Bytes } from "../signature/hmac.js";
import { refuse, WebhookVerificationError } from "../verification-error.js";
import { withinCap } from "./over-cap.js";
import { createReceiver } from "./receive-delivery.js";
import { withLateSecret } from "./receiver-options.js";
import type { WebhookReceiverOptions } from "./webhook-receiver-options.js";

/** @param advice a sentence that says what to change when the body was read before */
export function fetchListener(
  options: WebhookReceiverOptions,
  advice: string,
): (request: Request) => Promise<Response> {
  const receive = createReceiver(withLateSecret(options));
  return async (request) => {
    const response = await receive({
      method: () => methodOf(request),
      headers: () => request.headers,
      readBody: (maxBytes) => readRequestBody(request, maxBytes, advice),
    });
    return new Response(response.body, { status: response.status, headers: response.headers });
  };
}

/** @throws WebhookVerificationError `wrong_argument` for anything but a Request */
function methodOf(request: Request): string {
  if (isPromise(request)) refuse("wrong_argument", "the request is a promise; await it");
  return typeof request?.headers?.get === "function" && typeof request.arrayBuffer === "function"
    ? request.method
    : refuse(
        "wrong_argument",
        "the argument is not a Request; pass the Request itself, such as event.request; for a request of Node use the entry /http or /express",
      );
}

// Counts the bytes that arrive: the length header is not trusted.
async function readRequestBody(request: Request, maxBytes: number, advice: string): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked)
    throw new WebhookVerificationError("body_already_parsed", `it was read before the check. ${advice}`);
  const { body } = request;
  if (body === null) return new Uint8Array(0);
  if (body === undefined) return withinCap(new Uint8Array(await request.arrayBuffer()), maxBytes); // no streams here
  // node-fetch's Request has a stream of Node, which can be iterated.
  return utf8Bytes(await readBody(typeof body.getReader === "function" ? chunksOf(body) : body, maxBytes));
}

// Not every runtime has an iterable ReadableStream.
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Stops the sender when reading ended at the limit; has no effect after the end of the stream. Not awaited: a clone of the request that
    // nobody reads would keep it waiting.
    reader.cancel().catch(() => undefined);
  }
}
