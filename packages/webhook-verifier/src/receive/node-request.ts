// Reads the raw bytes of a node:http request, in any Node framework. Rejects a body that a parser has read before.
import type { IncomingMessage } from "node:http";
import { concat } from "../request/body.js";
import { bytesOf, tryOrUndefined } from "../runtime.js";
import { WebhookVerificationError } from "../verification-error.js";
import { overCap, withinCap } from "./over-cap.js";

/** Where an earlier parser may have kept the body, and how to exclude this route from it. */
export interface ParsedBefore {
  /** Objects with the bytes that an earlier parser or the platform kept, as `rawBody` or `body`. */
  readonly holders: readonly object[];
  /** What to change; becomes part of the error's message. */
  readonly advice: string;
}

// Time for a sender to stop sending a body that is too long, so that it receives the response before the connection ends.
const DISCARD_MS = 500;

/** @throws WebhookVerificationError `body_already_parsed`, `body_too_large`, `body_incomplete` */
export function readNodeBody(request: IncomingMessage, maxBytes: number, before: ParsedBefore): Promise<Uint8Array> {
  // An empty body ends without data, and is then not marked as read.
  if (request.readableDidRead || request.readableEnded) return Promise.resolve(keptBytes(request, maxBytes, before));
  if (request.destroyed) return Promise.reject(new WebhookVerificationError("body_incomplete"));
  return new Promise((resolve, reject) => {
    let chunks: Uint8Array[] = [];
    let length = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refuseLength = () => settle(() => reject(overCap(maxBytes)));
    const discard = () => {
      chunks = [];
      timer ??= setTimeout(refuseLength, DISCARD_MS);
    };
    const onData = (chunk: unknown) => {
      const bytes = bytesOf(chunk);
      if (!bytes) return settle(() => reject(parsed(`the stream gives decoded text. ${before.advice}`)));
      length += bytes.length;
      if (length > maxBytes) discard();
      else if (!timer) chunks.push(bytes);
    };
    const onEnd = () => (timer ? refuseLength() : settle(() => resolve(concat(chunks, length))));
    const onDisconnect = () => settle(() => reject(new WebhookVerificationError("body_incomplete")));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) request.off(name, listener);
      request.on("error", () => undefined); // a connection reset after the response needs no handling
      end();
    };
    const listeners = [
      ["data", onData],
      ["end", onEnd],
      ["error", onDisconnect],
      ["close", onDisconnect],
    ] as const;
    for (const [name, listener] of listeners) request.on(name, listener);
    if (Number(request.headers["content-length"]) > maxBytes) discard();
    request.resume();
  });
}

// Bytes that a raw parser such as express.raw() kept can be verified, unless it decompressed them.
function keptBytes(request: IncomingMessage, maxBytes: number, before: ParsedBefore): Uint8Array {
  const kept = before.holders.flatMap(bytesKeptOn)[0];
  if (!kept) throw parsed(`something read it before the signature was checked. ${before.advice}`);
  const coding = request.headers["content-encoding"];
  if (coding !== undefined && coding !== "identity")
    throw parsed(
      `a parser decompressed it (content-encoding: ${coding}), and the signature is of the bytes as sent. ${before.advice}`,
    );
  return withinCap(kept, maxBytes);
}

// Some platforms parse in a getter, which throws for invalid bodies.
function bytesKeptOn(holder: { rawBody?: unknown; body?: unknown }): Uint8Array[] {
  const found = [tryOrUndefined(() => holder.rawBody), tryOrUndefined(() => holder.body)];
  return found.flatMap((value) => bytesOf(value) ?? []);
}

function parsed(detail: string): WebhookVerificationError {
  return new WebhookVerificationError("body_already_parsed", detail);
}

/**
 * The headers with each repeated line as its own value: `request.headers` joins them, or drops all but one.
 */
export function nodeHeaders(request: IncomingMessage): ReadonlyMap<string, string[]> {
  const headers = new Map<string, string[]>();
  const raw = request.rawHeaders ?? [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = String(raw[i]).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), String(raw[i + 1])]);
  }
  if (headers.size === 0)
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined) headers.set(name, typeof value === "string" ? [value] : value);
  return headers;
}
