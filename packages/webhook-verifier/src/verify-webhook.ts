// Is this delivery authentic, and what does it say? The main door, for every runtime (specification: Authentication, 7).
import { readEvent } from "./event/read-event.js";
import type { WebhookEvent } from "./event/webhook-event.js";
import { type Body, readBody } from "./request/body.js";
import { type DeliveryHeaders, type HeaderSource, readHeaders } from "./request/headers.js";
import { indexOfDigest } from "./signature/constant-time.js";
import { type BodyBytes, digestAll } from "./signature/hmac.js";
import { readSecrets, type Secret, type Secrets } from "./signature/secrets.js";
import { readSignature } from "./signature/signature-header.js";
import { WebhookVerificationError } from "./verification-error.js";

/** A delivery to check. */
export interface WebhookRequest<AnyBody = Body> {
  /** The bytes as they came, before any parser. */
  readonly body: AnyBody;
  readonly headers: HeaderSource;
  /** The store's webhook secret, or several while it is rotated. All are always tried. */
  readonly secret: Secrets;
  /** Limit for a streamed body, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** What the header names begin with. Default `X-Service-`. */
  readonly headerPrefix?: string | undefined;
}

/**
 * Whether `header` is the signature of `body` under one of the secrets. A bad signature is `false`, whatever it looks like.
 *
 * @example
 * if (!(await verifySignature(rawBody, request.headers["x-service-signature"], secret))) return 401;
 * @throws WebhookVerificationError for a wrong set-up only: `secret_invalid`, `body_missing`, `body_already_parsed`, `body_too_large`
 */
export async function verifySignature(
  body: Body,
  header: string | readonly string[] | null | undefined,
  secretOrSecrets: Secrets,
): Promise<boolean> {
  const secrets = readSecrets(secretOrSecrets);
  const whole = readBody(body);
  const bytes = whole instanceof Promise ? await whole : whole;
  const promised = readOneSignature(header);
  if (promised === undefined) return false;
  const digests = digestAll(secrets, bytes);
  return indexOfDigest(digests instanceof Promise ? await digests : digests, promised) >= 0;
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
  const claim = readClaim(request);
  // No await before the digest of a whole body: its memory may be valid in this tick only.
  const whole = readBody(request.body, request.maxBodyBytes);
  const bytes = whole instanceof Promise ? await whole : whole;
  const digests = digestAll(claim.secrets, bytes);
  return judge(claim, bytes, digests instanceof Promise ? await digests : digests);
}

/** What a delivery claims, before anything is known to be true. */
export interface Claim {
  readonly secrets: readonly Secret[];
  readonly headers: DeliveryHeaders;
  readonly promised: Uint8Array;
}

/** First half of a check, shared with the synchronous entry. */
export function readClaim(request: Pick<WebhookRequest, "secret" | "headers" | "headerPrefix">): Claim {
  const secrets = readSecrets(request.secret);
  const headers = readHeaders(request.headers, request.headerPrefix);
  if (headers.signature === undefined)
    throw new WebhookVerificationError("signature_missing", "There is no signature header");
  const promised = readSignature(headers.signature);
  if (promised === undefined)
    throw new WebhookVerificationError("signature_malformed", "The signature is not sha256= and 64 hex digits");
  return { secrets, headers, promised };
}

/** Second half: the event of a delivery whose digests are known. */
export function judge(claim: Claim, bytes: BodyBytes, digests: readonly Uint8Array[]): WebhookEvent {
  const secretIndex = indexOfDigest(digests, claim.promised);
  if (secretIndex < 0)
    throw new WebhookVerificationError("signature_mismatch", "The signature does not belong to this body and secret");
  return readEvent(bytes, claim.headers, secretIndex);
}

/** A value repeated by a proxy counts once; two different values are no signature. */
export function readOneSignature(header: unknown): Uint8Array | undefined {
  const values: readonly unknown[] = Array.isArray(header) ? header : [header];
  return values.every((value) => value === values[0]) ? readSignature(values[0]) : undefined;
}
