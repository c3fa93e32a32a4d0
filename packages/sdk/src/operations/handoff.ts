// Did initialization really succeed? Only with `success`, a payment id and an address for the buyer. Specification, POST /payments/initialize.
import type { PaymentSession } from "../answers.js";
import { isObject } from "../operation.js";
import { Unacceptable } from "../read-answer.js";

/** Never returns a half-valid session: the buyer must not be sent anywhere on the strength of one. */
export function checkHandoff(data: unknown): PaymentSession | Unacceptable {
  if (data === undefined || data === "") return new Unacceptable("RESPONSE_EMPTY", "the answer is empty");
  if (!isObject(data)) return new Unacceptable("RESPONSE_UNEXPECTED", "the answer is not a JSON object");
  if (data.success !== true) {
    const isNo = data.success === false && typeof data.paymentId !== "string";
    return new Unacceptable("HANDOFF_MISSING", "the service does not say success: true", isNo ? "rejected" : "unknown");
  }
  if (typeof data.paymentId !== "string" || data.paymentId === "") {
    return new Unacceptable("HANDOFF_MISSING", "the answer has no paymentId");
  }
  for (const field of ["amount", "amountCents"]) {
    if (data[field] !== undefined && !Number.isSafeInteger(data[field])) {
      return new Unacceptable("RESPONSE_UNEXPECTED", `${field} is not a whole number of minor units`);
    }
  }
  const isDirect = data.checkoutMode === "direct_provider" || data.redirectUrl !== undefined;
  const candidates = isDirect ? [data.redirectUrl, data.sessionUrl, data.paymentUrl] : [data.paymentUrl];
  const handoffUrl = candidates.find((candidate) => candidate !== undefined);
  if (!isWebAddress(handoffUrl)) return new Unacceptable("HANDOFF_MISSING", "the answer has no address for the buyer");
  return { ...(data as unknown as PaymentSession), handoffUrl }; // the rest is promised by the description
}

function isWebAddress(value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    return /^https?:$/.test(new URL(value).protocol);
  } catch {
    return false;
  }
}
