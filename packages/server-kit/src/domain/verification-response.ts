// Checks an endpoint's response to the verification challenge, and returns an explanation of what the merchant should change
// (spec/rules.md#servicewebhook_verification).
import type { SendOutcome } from "./delivery-outcome.js";

export const verificationReasons = [
  "verified",
  "no_webhook_url",
  "unreachable",
  "timeout",
  "tls",
  "invalid_url",
  "redirect",
  "signature_rejected",
  "unexpected_status",
  "not_json",
  "answer_too_long",
  "challenge_missing",
  "challenge_mismatch",
  "signature_not_confirmed",
] as const;
export type VerificationReason = (typeof verificationReasons)[number];

export interface IntegrationVerification {
  ok: boolean;
  /** Whether the endpoint confirmed the signature; legacy responses count as true. */
  signatureValid: boolean;
  /** Undefined without a response. */
  httpStatus: number | undefined;
  reason: VerificationReason;
  /** One or two sentences that the merchant can act on. */
  explanation: string;
}

/** The result of the verification: successful only for status 200 with a valid confirmation. */
export function checkVerificationResponse(outcome: SendOutcome, challenge: string): IntegrationVerification {
  if (outcome.kind === "failed") return failedVerification(failureReason(outcome.reason), undefined);
  const { httpStatus } = outcome;
  if (httpStatus >= 300 && httpStatus < 400) return failedVerification("redirect", httpStatus);
  if (httpStatus === 401) return failedVerification("signature_rejected", httpStatus);
  if (httpStatus >= 500) return failedVerification("unexpected_status", httpStatus, endpointFailed(httpStatus));
  if (httpStatus !== 200) return failedVerification("unexpected_status", httpStatus);
  if (outcome.isTruncated) return failedVerification("answer_too_long", httpStatus);
  const body = parseObject(outcome.excerpt);
  if (body === undefined) return failedVerification("not_json", httpStatus);
  return checkBody(body, challenge, httpStatus);
}

function endpointFailed(httpStatus: number): string {
  return (
    `The endpoint responded with ${httpStatus}, an error of its own: its log has the cause. ` +
    "Often a JSON body parser runs before the signature check, which needs the raw body."
  );
}

function checkBody(body: Record<string, unknown>, challenge: string, httpStatus: number): IntegrationVerification {
  const signatureValid = body.signatureValid === true;
  const isLegacyConfirmation = body.ok === true || body.verified === true;
  // An explicit false, or an echo of another value, outweighs a legacy confirmation.
  if (body.signatureValid === false) return failedVerification("signature_not_confirmed", httpStatus);
  if (body.challenge !== undefined && body.challenge !== challenge) {
    return { ...failedVerification("challenge_mismatch", httpStatus), signatureValid };
  }
  if (isLegacyConfirmation) return verified(httpStatus);
  if (body.challenge === undefined) return { ...failedVerification("challenge_missing", httpStatus), signatureValid };
  return signatureValid ? verified(httpStatus) : failedVerification("signature_not_confirmed", httpStatus);
}

export function failedVerification(
  reason: Exclude<VerificationReason, "verified">,
  httpStatus: number | undefined,
  explanation = explanations[reason].replace("{status}", String(httpStatus ?? "")),
): IntegrationVerification {
  return { ok: false, signatureValid: false, httpStatus, reason, explanation };
}

function verified(httpStatus: number): IntegrationVerification {
  return { ok: true, signatureValid: true, httpStatus, reason: "verified", explanation: explanations.verified };
}

/** A blocked address is reported like an unreachable one, so that the service's own network is not revealed. */
function failureReason(reason: (SendOutcome & { kind: "failed" })["reason"]): Exclude<VerificationReason, "verified"> {
  if (reason === "timeout" || reason === "tls" || reason === "invalid_url") return reason;
  return "unreachable";
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // A JSON object, whose fields are checked one by one.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const explanations: Record<VerificationReason, string> = {
  verified: "The endpoint verified the signature and returned the challenge.",
  no_webhook_url: "The store has no webhook URL. Set one, then verify again.",
  unreachable:
    "The endpoint could not be reached. Check that a server listens at this address and port, that the host name resolves to a " +
    "public address and that the firewall allows the connection.",
  timeout: "The endpoint did not respond in time. Respond to the challenge immediately and do slow work afterwards.",
  tls:
    "A secure connection could not be established. Check that the certificate is valid for the host name, not expired, and sent with " +
    "its intermediate certificates.",
  invalid_url: "The webhook URL cannot be used: it must be a complete https URL.",
  redirect:
    "The endpoint responded with {status}, a redirect, and redirects are not followed. Set the final address as the webhook URL.",
  signature_rejected:
    "The endpoint responded with 401: it did not accept the signature. Check that it uses this store's current webhook secret and " +
    "computes HMAC-SHA256 over the raw body, before any parsing.",
  unexpected_status:
    "The endpoint responded with {status}; 200 is expected. Check that the webhook URL's path is right and that it accepts POST.",
  not_json:
    'The endpoint responded with 200, but not with a JSON object. Respond with {"challenge": "<the value we sent>", "signatureValid": true}.',
  answer_too_long:
    "The endpoint's response is longer than 4 KiB. Respond with the small JSON object only, not with a page.",
  challenge_missing: "The response has no `challenge`. Return the value of the request's `challenge` field.",
  challenge_mismatch:
    "The response's `challenge` differs from the one sent. Return the value of this request, not a stored one.",
  signature_not_confirmed:
    "The endpoint returned the challenge but did not confirm the signature. Check the webhook secret, and respond with " +
    "`signatureValid: true` after a successful check.",
};
