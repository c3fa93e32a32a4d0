// Is this delivery authentic, and what does it say? The main door, for every runtime (spec/rules.md#authentication, 7).
import { readEvent } from "./event/read-event.js";
import type { WebhookEvent } from "./event/webhook-event.js";
import { type Body, type Content, readBody } from "./request/body.js";
import { type HeaderSource, headerValues, readHeaders } from "./request/headers.js";
import { indexOfDigest } from "./signature/constant-time.js";
import { digestAll, utf8Bytes } from "./signature/hmac.js";
import { readSecrets, type Secret, type Secrets } from "./signature/secrets.js";
import { readSignature } from "./signature/signature-header.js";
import { refuse } from "./verification-error.js";

/** A delivery to check. */
export interface WebhookRequest<AnyBody = Body> {
  /** The bytes as they came, before any parser. */
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
 * Whether `header` is the signature of `body` under one of the secrets. A bad signature is `false`, whatever it looks like.
 *
 * @example
 * if (!(await verifySignature(rawBody, request.headers["x-service-signature"], secret))) return 401;
 * @throws WebhookVerificationError for a wrong set-up only: `secret_invalid`, `body_missing`, `body_already_parsed`, `body_too_large`
 */
export function verifySignature(
  body: Body,
  header: string | readonly string[] | null | undefined,
  secretOrSecrets: Secrets,
): Promise<boolean> {
  return digestBody(secretOrSecrets, body, (digests) => isSigned(header, digests));
}

/**
 * Checks a delivery and hands over its typed event.
 *
 * @example
 * const event = await verifyWebhook({ body: await request.arrayBuffer(), headers: request.headers, secret });
 * if (event.event === "transaction.status_changed") await orders.update(event.order_id, event.status);
 * @throws WebhookVerificationError with a stable `code`
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { secrets, judge } = readClaim(request);
  return digestBody(secrets, request.body, judge, request.maxBodyBytes);
}

// No await on the way of a whole body where digests come at once: its memory may be valid in this tick only (uWebSockets).
async function digestBody<Verdict>(
  secrets: Secrets,
  body: Body,
  judge: (digests: readonly string[], content: Content) => Verdict,
  maxBytes?: number,
): Promise<Verdict> {
  const usable = readSecrets(secrets);
  const whole = readBody(body, maxBytes);
  const content = typeof whole === "string" || ArrayBuffer.isView(whole) ? whole : await whole;
  const digests = digestAll(usable, content);
  return judge(Array.isArray(digests) ? digests : await digests, content);
}

/** What a delivery claims: `judge` tells, from the digests of its body under `secrets`, whether it is true. */
export interface Claim {
  readonly secrets: readonly Secret[];
  /** @throws WebhookVerificationError `signature_mismatch`, and what `readEvent` throws */
  readonly judge: (digests: readonly string[], content: Content) => WebhookEvent;
}

/** All of a check but the hashing, shared with the synchronous entry. */
export function readClaim(request: Pick<WebhookRequest, "secret" | "headers" | "headerPrefix">): Claim {
  const secrets = readSecrets(request.secret);
  const headers = readHeaders(request.headers, request.headerPrefix);
  const promised = readSignature(headers.signature ?? refuse("signature_missing")) ?? refuse("signature_malformed");
  return {
    secrets,
    judge(digests, content) {
      const secretIndex = indexOfDigest(digests, promised);
      if (secretIndex < 0) refuse("signature_mismatch");
      return readEvent(utf8Bytes(content), headers, secretIndex);
    },
  };
}

/** Whether a header promises one of the digests. A value that a proxy repeated counts once; two different ones never. */
export function isSigned(header: unknown, digests: readonly string[]): boolean {
  const [value, ...others] = headerValues(header);
  const promised = others.every((other) => other === value) ? readSignature(value) : undefined;
  return promised !== undefined && indexOfDigest(digests, promised) >= 0;
}
