// A payment that ends unpaid although part of its money has arrived: the part is not due any more.
import { receivedCents } from "../domain/arrival.js";
import { sumSubject } from "../domain/evidence.js";
import { reportedAmount } from "../domain/money-text.js";
import type { Payment } from "../domain/payment.js";
import { stateText } from "../domain/payment-state.js";
import type { Records } from "../storage/port.js";
import { endAlert, type RaiseAlertDependencies, raiseAlert } from "./raise-alert.js";

export async function reportHeldMoney(
  dependencies: RaiseAlertDependencies,
  records: Records,
  ended: Payment,
): Promise<void> {
  const { paymentId, currency, state } = ended;
  const arrivals = await records.arrivals.list(paymentId);
  if (arrivals.length === 0) return;
  const sum = receivedCents(ended, arrivals, await records.statements.listReturned(paymentId));
  if (sum === 0) return;
  const detail = `${reportedAmount(sum, currency)} had arrived when the payment was ${stateText(state)}`;
  await raiseAlert(dependencies, records, ended, { type: "success_after_end", subject: sumSubject, detail });
  await endAlert(dependencies, records, { paymentId, type: "under_paid", subject: sumSubject }, detail);
}
