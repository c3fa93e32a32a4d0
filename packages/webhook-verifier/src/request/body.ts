// Reads the signed bytes from every form in which a runtime passes a raw body, and rejects a parsed one.
import { bytesOf, isPromise, tryOrUndefined } from "../runtime.js";
import { isDigestAsync, utf8Bytes } from "../signature/hmac.js";
import { refuse } from "../verification-error.js";

/** A whole body. Text is used as UTF-8; of a view only its own window, not the whole buffer. */
export type WholeBody = string | ArrayBufferView | ArrayBuffer;

/** A raw body: whole, or as a stream of chunks (a Node request, `request.body`). */
export type Body = WholeBody | AsyncIterable<string | Uint8Array>;

/** A whole body that is ready to be hashed. */
export type Content = string | Uint8Array;

/** Default limit of a streamed body, in bytes. Deliveries are a few kilobytes. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/**
 * The body's bytes; a promise only for a stream, so that memory which is valid in this tick only (uWebSockets) still works.
 * @throws WebhookVerificationError `body_missing`, `body_already_parsed`, `wrong_argument`, `body_too_large`
 */
export function readBody(body: Body, maxBytes = DEFAULT_MAX_BODY_BYTES): Content | Promise<Content> {
  return isStream(body) ? collect(body, maxBytes) : readContent(body);
}

/** @throws WebhookVerificationError `body_missing`, `body_already_parsed`, `wrong_argument` */
export function readWholeBody(body: WholeBody): Uint8Array {
  return utf8Bytes(readContent(body));
}

/** Bytes, or text for its UTF-8 bytes: HMAC accepts both. @throws as `readWholeBody` */
export function readContent(body: WholeBody): Content {
  if (typeof body === "string") return body;
  const bytes = bytesOf(body);
  return bytes ? copyIfAsync(bytes) : refuseOther(body);
}

// Names the wrong argument, and what to pass instead.
function refuseOther(value: unknown): never {
  if (value == null) refuse("body_missing");
  if (isPromise(value)) refuse("wrong_argument", "body is a promise; await it");
  const isRequest = tryOrUndefined(() => (value as { arrayBuffer?: unknown }).arrayBuffer);
  return isRequest
    ? refuse("wrong_argument", "body is a Request; pass await request.arrayBuffer()")
    : refuse("body_already_parsed", "pass the raw bytes");
}

// Copied for WebCrypto, which reads asynchronously, when the caller may have reused the memory.
function copyIfAsync(bytes: Uint8Array): Uint8Array {
  // Not the value's own `slice`: that of a Buffer does not copy.
  return isDigestAsync ? Uint8Array.prototype.slice.call(bytes) : bytes;
}

function isStream(body: Body): body is AsyncIterable<string | Uint8Array> {
  return Symbol.asyncIterator in Object(body);
}

async function collect(stream: AsyncIterable<string | Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  // A consumed Node stream iterates as empty, which would be reported as a wrong signature.
  const { readableDidRead, locked } = stream as { readableDidRead?: unknown; locked?: unknown };
  if (readableDidRead || locked) refuse("body_already_parsed");
  const chunks: Uint8Array[] = [];
  let length = 0;
  const iterator = stream[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await iterator.next().catch(() => refuse("body_incomplete"));
    if (done) return concat(chunks, length);
    const bytes = bytesOf(value) ?? refuse("body_already_parsed", "pass the raw bytes");
    length += bytes.length;
    if (!(length <= maxBytes)) {
      // Not awaited: cancelling one branch of a teed stream waits for the other.
      iterator.return?.().catch(() => {});
      refuse("body_too_large", `over ${maxBytes}`);
    }
    chunks.push(bytes);
  }
}

/** Concatenates chunks of `length` bytes in all. */
export function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
