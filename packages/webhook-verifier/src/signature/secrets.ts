// Is this a usable webhook secret? Refused before anything is verified (specification: Authentication, 7).
import { asList } from "../request/headers.js";
import { refuse } from "../verification-error.js";

/** Text is used as its UTF-8 bytes, never decoded from base64 or hex. Bytes are used as they are. */
export type Secret = string | Uint8Array;

/** One secret, or several while the secret is being rotated. */
export type Secrets = Secret | readonly Secret[];

/** @throws WebhookVerificationError `secret_invalid` */
export function readSecrets(secrets: Secrets | undefined): readonly Secret[] {
  const list = asList(secrets);
  return (list.length > 0 ? list : [undefined]).map(readSecret);
}

function readSecret(secret: unknown): Secret {
  const isText = typeof secret === "string";
  if (isText && secret !== secret.trim()) refuse("secret_invalid", "white space at an end");
  return (isText || secret instanceof Uint8Array) && secret.length > 0
    ? secret
    : refuse("secret_invalid", "empty or not set");
}
