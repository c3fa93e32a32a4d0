// Verifies a delivery and returns its event, on every runtime (spec/rules.md#authentication, 7).
import { readEvent } from "./event/read-event.js";
import type { WebhookEvent } from "./event/webhook-event.js";
import { type Body, type Content, readBody } from "./request/body.js";
import { type HeaderSource, headerValues, readHeaders } from "./request/headers.js";
import { isPromise } from "./runtime.js";
import { indexOfDigest } from "./signature/constant-time.js";
import { digestAll, utf8Bytes } from "./signature/hmac.js";
import { readSecrets, type Secret, type Secrets } from "./signature/secrets.js";
import { readSignature } from "./signature/signature-header.js";
import { refuse } from "./verification-error.js";

/** A delivery to check. */
export interface WebhookRequest<AnyBody = Body> {
  /** The raw bytes, before any parser. */
  readonly body: AnyBody;
  readonly headers: HeaderSource;
  /** The store's webhook secret, or several while it is rotated. All are always tried. */
  readonly secret: Secrets;
  /** Limit for a streamed body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Prefix of the header names. Default `X-Service-`. */
  readonly headerPrefix?: string | undefined;
}

/**
 * Whether `header` is the signature of `body` under one of the secrets. A malformed signature is `false` too.
 *
 * @example
 * if (!(await verifySignature(rawBody, request.headers["x-service-signature"], secret))) return 401;
 * @throws WebhookVerificationError `secret_invalid`, `body_missing`, `body_already_parsed`, `wrong_argument`; for a stream also
 *   `body_too_large`
 */
export async function verifySignature(
  body: Body,
  header: string | readonly string[] | null | undefined,
  secretOrSecrets: Secrets,
): Promise<boolean> {
  return digestBody(readSecrets(secretOrSecrets), body, (digests) => isSigned(header, digests));
}

/**
 * Verifies a delivery and returns its typed event.
 *
 * @example
 * const event = await verifyWebhook({ body: await request.arrayBuffer(), headers: request.headers, secret });
 * if (event.event === "transaction.status_changed") await orders.update(event.order_id, event.status);
 * @throws WebhookVerificationError with a stable `code`
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { secrets, verify } = prepareVerification(request);
  return digestBody(secrets, request.body, verify, request.maxBodyBytes);
}

// No await before a whole body is hashed and read synchronously: its memory may be valid in this tick only (uWebSockets).
async function digestBody<Result>(
  secrets: readonly Secret[],
  body: Body,
  decide: (digests: readonly string[], content: Content) => Result,
  maxBytes?: number,
): Promise<Result> {
  const whole = readBody(body, maxBytes);
  const content = isPromise(whole) ? await whole : whole;
  const digests = digestAll(secrets, content);
  return decide(isPromise(digests) ? await digests : digests, content);
}

/** A delivery whose arguments were checked; what is left is to hash its body. */
export interface PreparedVerification {
  readonly secrets: readonly Secret[];
  /**
   * Compares the delivery's signature with the digests of the body under `secrets`.
   * @throws WebhookVerificationError `signature_mismatch`, and what `readEvent` throws
   */
  readonly verify: (digests: readonly string[], content: Content) => WebhookEvent;
}

/** Everything but the hashing, shared with the synchronous entry. */
export function prepareVerification(
  request: Pick<WebhookRequest, "secret" | "headers" | "headerPrefix">,
): PreparedVerification {
  const secrets = readSecrets(request.secret);
  const headers = readHeaders(request.headers, request.headerPrefix);
  const signature = readSignature(headers.signature ?? refuse("signature_missing")) ?? refuse("signature_malformed");
  return {
    secrets,
    verify(digests, content) {
      const secretIndex = indexOfDigest(digests, signature);
      if (secretIndex < 0) refuse("signature_mismatch");
      return readEvent(utf8Bytes(content), headers, secretIndex);
    },
  };
}

/** Whether the header has one of the digests. A value that a proxy repeated counts once; two different values are rejected. */
export function isSigned(header: unknown, digests: readonly string[]): boolean {
  const signatures = new Set(headerValues(header).map(readSignature));
  const [signature] = signatures;
  return signatures.size === 1 && signature !== undefined && indexOfDigest(digests, signature) >= 0;
}
