// A request and its response as the mock's transports (fetch, MSW, HTTP server) exchange them with the engine.
import type { Readable } from "node:stream";

/** Header fields as Node gives them: names in lower case. */
export type IncomingFields = Record<string, string | string[] | undefined>;

export interface WireRequest {
  /** How the request reached the mock. */
  transport: "fetch" | "msw" | "serve";
  method: string;
  /** Origin of the URL as the caller sent it, for the journal. */
  origin: string;
  /** Path and query as they were sent. */
  target: string;
  headers: IncomingFields;
  body: Uint8Array;
  /** Network address, for rate limits by address. */
  address: string;
  /** Aborts when the caller cancels. */
  signal: AbortSignal | undefined;
}

export interface WireResponse {
  kind: "response";
  status: number;
  headers: Record<string, string | string[]>;
  /** Undefined when there is none, as for HEAD and 204. */
  body: string | undefined;
  /** Instead of a body: a stream until one side ends it. */
  stream?: Readable | undefined;
}

/** `dropped`: the connection ends without a response. */
export type WireOutcome = WireResponse | { kind: "dropped" };

export const dropped: WireOutcome = { kind: "dropped" };
