// The part of Koa's context that the service's API endpoints use, on a request that never was a socket. Koa itself stays out of the mock.
import { parse as parseQuery } from "node:querystring";
import type { Readable } from "node:stream";
import type { Call } from "../../../../server-kit/src/http/call.js";
import { acceptsJson } from "./accept-header.js";
import type { WireAnswer, WireRequest } from "./wire.js";

/** What the service's mount takes. */
export type KoaContext = Call["ctx"];

export interface CallContext {
  koa: KoaContext;
  /** Its response. */
  answer(): WireAnswer;
}

const bodiless = new Set([204, 205, 304]);

export function createCallContext(request: WireRequest): CallContext {
  const target = request.target.replace(/#.*$/s, "");
  const [path = "/", ...queryParts] = target.split("?");
  const fields = new Map<string, { name: string; value: string | string[] }>();
  let status: number | undefined;
  let body: string | undefined;
  let stream: Readable | undefined;

  const field = (name: string) => {
    const value = request.headers[name.toLowerCase()] ?? "";
    return Array.isArray(value) ? value.join(", ") : value;
  };
  const headers = {
    ...request.headers,
    ...(request.body.length > 0 ? { "content-length": String(request.body.length) } : {}),
  };

  const context = {
    method: request.method,
    path: path === "" ? "/" : path,
    originalUrl: target,
    query: parseQuery(queryParts.join("?")),
    // The endpoints take the bytes from here: a request that was read already brings them along.
    req: { headers, url: target, readableDidRead: true, socket: { remoteAddress: request.address } },
    request: { rawBody: request.body },
    response: { get: (name: string) => fields.get(name.toLowerCase())?.value ?? "" },
    get: field,
    set(name: string, value: string | string[]) {
      fields.set(name.toLowerCase(), { name, value });
    },
    accepts: (type: string) => (acceptsJson(request.headers.accept?.toString()) ? type : false),
    get status() {
      return status ?? (body === undefined ? 404 : 200);
    },
    set status(value: number) {
      status = value;
    },
    set type(value: string) {
      this.set("Content-Type", value === "application/json" ? "application/json; charset=utf-8" : value);
    },
    set body(value: string | Readable) {
      if (typeof value === "string") body = value;
      else stream = value;
    },
  };

  return {
    // Sound: these are the members that http/mount and the steps of the API endpoints use; the contract suite runs all of them here.
    koa: context as unknown as KoaContext,
    answer() {
      const isBodiless = bodiless.has(context.status);
      if (!isBodiless && stream === undefined)
        context.set("Content-Length", String(new TextEncoder().encode(body ?? "").length));
      return {
        kind: "answer",
        status: context.status,
        headers: Object.fromEntries([...fields.values()].map(({ name, value }) => [name, value])),
        body: isBodiless || request.method === "HEAD" ? undefined : body,
        stream,
      };
    },
  };
}
