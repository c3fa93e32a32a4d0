// Reads a response body up to a size limit, and keeps the received part when the connection breaks.

/** Far above the largest response of the service. */
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

/** Not retried: the response would be as large again. */
export class BodyTooLargeError extends Error {}

/** Appends to `received.text` while reading, so that an interrupted body keeps its beginning. */
export async function readBody(response: Response, received: { text: string }): Promise<void> {
  const stream = response.body;
  if (stream === null) return;
  if (typeof stream?.getReader !== "function") {
    // Some custom fetches have another kind of stream, or none; a test's may have `json` alone.
    if (typeof response.text === "function") received.text = await response.text();
    else if (typeof response.json === "function") received.text = JSON.stringify(await response.json()) ?? "";
    return;
  }
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > LARGEST_BODY_BYTES) {
      void reader.cancel().catch(() => undefined);
      throw new BodyTooLargeError(`The response is larger than ${LARGEST_BODY_BYTES} bytes.`);
    }
    received.text += decoder.decode(value, { stream: true });
  }
  received.text += decoder.decode();
}

/** The same response, with a body that can be read any number of times. */
export function withReadBody(response: Response, text: string): Response {
  if (!Object.isExtensible(response)) return response;
  return Object.defineProperties(response, {
    text: { value: async () => text, configurable: true },
    json: { value: async () => JSON.parse(text) as unknown, configurable: true },
  });
}
