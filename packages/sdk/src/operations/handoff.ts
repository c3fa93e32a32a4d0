// Checks the response of initialize: `success`, a payment id and a URL for the buyer. spec/rules.md#initialize.
import type { PaymentSession } from "../api-types.js";
import type { Outcome } from "../errors.js";
import { expectObject } from "../operation.js";
import { Unacceptable } from "../read-response.js";

/** Rejects an incomplete session: the buyer must not be redirected with one. */
export function checkHandoff(data: unknown): PaymentSession | Unacceptable {
  const response = expectObject<Record<string, unknown>>(data);
  if (response instanceof Unacceptable) return response;
  if (response.success !== true) {
    const isRejection = response.success === false && typeof response.paymentId !== "string";
    return missing("success: true", isRejection ? "rejected" : "unknown");
  }
  if (typeof response.paymentId !== "string" || response.paymentId === "") {
    return missing("paymentId");
  }
  for (const field of ["amount", "amountCents"]) {
    if (response[field] !== undefined && !Number.isSafeInteger(response[field])) {
      return new Unacceptable("RESPONSE_UNEXPECTED", `${field} is not a whole number`);
    }
  }
  const isDirect = response.checkoutMode === "direct_provider" || response.redirectUrl !== undefined;
  const candidates = isDirect
    ? [response.redirectUrl, response.sessionUrl, response.paymentUrl]
    : [response.paymentUrl];
  const handoffUrl = candidates.find((candidate) => candidate !== undefined);
  if (!isWebAddress(handoffUrl)) return missing("URL for the buyer");
  return { ...(response as unknown as PaymentSession), handoffUrl }; // sound: the other fields are those of the API description
}

const missing = (what: string, outcome?: Outcome) =>
  new Unacceptable("HANDOFF_MISSING", `the response has no ${what}`, outcome);

function isWebAddress(value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    return /^https?:$/.test(new URL(value).protocol);
  } catch {
    return false;
  }
}
