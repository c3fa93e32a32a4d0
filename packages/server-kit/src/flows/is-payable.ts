// Whether a payment's buyer may still be sent to pay (docs/decisions/no-second-payment.md).
import { hasReceivedMoney } from "../domain/buyer-may-have-paid.js";
import type { Payment } from "../domain/payment.js";
import { isIdle } from "../domain/payment-state.js";
import type { Records } from "../storage/port.js";

/** False once the payment has ended, waits for its outcome, or has received any money. */
export async function isPayable(records: Records, payment: Payment): Promise<boolean> {
  const waitsForBuyer = isIdle(payment.state) || payment.state === "at_provider";
  return waitsForBuyer && !(await hasMoney(records, payment));
}

/** Whether money has arrived for a payment whose status does not tell it: it is still pending. */
export async function hasReceivedWhilePending(records: Records, payment: Payment): Promise<boolean> {
  return isIdle(payment.state) && (await hasMoney(records, payment));
}

async function hasMoney(records: Records, { paymentId }: Payment): Promise<boolean> {
  return hasReceivedMoney(await records.arrivals.list(paymentId), await records.payments.listHistory(paymentId));
}
