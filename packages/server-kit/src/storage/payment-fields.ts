// Which fields of a payment an update may change, for every storage. The type of the table requires an entry for each field of a payment.
import type { Payment } from "../domain/payment.js";

/** `never`: fixed at creation. `seldom`: a database that pays for each index of a named column writes it only when it differs. */
const changes: Record<keyof Payment, "never" | "seldom" | "often"> = {
  paymentId: "never",
  merchantId: "never",
  environment: "never",
  orderId: "never",
  amountCents: "never",
  currency: "never",
  checkoutMode: "never",
  paymentMethod: "often",
  requestedMethod: "often",
  customerEmail: "often",
  customerName: "often",
  returnUrl: "often",
  metadata: "often",
  description: "often",
  items: "often",
  remittanceInfo: "seldom",
  remittanceInfoSource: "seldom",
  endToEndId: "seldom",
  state: "often",
  version: "often",
  attemptCount: "often",
  isAttemptAccepted: "often",
  checkoutToken: "never",
  supersededBy: "often",
  claimedPaidAt: "often",
  settledAt: "often",
  createdAt: "never",
  updatedAt: "often",
  // Only the mock changes it, to expire one payment.
  expiresAt: "seldom",
};

/** In the order in which a payment names them. */
export function paymentFieldsThatChange(frequency: "seldom" | "often"): (keyof Payment)[] {
  // `changes` is a constant that has exactly these keys.
  return (Object.keys(changes) as (keyof Payment)[]).filter((field) => changes[field] === frequency);
}
