// Checks webhook secrets, before anything is verified (spec/rules.md#authentication, 7).
import { asList } from "../request/headers.js";
import { bytesOf, isPromise } from "../runtime.js";
import { refuse } from "../verification-error.js";

/** Text is used as its UTF-8 bytes, never decoded from base64 or hex. Bytes are used as they are. */
export type Secret = string | Uint8Array;

/** One secret, or several while the secret is being rotated. */
export type Secrets = Secret | readonly Secret[];

/** @throws WebhookVerificationError `secret_invalid` */
export function readSecrets(secrets: Secrets | undefined): readonly Secret[] {
  const list = asList(secrets);
  return (list.length ? list : [undefined]).map(readSecret);
}

function readSecret(secret: unknown): Secret {
  const usable = typeof secret === "string" ? secret : bytesOf(secret);
  // Both come with copying and pasting. Format characters, such as a zero-width space, are in no secret that is meant as text.
  if (typeof usable === "string") {
    if (/\p{Cf}/u.test(usable)) refuse("secret_invalid", "contains an invisible character");
    if (usable !== usable.trim()) refuse("secret_invalid", "begins or ends with white space");
  }
  return usable?.length
    ? usable
    : refuse(
        "secret_invalid",
        isPromise(secret) ? "a promise; await it" : "empty or not set: pass the option secret, from WEBHOOK_SECRET",
      );
}
