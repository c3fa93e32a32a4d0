// Reads server-sent events (WHATWG HTML, 9.2) from a response, with an idle timeout. Lines end with LF or CRLF, as the service sends them;
// a CR alone is not a line end here.

export interface StreamEvent {
  event: string;
  data: string;
  id: string | undefined;
}

/** The service sends a comment every 15 seconds: three missed ones are a lost connection. */
const idleTimeoutMs = 45_000;

/** @throws Error when the stream breaks or is idle for too long */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await withIdleTimeout(reader.read());
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = readBlock(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): StreamEvent | undefined {
  const fields: { event: string; data: string[]; id: string | undefined } = {
    event: "message",
    data: [],
    id: undefined,
  };
  for (const line of block.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === "event") fields.event = value;
    if (name === "data") fields.data.push(value);
    if (name === "id") fields.id = value;
  }
  return fields.data.length === 0 ? undefined : { ...fields, data: fields.data.join("\n") };
}

function withIdleTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no data for ${idleTimeoutMs / 1000} seconds`)), idleTimeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
