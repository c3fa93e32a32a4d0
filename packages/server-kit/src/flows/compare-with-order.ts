// Compares a paid payment with the others of its order (spec/rules.md#arrivals, 4).
import { isAmountReturned } from "../domain/arrival.js";
import type { AlertDraft } from "../domain/evidence.js";
import { reportedAmount } from "../domain/money-text.js";
import type { Payment } from "../domain/payment.js";
import type { Records } from "../storage/port.js";
import { type RaiseAlertDependencies, raiseAlert } from "./raise-alert.js";

/** Number of settled payments of one order to compare; an order id with more is shared by several buyers. */
const maxCompared = 10;

/** Raises alerts when another payment of the order is settled too: it may be paid twice (spec/rules.md#arrivals). */
export async function compareWithOrder(
  dependencies: RaiseAlertDependencies,
  records: Records,
  settled: Payment,
): Promise<void> {
  const paid = await records.payments.listSettledOfOrder(settled, maxCompared + 1);
  for (const other of paid) {
    if (other.paymentId === settled.paymentId || (await wasReturned(records, other))) continue;
    await raiseAlert(dependencies, records, settled, otherPaymentPaid(other));
    await raiseAlert(dependencies, records, other, otherPaymentPaid(settled));
  }
}

/** The bank has returned the whole payment: the buyer may have been asked to pay again. */
async function wasReturned(records: Records, payment: Payment): Promise<boolean> {
  const returned = await records.statements.listReturned(payment.paymentId);
  return returned.length > 0 && isAmountReturned(payment, await records.arrivals.list(payment.paymentId), returned);
}

function otherPaymentPaid({ paymentId, amountCents, currency }: Payment): AlertDraft {
  const detail = `${reportedAmount(amountCents, currency)}, payment ${paymentId}`;
  return { type: "other_payment_of_order_paid", subject: paymentId, detail };
}
