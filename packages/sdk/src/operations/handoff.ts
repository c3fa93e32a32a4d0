// Did initialization really succeed? Only with `success`, a payment id and an address for the buyer. spec/rules.md#initialize.
import type { PaymentSession } from "../answers.js";
import type { Outcome } from "../errors.js";
import { expectObject } from "../operation.js";
import { Unacceptable } from "../read-answer.js";

/** Never returns a half-valid session: the buyer must not be sent anywhere on the strength of one. */
export function checkHandoff(data: unknown): PaymentSession | Unacceptable {
  const answer = expectObject<Record<string, unknown>>(data);
  if (answer instanceof Unacceptable) return answer;
  if (answer.success !== true) {
    const isNo = answer.success === false && typeof answer.paymentId !== "string";
    return missing("success: true", isNo ? "rejected" : "unknown");
  }
  if (typeof answer.paymentId !== "string" || answer.paymentId === "") {
    return missing("paymentId");
  }
  for (const field of ["amount", "amountCents"]) {
    if (answer[field] !== undefined && !Number.isSafeInteger(answer[field])) {
      return new Unacceptable("RESPONSE_UNEXPECTED", `${field} is no whole number`);
    }
  }
  const isDirect = answer.checkoutMode === "direct_provider" || answer.redirectUrl !== undefined;
  const candidates = isDirect ? [answer.redirectUrl, answer.sessionUrl, answer.paymentUrl] : [answer.paymentUrl];
  const handoffUrl = candidates.find((candidate) => candidate !== undefined);
  if (!isWebAddress(handoffUrl)) return missing("address for the buyer");
  return { ...(answer as unknown as PaymentSession), handoffUrl }; // the rest is promised by the description
}

const missing = (what: string, outcome?: Outcome) =>
  new Unacceptable("HANDOFF_MISSING", `the answer has no ${what}`, outcome);

function isWebAddress(value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    return /^https?:$/.test(new URL(value).protocol);
  } catch {
    return false;
  }
}
