// The mock as a `fetch`: for clients that take one, such as the SDK. Nothing reaches the network.
import { Readable } from "node:stream";
import type { Engine } from "../engine/engine.js";
import type { WireOutcome, WireRequest } from "../engine/wire.js";

export interface FetchFaceDependencies {
  engine: Engine;
  baseUrl: string;
  onStray(description: string): void;
}

export function createFetchFace({ engine, baseUrl, onStray }: FetchFaceDependencies): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    if (!isBelow(request.url, baseUrl)) {
      onStray(`${request.method} ${withoutQuery(request.url)}`);
      throw failedFetch(
        `The mock stands at ${baseUrl} and reaches no other address; got ${withoutQuery(request.url)}.`,
      );
    }
    const outcome = await beforeAbort(
      readRequest(request, "fetch").then((wire) => engine.answer(wire, baseUrl)),
      request.signal,
    );
    if (outcome.kind === "dropped") throw failedFetch("read ECONNRESET", "ECONNRESET");
    const response = toResponse(outcome, request.signal);
    Object.defineProperty(response, "url", { value: request.url });
    return response;
  };
}

export async function readRequest(request: Request, face: WireRequest["face"]): Promise<WireRequest> {
  const { origin, pathname, search } = new URL(request.url);
  return {
    face,
    method: request.method,
    origin,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
    address: "127.0.0.1",
    signal: request.signal,
  };
}

export function toResponse(
  { status, headers, body, stream }: Extract<WireOutcome, { kind: "answer" }>,
  signal: AbortSignal,
): Response {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value].flat()) fields.append(name, each);
  }
  if (stream === undefined) return new Response(body ?? null, { status, headers: fields });
  signal.addEventListener("abort", () => stream.destroy(signal.reason), { once: true });
  // Sound: Node's own stream of bytes, as its own Response takes it.
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status, headers: fields });
}

function isBelow(url: string, baseUrl: string): boolean {
  const { origin, pathname } = new URL(url);
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  return origin === base.origin && (pathname === prefix || pathname.startsWith(`${prefix}/`));
}

/** As a platform's fetch fails: a TypeError that names its cause. */
function failedFetch(message: string, code = "ENOTFOUND"): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

/** A caller that aborts gets its error at once; the service's work continues. */
function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
