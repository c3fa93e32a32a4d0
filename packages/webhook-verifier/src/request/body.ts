// Which bytes were signed? Takes every form in which a runtime hands over an untouched body, and refuses the touched ones.
import { type BodyBytes, isDigestAsync } from "../signature/hmac.js";
import { WebhookVerificationError } from "../verification-error.js";

/** A body in one piece. Text counts as UTF-8; a view counts for its own window, not for the buffer below it. */
export type WholeBody = string | ArrayBufferView | ArrayBuffer;

/** A body as it came from the wire: in one piece, or as a stream of pieces (a Node request, `request.body`). */
export type Body = WholeBody | AsyncIterable<string | Uint8Array>;

/** Longest body that is read from a stream unless told otherwise, in bytes. Deliveries are a few kilobytes. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/**
 * The body's bytes; a promise only for a stream, so that memory which is valid in this tick only (uWebSockets) still works.
 * @throws WebhookVerificationError `body_missing`, `body_already_parsed`, `body_too_large`
 */
export function readBody(body: Body, maxBytes = DEFAULT_MAX_BODY_BYTES): BodyBytes | Promise<Uint8Array> {
  return isStream(body) ? collect(body, maxBytes) : readWholeBody(body);
}

/** @throws WebhookVerificationError `body_missing`, `body_already_parsed` */
export function readWholeBody(body: WholeBody): BodyBytes {
  if (typeof body === "string") return body;
  if (ArrayBuffer.isView(body)) return own(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  // Not instanceof: test runners hand over buffers of another realm.
  if (/ArrayBuffer\]$/.test(Object.prototype.toString.call(body))) return own(new Uint8Array(body));
  if (body === undefined || body === null) throw new WebhookVerificationError("body_missing", `The body is ${body}`);
  return refuseParsed("it is no longer text or bytes; hand over the raw body, not the parsed one");
}

// WebCrypto reads later than the caller may reuse the memory.
function own(bytes: Uint8Array): Uint8Array {
  return isDigestAsync ? bytes.slice() : bytes;
}

function isStream(body: Body): body is AsyncIterable<string | Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

async function collect(stream: AsyncIterable<string | Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  // A consumed Node stream iterates as an empty one, which would look like a wrong signature.
  const { readableDidRead, locked } = stream as { readableDidRead?: unknown; locked?: unknown };
  if (readableDidRead === true || locked === true) refuseParsed("the stream has been read before");
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (typeof chunk === "string" || !ArrayBuffer.isView(chunk))
      refuseParsed("the stream gives decoded text, not bytes");
    length += chunk.byteLength;
    if (length > maxBytes) throw new WebhookVerificationError("body_too_large", `The body exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return concat(chunks, length);
}

/** Joins pieces into one array of `length` bytes. */
export function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function refuseParsed(message: string): never {
  throw new WebhookVerificationError("body_already_parsed", `Body: ${message}`);
}
