// Is this a usable webhook secret? Refused before anything is verified (specification: Authentication, 7).
import { WebhookVerificationError } from "../verification-error.js";

/** Text is used as its UTF-8 bytes, never decoded from base64 or hex. Bytes are used as they are. */
export type Secret = string | Uint8Array;

/** One secret, or several while the secret is being rotated. */
export type Secrets = Secret | readonly Secret[];

/** @throws WebhookVerificationError `secret_invalid` */
export function readSecrets(secrets: Secrets): readonly Secret[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length === 0) refuse("the list of secrets is empty");
  return list.map(readSecret);
}

function readSecret(secret: unknown): Secret {
  if (secret instanceof Uint8Array) return secret.length > 0 ? secret : refuse("a secret is empty");
  if (typeof secret !== "string") return refuse(`a secret is ${secret === null ? "null" : typeof secret}; is it set?`);
  if (secret === "") refuse("a secret is empty");
  if (secret !== secret.trim())
    refuse("a secret has white space at its start or end; remove it, or give bytes if it belongs there");
  if (/\p{Cs}/u.test(secret)) refuse("a secret has half a surrogate pair, which has no UTF-8 form");
  return secret;
}

function refuse(message: string): never {
  throw new WebhookVerificationError("secret_invalid", `Webhook secret: ${message}`);
}
