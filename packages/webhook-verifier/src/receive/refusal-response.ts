// The status of each refusal. 400, 401, 403, 404 and 410 end a delivery, so only an error that a retry cannot fix
// may have one of them (spec/rules.md#delivery-rules, 5).
import { jsonResponse, type WebhookResponse } from "../answer-challenge.js";
import type { VerificationErrorCode } from "../verification-error.js";

/** `error` in the response of an adapter that is not 2xx. */
export type RefusalCode =
  | VerificationErrorCode
  | "method_not_allowed"
  | "handler_failed"
  | "delivery_in_flight"
  | "dedupe_store_failed";

const STATUS: Readonly<Partial<Record<VerificationErrorCode, number>>> = {
  signature_mismatch: 401,
  signature_missing: 400,
  signature_malformed: 400,
  headers_conflict: 400,
  event_mismatch: 400,
  delivery_id_missing: 400,
  delivery_id_malformed: 400,
  body_too_large: 413,
  // Says nothing about the delivery: a proxy that stays connected passes this on, and the sender retries.
  body_incomplete: 408,
  // Authentic, but this version cannot read it: the sender retries, so that a fixed endpoint gets it.
  body_not_json: 422,
  event_invalid: 422,
};

/** The status for a code; 500 for configuration errors. */
export function statusOf(code: VerificationErrorCode): number {
  return STATUS[code] ?? 500;
}

/** A refusal as JSON. */
export function refusalResponse(
  status: number,
  error: RefusalCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): WebhookResponse {
  const response = jsonResponse(status, { error, message });
  return { ...response, headers: { ...response.headers, ...headers } };
}
