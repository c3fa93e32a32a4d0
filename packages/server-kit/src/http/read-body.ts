// Reads the request body's bytes, with a size limit, whether or not a host app has read them before. The exact bytes matter (duplicate
// keys, encodings), which is why this uses raw-body and not a body parser.
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { requireNoNul } from "../domain/nul-text.js";
import { Refusal } from "../domain/refusal.js";
import type { Call, ReceivedBody } from "./call.js";
import { limits } from "./generated/contract.js";
import { isTooDeep, parseStrictJson, requireExactObject } from "./strict-json.js";

/** @throws Refusal UNSUPPORTED_MEDIA_TYPE unless the body is declared as unencoded UTF-8 JSON. */
export function requireJsonType({ ctx }: Call): void {
  const encoding = ctx.get("content-encoding").trim().toLowerCase();
  if (encoding !== "" && encoding !== "identity") throw unsupported("send the body without Content-Encoding");
  const [type = "", ...parameters] = ctx
    .get("content-type")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  if (type !== "application/json") throw unsupported("send Content-Type: application/json");
  const isOther = parameters
    .map((parameter) => parameter.split("=").map((part) => part.trim()))
    .some(([name, charset = ""]) => name === "charset" && !["utf-8", "utf8", '"utf-8"', '"utf8"'].includes(charset));
  if (isOther) throw unsupported("send the body as UTF-8");
}

/** Reads at most the contract's 64 KiB. @throws Refusal BODY_TOO_LARGE. */
export async function readBody(call: Call): Promise<void> {
  call.received = await receive(call.ctx, limits.bodyMaxBytes);
}

/** @throws Refusal INVALID_JSON, VALIDATION_ERROR. */
export function parseJson(call: Call): void {
  const { received } = call;
  if (received === undefined) throw new Error("There is no body to parse: put readBody before this step.");
  call.body = received.kind === "bytes" ? parseStrictJson(received.bytes) : requireExactObject(received.value);
}

/** The fields of an HTML form, each with its first value. @throws Refusal UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE. */
export async function readForm({ ctx }: Pick<Call, "ctx">): Promise<Record<string, string>> {
  if (!ctx.is("application/x-www-form-urlencoded")) throw unsupported("send an HTML form");
  const received = await receive(ctx, limits.bodyMaxBytes);
  const fields: Record<string, string> = Object.create(null);
  const entries =
    received.kind === "bytes"
      ? [...new URLSearchParams(new TextDecoder().decode(received.bytes))]
      : Object.entries(received.value ?? {});
  for (const [name, value] of entries) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (!(name in fields) && typeof first === "string") fields[name] = first;
  }
  requireNoNul(fields);
  return fields;
}

async function receive(ctx: Context, maxBytes: number): Promise<ReceivedBody> {
  const { req } = ctx;
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(ctx, maxBytes);
  if (!hasBody(req)) return { kind: "bytes", bytes: new Uint8Array() };
  if (req.readableDidRead) return receiveFromHost(ctx, maxBytes);
  try {
    return { kind: "bytes", bytes: await readBytes(req, maxBytes) };
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(ctx, maxBytes);
    throw new Refusal("INVALID_JSON", { message: "The body ended before it was complete.", cause: error });
  }
}

/** A host may have paused the stream, or have set an encoding on it. */
function readBytes(req: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const reading = req.readableEncoding === null ? getRawBody(req, { limit: maxBytes }) : readText(req, maxBytes);
  req.resume();
  return reading;
}

/** raw-body refuses a stream that yields text. Node decodes it on the way in, so bytes that are not valid text become U+FFFD. */
async function readText(req: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const text of req.iterator({ destroyOnReturn: false })) {
    const part = Buffer.from(text, req.readableEncoding ?? "utf8");
    size += part.length;
    if (size > maxBytes) throw Object.assign(new Error("The body is too large."), { type: "entity.too.large" });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Host parsers differ in the value they set for a missing body, so the headers decide. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** A host's parser stores the text or the value in one of a few well-known properties. */
function receiveFromHost(ctx: Context, maxBytes: number): ReceivedBody {
  // Parsers set these properties; each is read as unknown.
  const request = ctx.request as unknown as { rawBody?: unknown; body?: unknown };
  const message = ctx.req as IncomingMessage & { rawBody?: unknown; body?: unknown };
  const found = [request.rawBody, message.rawBody, request.body, message.body].find((value) => value !== undefined);
  if (found === undefined) {
    throw new Error(
      "The host app has read the request body without keeping it: mount the payment service before the body parser, or set request.body to the parsed body.",
    );
  }
  const bytes =
    typeof found === "string" ? new TextEncoder().encode(found) : found instanceof Uint8Array ? found : undefined;
  const size = bytes?.length ?? sizeAsJson(found);
  if (size > maxBytes) throw tooLarge(ctx, maxBytes);
  return bytes === undefined ? { kind: "parsed", value: found } : { kind: "bytes", bytes };
}

/** 0 for a value that is nested too deeply to be written as text: it is refused when it is parsed. */
function sizeAsJson(value: unknown): number {
  return isTooDeep(value) ? 0 : new TextEncoder().encode(JSON.stringify(value) ?? "").length;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "type" in error && error.type === "entity.too.large";
}

function tooLarge(ctx: Context, maxBytes: number): Refusal {
  // The rest of the body is not read, so the connection cannot be reused.
  ctx.set("Connection", "close");
  return new Refusal("BODY_TOO_LARGE", { message: `The body may have at most ${maxBytes} bytes.` });
}

function unsupported(advice: string): Refusal {
  return new Refusal("UNSUPPORTED_MEDIA_TYPE", {
    message: `The type of the request body is not supported: ${advice}.`,
  });
}
