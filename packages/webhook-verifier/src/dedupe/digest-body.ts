// A key for deliveries with the same body and a new delivery id: only the body is signed.
import { readWholeBody, type WholeBody } from "../request/body.js";
import { webCrypto } from "../runtime.js";
import { hex } from "../signature/hex.js";

/** The deduplication key of a body: `body:` and its hex SHA-256. */
export async function bodyKey(body: WholeBody): Promise<string> {
  const digest = new Uint8Array(await webCrypto().subtle.digest("SHA-256", readWholeBody(body)));
  return `body:${hex(digest)}`;
}
