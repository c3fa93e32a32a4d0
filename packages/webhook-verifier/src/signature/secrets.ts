// Is this a usable webhook secret? Refused before anything is verified (specification: Authentication, 7).
import { asList } from "../request/headers.js";
import { refuse } from "../verification-error.js";
import { utf8Bytes } from "./hmac.js";

/** Text is used as its UTF-8 bytes, never decoded from base64 or hex. Bytes are used as they are. */
export type Secret = string | Uint8Array;

/** One secret, or several while the secret is being rotated. */
export type Secrets = Secret | readonly Secret[];

/** The secrets' bytes. @throws WebhookVerificationError `secret_invalid` */
export function readSecrets(secrets: Secrets): readonly Uint8Array[] {
  const list = asList(secrets);
  return (list.length > 0 ? list : [undefined]).map(readSecret);
}

function readSecret(secret: unknown): Uint8Array {
  const isText = typeof secret === "string";
  if (isText && secret !== secret.trim()) refuse("secret_invalid", "white space at an end");
  const bytes = isText ? utf8Bytes(secret) : secret;
  return bytes instanceof Uint8Array && bytes.length > 0 ? bytes : refuse("secret_invalid", "empty or not set");
}
