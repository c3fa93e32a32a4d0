// Is an endpoint's answer to the verification challenge the right one, and if not, what should the merchant change?
// (spec/rules.md#servicewebhook_verification)
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
  /** What the endpoint says about our signature; one of the older answers counts as a yes. */
  signatureValid: boolean;
  /** Undefined when no answer came. */
  httpStatus: number | undefined;
  reason: VerificationReason;
  /** One or two sentences that the merchant can act on. */
  explanation: string;
}

export function judgeVerification(outcome: SendOutcome, challenge: string): IntegrationVerification {
  if (outcome.kind === "failed") return failed(failureReason(outcome.reason), undefined);
  const { httpStatus } = outcome;
  if (httpStatus >= 300 && httpStatus < 400) return failed("redirect", httpStatus);
  if (httpStatus === 401) return failed("signature_rejected", httpStatus);
  if (httpStatus !== 200) return failed("unexpected_status", httpStatus);
  if (outcome.isTruncated) return failed("answer_too_long", httpStatus);
  const answer = parseObject(outcome.excerpt);
  if (answer === undefined) return failed("not_json", httpStatus);
  return judgeResponse(answer, challenge, httpStatus);
}

function judgeResponse(
  answer: Record<string, unknown>,
  challenge: string,
  httpStatus: number,
): IntegrationVerification {
  const signatureValid = answer.signatureValid === true;
  const isLegacyYes = answer.ok === true || answer.verified === true;
  // A clear no, or an echo of something else, outweighs a legacy yes beside it.
  if (answer.signatureValid === false) return failed("signature_not_confirmed", httpStatus);
  if (answer.challenge !== undefined && answer.challenge !== challenge) {
    return { ...failed("challenge_mismatch", httpStatus), signatureValid };
  }
  if (isLegacyYes) return verified(httpStatus);
  if (answer.challenge === undefined) return { ...failed("challenge_missing", httpStatus), signatureValid };
  return signatureValid ? verified(httpStatus) : failed("signature_not_confirmed", httpStatus);
}

export function failed(
  reason: Exclude<VerificationReason, "verified">,
  httpStatus: number | undefined,
  explanation = explanations[reason].replace("{status}", String(httpStatus ?? "")),
): IntegrationVerification {
  return { ok: false, signatureValid: false, httpStatus, reason, explanation };
}

function verified(httpStatus: number): IntegrationVerification {
  return { ok: true, signatureValid: true, httpStatus, reason: "verified", explanation: explanations.verified };
}

/** Whether nothing answered or we may not connect there, the merchant learns the same. */
function failureReason(reason: (SendOutcome & { kind: "failed" })["reason"]): Exclude<VerificationReason, "verified"> {
  if (reason === "timeout" || reason === "tls" || reason === "invalid_url") return reason;
  return "unreachable";
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Sound: a JSON object, whose fields are judged one by one.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const explanations: Record<VerificationReason, string> = {
  verified: "The endpoint checked the signature and answered the challenge.",
  no_webhook_url: "The store has no webhook URL. Set one, then verify again.",
  unreachable:
    "The endpoint could not be reached. Check that the host name resolves to a public address, that the server runs and that its firewall lets us in.",
  timeout: "The endpoint did not respond in time. Answer the challenge at once and do slow work afterwards.",
  tls: "A secure connection could not be made. Check that the certificate is valid for the host name, not expired, and sent with its intermediate certificates.",
  invalid_url: "The webhook URL cannot be used: it must be a whole https address.",
  redirect:
    "The endpoint answered {status}, a redirect, and redirects are not followed. Set the final address as the webhook URL.",
  signature_rejected:
    "The endpoint answered 401: it did not accept the signature. Check that it uses this store's current webhook secret and computes HMAC-SHA256 over the raw body, before any parsing.",
  unexpected_status:
    "The endpoint answered {status}; 200 is expected. Check that the webhook URL's path is right and that it accepts POST.",
  not_json:
    'The endpoint answered 200, but not with a JSON object. Answer {"challenge": "<the value we sent>", "signatureValid": true}.',
  answer_too_long:
    "The endpoint's answer is longer than 4 KiB. Answer with the small JSON object only, not with a page.",
  challenge_missing: "The answer has no `challenge`. Send back the value of the body's `challenge` field.",
  challenge_mismatch:
    "The answer's `challenge` is another one than we sent. Send back the value of this request, not a stored one.",
  signature_not_confirmed:
    "The endpoint got the challenge but says that the signature is not valid, or does not say that it is. Check the webhook secret, and answer `signatureValid: true` after a good check.",
};
