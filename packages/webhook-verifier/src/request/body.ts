// Which bytes were signed? Takes every form in which a runtime hands over an untouched body, and refuses the touched ones.
import { attempt, bytesOf, isPromise } from "../runtime.js";
import { isDigestAsync, utf8Bytes } from "../signature/hmac.js";
import { refuse } from "../verification-error.js";

/** A body in one piece. Text counts as UTF-8; a view counts for its own window, not for the buffer below it. */
export type WholeBody = string | ArrayBufferView | ArrayBuffer;

/** A body as it came from the wire: in one piece, or as a stream of pieces (a Node request, `request.body`). */
export type Body = WholeBody | AsyncIterable<string | Uint8Array>;

/** A whole body that is ready to be hashed. */
export type Content = string | Uint8Array;

/** Longest body that is read from a stream unless configured otherwise, in bytes. Deliveries are a few kilobytes. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/**
 * The body's bytes; a promise only for a stream, so that memory which is valid in this tick only (uWebSockets) still works.
 * @throws WebhookVerificationError `body_missing`, `body_already_parsed`, `body_too_large`
 */
export function readBody(body: Body, maxBytes = DEFAULT_MAX_BODY_BYTES): Content | Promise<Content> {
  return typeof body !== "string" && isStream(body) ? collect(body, maxBytes) : readContent(body);
}

/** @throws WebhookVerificationError `body_missing`, `body_already_parsed` */
export function readWholeBody(body: WholeBody): Uint8Array {
  return utf8Bytes(readContent(body));
}

/** Bytes, or text that stands for its UTF-8 bytes: HMAC takes either. @throws as `readWholeBody` */
export function readContent(body: WholeBody): Content {
  if (typeof body === "string") return body;
  const bytes = bytesOf(body);
  return bytes ? own(bytes) : refuseForeign(body);
}

// Says what came, and what to pass instead.
function refuseForeign(value: unknown): never {
  if (value == null) refuse("body_missing");
  if (isPromise(value)) refuse("wrong_argument", "body is a promise; await it");
  const isRequest = attempt(() => (value as { arrayBuffer?: unknown }).arrayBuffer);
  return isRequest
    ? refuse("wrong_argument", "body is a Request; pass await request.arrayBuffer()")
    : refuse("body_already_parsed", "pass the raw bytes");
}

// WebCrypto reads later than the caller may reuse the memory.
function own(bytes: Uint8Array): Uint8Array {
  // Not its own `slice`: a Buffer's copies nothing.
  return isDigestAsync ? Uint8Array.prototype.slice.call(bytes) : bytes;
}

function isStream(body: Exclude<Body, string>): body is AsyncIterable<string | Uint8Array> {
  return Symbol.asyncIterator in Object(body);
}

async function collect(stream: AsyncIterable<string | Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  // A consumed Node stream iterates as an empty one, which would look like a wrong signature.
  const { readableDidRead, locked } = stream as { readableDidRead?: unknown; locked?: unknown };
  if (readableDidRead || locked) refuse("body_already_parsed");
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = bytesOf(chunk) ?? refuse("body_already_parsed", "the stream gives no bytes");
    length += bytes.length;
    if (length > maxBytes) refuse("body_too_large", `over ${maxBytes}`);
    chunks.push(bytes);
  }
  return concat(chunks, length);
}

/** Joins pieces into one array of `length` bytes. */
export function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
