// Compares a paid payment with the others of its order (spec/rules.md#arrivals, 4).
import { receivedCents } from "../domain/arrival.js";
import type { AlertDraft } from "../domain/evidence.js";
import { reportedAmount } from "../domain/money-text.js";
import type { Payment } from "../domain/payment.js";
import type { Records } from "../storage/port.js";
import { type RaiseAlertDependencies, raiseAlert } from "./raise-alert.js";

/** Number of settled payments of one order to compare; an order id with more is shared by several buyers. */
const comparedPayments = 10;

/** Raises alerts when another payment of the order is settled too: it may be paid twice (spec/rules.md#arrivals). */
export async function compareWithOrder(
  dependencies: RaiseAlertDependencies,
  records: Records,
  settled: Payment,
): Promise<void> {
  const all = await records.payments.listSettledOfOrder(settled, comparedPayments + 1);
  for (const other of all) {
    if (other.paymentId === settled.paymentId || (await isTakenBack(records, other))) continue;
    await raiseAlert(dependencies, records, settled, otherPaymentPaid(other));
    await raiseAlert(dependencies, records, other, otherPaymentPaid(settled));
  }
}

/** The bank has taken the whole payment back: the buyer may have been asked to pay again. */
async function isTakenBack(records: Records, payment: Payment): Promise<boolean> {
  const returned = await records.statements.listReturned(payment.paymentId);
  if (returned.length === 0) return false;
  const arrivals = await records.arrivals.list(payment.paymentId);
  return arrivals.length > 0 && receivedCents(payment, arrivals, returned) === 0;
}

function otherPaymentPaid({ paymentId, amountCents, currency }: Payment): AlertDraft {
  const detail = `${reportedAmount(amountCents, currency)}, payment ${paymentId}`;
  return { type: "other_payment_of_order_paid", subject: paymentId, detail };
}
