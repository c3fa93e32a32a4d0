// What did the response say? Reads a body to its end, bounded in size, keeping what arrived should it break off.

/** No response of the service is nearly this large; a larger body is not one of its responses. */
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

/** Another attempt would bring as much again. */
export class BodyTooLargeError extends Error {}

/** Appends to `received.text` while reading, so that a broken body still shows its beginning. */
export async function readBody(response: Response, received: { text: string }): Promise<void> {
  const stream = response.body;
  if (stream === null || stream === undefined) return;
  if (typeof stream.getReader !== "function") {
    // Some foreign fetches expose another kind of stream.
    received.text = await response.text();
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

/** The same response with its body readable again, as often as wanted. */
export function withReadBody(response: Response, text: string): Response {
  return Object.defineProperties(response, {
    text: { value: async () => text, configurable: true },
    json: { value: async () => JSON.parse(text) as unknown, configurable: true },
  });
}
