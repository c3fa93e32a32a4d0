// A request and its response, as the three entries of the mock pass them to the engine.
import type { Readable } from "node:stream";

/** Header fields as Node gives them: names in lower case. */
export type IncomingFields = Record<string, string | string[] | undefined>;

export interface WireRequest {
  /** How it came: `fetch`, `msw` or `serve`. */
  face: "fetch" | "msw" | "serve";
  method: string;
  /** Origin of the address as the caller named it, for the journal. */
  origin: string;
  /** Path and query as they were sent. */
  target: string;
  headers: IncomingFields;
  body: Uint8Array;
  /** Network address that rate limits count by. */
  address: string;
  /** Ends when the caller has given up. */
  signal: AbortSignal | undefined;
}

export interface WireAnswer {
  kind: "answer";
  status: number;
  headers: Record<string, string | string[]>;
  /** Undefined: none, as for HEAD and 204. */
  body: string | undefined;
  /** Instead of a body: a stream that lasts until one side ends it. */
  stream?: Readable | undefined;
}

/** `dropped`: the connection ends and nothing was answered. */
export type WireOutcome = WireAnswer | { kind: "dropped" };

export const dropped: WireOutcome = { kind: "dropped" };
