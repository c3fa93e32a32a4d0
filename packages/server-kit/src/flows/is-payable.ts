// Whether a payment's buyer may still be sent to pay (docs/decisions/no-second-payment.md).
import { hasReceivedMoney } from "../domain/buyer-may-have-paid.js";
import type { Payment } from "../domain/payment.js";
import { isIdle, type PaymentState } from "../domain/payment-state.js";
import type { Records } from "../storage/port.js";

/** False once the payment has ended, waits for its outcome, or has received any money. */
export async function isPayable(records: Records, payment: Payment): Promise<boolean> {
  return (isIdle(payment.state) || payment.state === "at_provider") && !(await hasMoney(records, payment));
}

const paidOrInTransit: readonly PaymentState[] = ["submitted", "unresolved", "settled"];

/** As `isPayable`, and for a payment that ended unpaid: whoever reads its account reads with it that it has ended. */
export async function mayShowBankDetails(records: Records, payment: Payment): Promise<boolean> {
  return !paidOrInTransit.includes(payment.state) && !(await hasMoney(records, payment));
}

async function hasMoney(records: Records, { paymentId }: Payment): Promise<boolean> {
  return hasReceivedMoney(await records.arrivals.list(paymentId), await records.payments.listHistory(paymentId));
}
