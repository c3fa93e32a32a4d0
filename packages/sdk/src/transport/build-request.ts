// Which bytes does a call send? openapi-fetch's own functions fill in path and query; headers and body stay text for every attempt.
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import type { OutgoingRequest } from "./attempt.js";

export interface RequestParts {
  readonly method: string;
  /** Path template of the description, `{paymentId}` not yet filled in. */
  readonly path: string;
  readonly params: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  readonly body: unknown;
  readonly headers: Headers;
}

const querySerializer = createQuerySerializer();

/** @throws whatever `JSON.stringify` throws for a body that cannot be written */
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
