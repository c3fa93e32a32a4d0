// HMAC-SHA256 with whatever the runtime has. The primitive is all that differs between runtimes.
import type { Secret } from "./secrets.js";

type CreateHmac = typeof import("node:crypto").createHmac;

// Not an import, so that bundlers for the edge find nothing to complain about. node:crypto is 11 times faster than WebCrypto
// on bodies of this size. Bun, Deno and Workers with Node compatibility have it too.
const runtime = globalThis as {
  process?: { getBuiltinModule?: (id: string) => { createHmac?: CreateHmac } | undefined };
};
const nodeHmac = runtime.process?.getBuiltinModule?.("node:crypto")?.createHmac;

/** Whether `digestAll` answers later, so that a body in the caller's memory must be copied first. */
export const isDigestAsync = !nodeHmac;

const encoder = new TextEncoder();

/** UTF-8; bytes stay as they are. */
export function utf8Bytes(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? encoder.encode(text) : text;
}

/** One digest for each secret, all always computed. At once with a `createHmac`, else a promise. */
export function digestAll(secrets: readonly Secret[], body: Uint8Array, createHmac: CreateHmac): Uint8Array[];
export function digestAll(secrets: readonly Secret[], body: Uint8Array): Uint8Array[] | Promise<Uint8Array[]>;
export function digestAll(secrets: readonly Secret[], body: Uint8Array, createHmac = nodeHmac) {
  return createHmac
    ? secrets.map((secret): Uint8Array => createHmac("sha256", secret).update(body).digest())
    : Promise.all(secrets.map((secret) => digestWithWebCrypto(utf8Bytes(secret), body)));
}

async function digestWithWebCrypto(secret: Uint8Array, body: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", key, body));
}
