// Builds the request of a call. The body is serialized once for all attempts.
import { isObject } from "../is-object.js";
import type { OutgoingRequest } from "./attempt.js";

export interface RequestParts {
  readonly method: string;
  /** Path template of the API description, such as `/payments/{paymentId}/status`. */
  readonly path: string;
  readonly params: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  readonly body: unknown;
  readonly headers: Headers;
}

/** @throws the error of `JSON.stringify` for a body that cannot be serialized */
export function buildRequest(baseUrl: string, { method, path, params, body, headers }: RequestParts): OutgoingRequest {
  const text = body === undefined ? undefined : JSON.stringify(body, refuseUnserializable);
  if (text !== undefined) headers.set("content-type", "application/json");
  return {
    method,
    url: baseUrl + writePath(path, params.path) + writeQuery(params.query),
    headers,
    body: text,
  };
}

/** `JSON.stringify` would silently write a Map or a promise as `{}`. */
function refuseUnserializable(name: string, value: unknown): unknown {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (isObject(value) && kind !== "Object" && Object.keys(value).length === 0) {
    throw new TypeError(`JSON cannot represent ${name || "the body"}, a ${kind}; pass a plain object`);
  }
  return value;
}

/** Only text and numbers, as in the API description. */
function writePath(path: string, values: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** A list is written as one parameter for each element. */
function writeQuery(values: Record<string, unknown> = {}): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((each) => each !== undefined && each !== null)
      .map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
