// Whether a payment's buyer may still be sent to pay (docs/decisions/no-second-payment.md).
import { receivedCents } from "../domain/arrival.js";
import { hasReceivedPart } from "../domain/buyer-may-have-paid.js";
import type { Payment } from "../domain/payment.js";
import { isIdle } from "../domain/payment-state.js";
import type { Records } from "../storage/port.js";

/** False once the payment has ended, waits for its outcome, or has received any money. */
export async function isPayable(records: Records, payment: Payment): Promise<boolean> {
  if (!isIdle(payment.state) && payment.state !== "at_provider") return false;
  const received = receivedCents(payment, await records.arrivals.list(payment.paymentId));
  return !hasReceivedPart(received, await records.payments.listHistory(payment.paymentId));
}
