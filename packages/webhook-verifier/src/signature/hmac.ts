// HMAC-SHA256 with node:crypto or WebCrypto. Nothing else differs between runtimes.
import { type CreateHmac, Encoder, nodeHmac, webCrypto } from "../runtime.js";
import { hex } from "./hex.js";
import type { Secret } from "./secrets.js";

/** Whether `digestAll` is asynchronous: then a body in the caller's memory must be copied first. */
export const isDigestAsync = !nodeHmac;

const encoder = new Encoder();

/** UTF-8; bytes stay as they are. */
export function utf8Bytes(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? encoder.encode(text) : text;
}

/** One digest for each secret in lower-case hex; always computes all. Synchronous with a `createHmac`, otherwise a promise. */
export function digestAll(secrets: readonly Secret[], body: string | Uint8Array, createHmac: CreateHmac): string[];
export function digestAll(secrets: readonly Secret[], body: string | Uint8Array): string[] | Promise<string[]>;
export function digestAll(secrets: readonly Secret[], body: string | Uint8Array, createHmac = nodeHmac) {
  return createHmac
    ? secrets.map((secret) => createHmac("sha256", secret).update(body).digest("hex"))
    : Promise.all(secrets.map((secret) => digestWithWebCrypto(utf8Bytes(secret), utf8Bytes(body))));
}

async function digestWithWebCrypto(secret: Uint8Array, body: Uint8Array): Promise<string> {
  const { subtle } = webCrypto();
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(new Uint8Array(await subtle.sign("HMAC", key, body)));
}
