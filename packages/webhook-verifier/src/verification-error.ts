// Why was a delivery refused? One error, one closed list of codes (spec/rules.md#events, spec/rules.md#delivery-rules).

/**
 * Stable reason of a refusal. Codes are only ever added.
 *
 * - `secret_invalid`: the secret is missing, empty, or has white space at an end; if it belongs there, give bytes (your set-up)
 * - `body_missing`: no body was handed over (your set-up)
 * - `body_already_parsed`: something decoded or consumed the body before the check (your set-up)
 * - `wrong_argument`: a promise or a whole request was handed over; the message says what to pass (your set-up)
 * - `body_too_large`: the body is longer than `maxBodyBytes`
 * - `body_incomplete`: the sender went away in the middle of the body
 * - `headers_conflict`: one header came twice, with different values
 * - `signature_missing`: there is no signature header
 * - `signature_malformed`: the signature header is not `sha256=` and 64 hex digits
 * - `signature_mismatch`: no secret gives this signature for these bytes
 * - `body_not_json`: the signature is right, the body is no UTF-8 JSON
 * - `event_invalid`: the signature is right, a field of a known event has the wrong type
 * - `event_mismatch`: the event header contradicts the signed body
 * - `delivery_id_missing`: deduplication is on and the delivery has no id
 * - `delivery_id_malformed`: the delivery id is not a UUIDv4
 * - `dedupe_lifetime_too_short`: a store would forget deliveries that can still be repeated (your set-up)
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

/** A delivery that must not be acted on. `code` is for programs, `message` for people; neither ever holds a secret. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: VerificationErrorCode;

  /** The message is the code, and the detail where one is worth saying: the main entry must stay small. */
  constructor(code: VerificationErrorCode, detail?: string) {
    super(detail ? `${code}: ${detail}` : code);
    this.code = code;
  }
}

/** Throws the error: for use in expressions. */
export function refuse(code: VerificationErrorCode, detail?: string): never {
  throw new WebhookVerificationError(code, detail);
}

/** Tells our error from any other, also across the ESM and CJS copies of this package, where `instanceof` does not. */
export function isWebhookVerificationError(error: unknown): error is WebhookVerificationError {
  return Object(error).name === "WebhookVerificationError";
}
