// The platform's fetch, and node:http for servers that it does not understand: undici takes an unasked `100 Continue` for a broken response,
// which RFC 9110 (15.2) says is to be skipped. Found out by the first call; the calls after it go another way.
import { builtinModule } from "../runtime.js";
import type { FetchLike } from "./attempt.js";

export function createPlatformFetch(): FetchLike {
  let isTalkative = false;
  return async (url, init) => {
    const other = isTalkative ? httpFetch() : undefined;
    if (other !== undefined) return other(url, init);
    try {
      // Looked up at each call, so that a test double installed later is used too.
      return await globalThis.fetch(url, init);
    } catch (error) {
      isTalkative ||= isUnaskedContinue(error);
      throw error;
    }
  };
}

/** undici's words for it. */
const isUnaskedContinue = (error: unknown): boolean => Object(Object(error).cause).message === "bad response";

type Http = Pick<typeof import("node:http"), "request">;
type Streams = typeof import("node:stream");

/** `undefined` where there is no node:http. */
function httpFetch(): FetchLike | undefined {
  const [http, https, streams] = ["node:http", "node:https", "node:stream"].map(builtinModule);
  if (http === undefined || https === undefined || streams === undefined) return undefined;
  // Sound: the modules of these names.
  const modules = { "http:": http as Http, "https:": https as Http };
  const { Readable } = streams as Streams;
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const { request } = modules[new URL(url).protocol === "https:" ? "https:" : "http:"];
      const fields = Object.fromEntries(new Headers(headers));
      const outgoing = request(url, { method, headers: fields, signal: signal ?? undefined }, (incoming) => {
        const status = incoming.statusCode ?? 0;
        const received = new Headers();
        for (const [name, values] of Object.entries(incoming.headersDistinct)) {
          for (const value of values ?? []) received.append(name, value);
        }
        const isBodiless = method === "HEAD" || status === 204 || status === 304;
        if (isBodiless) incoming.resume();
        // Sound: Node's own stream of bytes, as its own Response takes it.
        const stream = isBodiless ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
        resolve(new Response(stream, { status, headers: received }));
      });
      outgoing.once("error", reject);
      outgoing.end(body ?? undefined);
    });
}
