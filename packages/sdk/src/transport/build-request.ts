// Builds the request of a call. openapi-fetch's functions serialize path and query; the body is serialized once for all attempts.
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import type { OutgoingRequest } from "./attempt.js";

export interface RequestParts {
  readonly method: string;
  /** Path template of the API description, such as `/payments/{paymentId}/status`. */
  readonly path: string;
  readonly params: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  readonly body: unknown;
  readonly headers: Headers;
}

const querySerializer = createQuerySerializer();

/** @throws the error of `JSON.stringify` for a body that cannot be serialized */
export function buildRequest(baseUrl: string, { method, path, params, body, headers }: RequestParts): OutgoingRequest {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (text !== undefined) headers.set("content-type", "application/json");
  return {
    method,
    url: createFinalURL(path, { baseUrl, params, querySerializer, pathSerializer: defaultPathSerializer }),
    headers,
    body: text,
  };
}
