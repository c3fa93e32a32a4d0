// The error of a rejected delivery, with a closed list of codes (spec/rules.md#events, spec/rules.md#delivery-rules).

/**
 * Stable reason of a refusal. Codes are only ever added.
 *
 * - `secret_invalid`: the secret is missing, empty, has white space at an end or an invisible character in it; if it belongs there, give
 *   bytes (configuration error)
 * - `body_missing`: no body was passed (configuration error)
 * - `body_already_parsed`: something decoded or consumed the body before the check (configuration error)
 * - `wrong_argument`: a promise or a whole request was passed; the message says what to pass (configuration error)
 * - `body_too_large`: the body is longer than `maxBodyBytes`
 * - `body_incomplete`: the connection closed before the end of the body; the sender retries
 * - `headers_conflict`: one header appeared twice, with different values, apart from upper and lower case
 * - `signature_missing`: there is no signature header
 * - `signature_malformed`: the signature header is not `sha256=` and 64 hex digits
 * - `signature_mismatch`: no secret gives this signature for these bytes
 * - `body_not_json`: the signature is valid, the body is not UTF-8 JSON
 * - `event_invalid`: the signature is valid, a field of a known event has the wrong type
 * - `event_mismatch`: the event header contradicts the signed body
 * - `delivery_id_missing`: deduplication is on and the delivery has no id
 * - `delivery_id_malformed`: the delivery id is not a UUIDv4
 * - `dedupe_lifetime_too_short`: a store would forget deliveries that can still be retried (configuration error)
 */
export type VerificationErrorCode =
  | "secret_invalid"
  | "body_missing"
  | "body_already_parsed"
  | "wrong_argument"
  | "body_too_large"
  | "body_incomplete"
  | "headers_conflict"
  | "signature_missing"
  | "signature_malformed"
  | "signature_mismatch"
  | "body_not_json"
  | "event_invalid"
  | "event_mismatch"
  | "delivery_id_missing"
  | "delivery_id_malformed"
  | "dedupe_lifetime_too_short";

/** A delivery that must not be processed. `code` is for programs, `message` for people; neither contains a secret. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: VerificationErrorCode;

  /** The message is the code and an optional detail: the main entry must stay small. */
  constructor(code: VerificationErrorCode, detail?: string) {
    super(detail ? `${code}: ${detail}` : code);
    this.code = code;
  }
}

/** Throws the error, for use in expressions. */
export function refuse(code: VerificationErrorCode, detail?: string): never {
  throw new WebhookVerificationError(code, detail);
}

/** Recognises the error across the ESM and CJS copies of this package, where `instanceof` fails. */
export function isWebhookVerificationError(error: unknown): error is WebhookVerificationError {
  return Object(error).name === "WebhookVerificationError";
}
