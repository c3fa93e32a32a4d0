// Creates and signs deliveries as the service does, for test suites and local tools.
import type { TransactionStatusChangedBody, WebhookVerificationBody } from "../event/webhook-event.js";
import { readWholeBody, type WholeBody } from "../request/body.js";
import { DEFAULT_HEADER_PREFIX } from "../request/headers.js";
import { bytesOf, Decoder, webCrypto } from "../runtime.js";
import { digestAll, utf8Bytes } from "../signature/hmac.js";
import { readSecrets, type Secret } from "../signature/secrets.js";
import { refuse } from "../verification-error.js";

export type {
  TransactionStatus,
  TransactionStatusChangedBody,
  WebhookVerificationBody,
} from "../event/webhook-event.js";
export type { WholeBody } from "../request/body.js";
export type { Secret } from "../signature/secrets.js";

/** A body to sign. */
export interface SigningRequest {
  /** Bytes or text to send as they are, or an object to be sent as JSON. */
  readonly body: WholeBody | object;
  readonly secret: Secret;
  /** Value of the event header. Default: the body's own `event`. */
  readonly event?: string | undefined;
  /** Default: a new UUIDv4. */
  readonly deliveryId?: string | undefined;
  /** Counted from 1, the default; `null` leaves the header out, as the legacy path does. */
  readonly attempt?: number | null | undefined;
  /** Prefix of the header names. Default `X-Service-`. */
  readonly headerPrefix?: string | undefined;
}

/** A delivery to send, or to pass to `verifyWebhook`. */
export interface SignedWebhook {
  /** The exact bytes. Typed so that `fetch` takes them, also by compilers that know no `Uint8Array<ArrayBuffer>`. */
  readonly body: ReturnType<typeof Uint8Array.of>;
  readonly headers: Readonly<Record<string, string>>;
  /** The signature header's value. */
  readonly signature: string;
}

/**
 * Signs a body as the service does.
 *
 * @example
 * const delivery = await signWebhook({ body: createEvent({ status: "paid" }), secret });
 * const event = await verifyWebhook({ ...delivery, secret });
 * @throws WebhookVerificationError `secret_invalid`, `wrong_argument`
 */
export async function signWebhook(request: SigningRequest): Promise<SignedWebhook> {
  const { secret, deliveryId = webCrypto().randomUUID(), attempt = 1 } = request;
  const prefix = request.headerPrefix ?? DEFAULT_HEADER_PREFIX;
  const body = Uint8Array.from(isWhole(request.body) ? readWholeBody(request.body) : utf8Bytes(textOf(request.body)));
  const [digest] = await digestAll(readSecrets(secret), body);
  const signature = `sha256=${digest}`;
  const { event, challenge } = readNames(body);
  const headers: Record<string, string> = { "Content-Type": "application/json", [`${prefix}Signature`]: signature };
  const named = request.event ?? event;
  if (named !== undefined) headers[`${prefix}Event`] = named;
  if (named === "service.webhook_verification") {
    // Not every character of a body is allowed in a header.
    if (challenge !== undefined && /^[\x21-\x7e]+$/.test(challenge))
      headers[`${prefix}Verification-Challenge`] = challenge;
  } else {
    headers[`${prefix}Delivery`] = deliveryId;
    if (attempt !== null) headers[`${prefix}Attempt`] = String(attempt);
  }
  return { body, headers, signature };
}

/** Fields to set; `undefined` counts as absent. Metadata may be of any object type, also an interface. */
export type Given<Fields> = {
  readonly [Name in keyof Fields]?: (Name extends "metadata" ? object : Fields[Name]) | undefined;
};

/**
 * The body of an event with realistic values; each field can be set.
 *
 * @example
 * createEvent({ order_id: "1001", status: "failed" });
 * createEvent({ event: "service.webhook_verification", challenge: "c_1" });
 */
export function createEvent(
  fields: Given<WebhookVerificationBody> & { event: "service.webhook_verification" },
): WebhookVerificationBody;
export function createEvent(fields?: Given<TransactionStatusChangedBody>): TransactionStatusChangedBody;
export function createEvent(
  fields: Given<TransactionStatusChangedBody> | Given<WebhookVerificationBody> = {},
): TransactionStatusChangedBody | WebhookVerificationBody {
  const timestamp = new Date().toISOString();
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (fields.event === "service.webhook_verification")
    return {
      challenge: webCrypto().randomUUID(),
      timestamp,
      merchantId: "merchant_test",
      shopId: "merchant_test",
      expectedAuthMode: "hmac_sha256",
      ...given,
      event: "service.webhook_verification",
    };
  return {
    transaction_id: `tx_${webCrypto().randomUUID()}`,
    order_id: "1001",
    status: "completed",
    amount: 1999,
    currency: "EUR",
    timestamp,
    metadata: { shop_id: "merchant_test", shop_name: "Test shop" },
    ...given,
    event: "transaction.status_changed",
  };
}

function isWhole(body: WholeBody | object): body is WholeBody {
  return typeof body === "string" || bytesOf(body) !== undefined;
}

// What JSON writes as {} would be signed silently: a promise that was not awaited, a Request, a Map.
function textOf(body: unknown): string {
  const kind = Object.prototype.toString.call(body).slice(8, -1);
  return kind === "Object" || kind === "Array"
    ? JSON.stringify(body)
    : refuse("wrong_argument", `body is of the kind ${kind}; pass bytes, text or a plain object`);
}

function readNames(body: Uint8Array): { event?: string; challenge?: string } {
  try {
    const value: unknown = JSON.parse(new Decoder().decode(body));
    // Object() returns an object, whose fields stay unknown.
    const { event, challenge } = Object(value) as { event?: unknown; challenge?: unknown };
    return {
      ...(typeof event === "string" && { event }),
      ...(typeof challenge === "string" && { challenge }),
    };
  } catch {
    return {}; // a body that is not JSON has no event; it can still be signed
  }
}
