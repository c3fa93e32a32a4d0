// The mock as a `fetch` for clients with such an option, for example the SDK. Sends nothing over the network.
import { Readable } from "node:stream";
import type { Engine } from "../engine/engine.js";
import type { WireOutcome, WireRequest } from "../engine/wire.js";

export interface MockFetchDependencies {
  engine: Engine;
  baseUrl: string;
  onUnexpectedCall(description: string): void;
}

export function createMockFetch({ engine, baseUrl, onUnexpectedCall }: MockFetchDependencies): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    if (!isBelow(request.url, baseUrl)) {
      onUnexpectedCall(`${request.method} ${withoutQuery(request.url)}`);
      throw failedFetch(`The mock serves only ${baseUrl}; got ${withoutQuery(request.url)}.`);
    }
    const outcome = await rejectOnAbort(
      readRequest(request, "fetch").then((wire) => engine.handle(wire, baseUrl)),
      request.signal,
    );
    if (outcome.kind === "dropped") throw failedFetch("read ECONNRESET", "ECONNRESET");
    const response = toResponse(outcome, request.signal);
    Object.defineProperty(response, "url", { value: request.url });
    return response;
  };
}

export async function readRequest(request: Request, transport: WireRequest["transport"]): Promise<WireRequest> {
  const { origin, pathname, search } = new URL(request.url);
  return {
    transport,
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
  { status, headers, body, stream }: Extract<WireOutcome, { kind: "response" }>,
  signal: AbortSignal,
): Response {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value].flat()) fields.append(name, each);
  }
  if (stream === undefined) return new Response(body ?? null, { status, headers: fields });
  signal.addEventListener("abort", () => stream.destroy(signal.reason), { once: true });
  // Node's web stream of bytes, which Node's Response accepts.
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status, headers: fields });
}

function isBelow(url: string, baseUrl: string): boolean {
  const { origin, pathname } = new URL(url);
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  return origin === base.origin && (pathname === prefix || pathname.startsWith(`${prefix}/`));
}

/** The error of a platform's fetch: a TypeError with its cause. */
function failedFetch(message: string, code = "ENOTFOUND"): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

/** A caller that aborts gets its error immediately; the service's work continues. */
function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
