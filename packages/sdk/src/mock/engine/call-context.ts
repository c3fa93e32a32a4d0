// The part of Koa's context that the service's API endpoints use, for an in-memory request. The mock does not include Koa itself.
import { parse as parseQuery } from "node:querystring";
import type { Readable } from "node:stream";
import type { Call } from "../../../../server-kit/src/http/call.js";
import { acceptsJson } from "./accept-header.js";
import type { WireRequest, WireResponse } from "./wire.js";

/** The context that the service's mount takes. */
export type KoaContext = Call["ctx"];

export interface CallContext {
  koa: KoaContext;
  /** The response so far. */
  response(): WireResponse;
}

const statusesWithoutBody = new Set([204, 205, 304]);

export function createCallContext(request: WireRequest): CallContext {
  const fields = createResponseFields();
  let status: number | undefined;
  let body: string | undefined;
  let stream: Readable | undefined;

  const context = {
    ...requestSide(request),
    response: { get: fields.get },
    set: fields.set,
    get status() {
      return status ?? (body === undefined ? 404 : 200);
    },
    set status(value: number) {
      status = value;
    },
    set type(value: string) {
      fields.set("Content-Type", value === "application/json" ? "application/json; charset=utf-8" : value);
    },
    set body(value: string | Readable) {
      if (typeof value === "string") body = value;
      else stream = value;
    },
  };

  return {
    // These are the members that http/mount and the steps of the API endpoints use; the contract suite runs all of them here.
    koa: context as unknown as KoaContext,
    response() {
      const hasNoBody = statusesWithoutBody.has(context.status);
      if (!hasNoBody && stream === undefined)
        fields.set("Content-Length", String(new TextEncoder().encode(body ?? "").length));
      return {
        kind: "response",
        status: context.status,
        headers: fields.all(),
        body: hasNoBody || request.method === "HEAD" ? undefined : body,
        stream,
      };
    },
  };
}

function requestSide(request: WireRequest) {
  const target = request.target.replace(/#.*$/s, "");
  const [path = "/", ...queryParts] = target.split("?");
  const headers = {
    ...request.headers,
    ...(request.body.length > 0 ? { "content-length": String(request.body.length) } : {}),
  };
  return {
    method: request.method,
    path: path === "" ? "/" : path,
    originalUrl: target,
    query: parseQuery(queryParts.join("?")),
    // Marked as read: the endpoints then take the bytes from `rawBody`.
    req: { headers, url: target, readableDidRead: true, socket: { remoteAddress: request.address } },
    request: { rawBody: request.body },
    get(name: string) {
      const value = request.headers[name.toLowerCase()] ?? "";
      return Array.isArray(value) ? value.join(", ") : value;
    },
    accepts: (type: string) => (acceptsJson(request.headers.accept?.toString()) ? type : false),
  };
}

function createResponseFields() {
  const fields = new Map<string, { name: string; value: string | string[] }>();
  return {
    get: (name: string) => fields.get(name.toLowerCase())?.value ?? "",
    set: (name: string, value: string | string[]) => void fields.set(name.toLowerCase(), { name, value }),
    all: () => Object.fromEntries([...fields.values()].map(({ name, value }) => [name, value])),
  };
}
