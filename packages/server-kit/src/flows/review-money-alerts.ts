// After the sum of a payment has changed: ends the alerts about money whose cause is gone, and says in the others what is left
// (docs/decisions/arrivals.md). In the caller's unit of work.

import { receivedCents } from "../domain/arrival.js";
import { alertsOfSum, detailWithRest, isAboutExcess, moneyOfAlert, pairsOfSources } from "../domain/arrival-alerts.js";
import { reportedAmount } from "../domain/money-text.js";
import type { Payment, PaymentAlert, PaymentArrival, ReturnedMoney } from "../domain/payment.js";
import type { Records } from "../storage/port.js";
import { endAlert, type RaiseAlertDependencies } from "./raise-alert.js";

interface Money {
  arrivals: readonly PaymentArrival[];
  returned: readonly ReturnedMoney[];
}

/** @param namesRest the bank has just taken money back, or corrected an amount: the alerts that stay open say what is left. */
export async function reviewMoneyAlerts(
  dependencies: Pick<RaiseAlertDependencies, "clock">,
  records: Records,
  payment: Payment,
  { arrivals, returned, namesRest = false }: Money & { namesRest?: boolean },
): Promise<void> {
  const sum = receivedCents(payment, arrivals, returned);
  for (const alert of await records.alerts.listOfPayment(payment.paymentId)) {
    if (alert.resolvedAt !== undefined) continue;
    if (alert.type === "under_paid") {
      if (sum >= payment.amountCents) await end(dependencies, records, alert, "the rest has arrived");
      else if (namesRest) await rewrite(records, alert, alertsOfSum(payment, sum, alert.subject)[0]?.detail);
      continue;
    }
    if (alert.type === "possibly_counted_twice") {
      if (pairsOfSources(arrivals).length === 0)
        await end(dependencies, records, alert, "each amount has its own statement entry");
      continue;
    }
    const money = moneyOfAlert(alert, payment, arrivals, returned);
    if (money === undefined) continue;
    const { leftCents, takenBackCents, currency } = money;
    if (leftCents === 0 && takenBackCents > 0) {
      await end(dependencies, records, alert, `the bank has taken back ${reportedAmount(takenBackCents, currency)}`);
    } else if (leftCents === 0 && isAboutExcess(alert.type)) {
      await end(dependencies, records, alert, "no more than was due has arrived");
    } else if (namesRest && (takenBackCents > 0 || isAboutExcess(alert.type))) {
      await rewrite(records, alert, detailWithRest(alert.detail, money));
    }
  }
}

async function rewrite(records: Records, alert: PaymentAlert, detail = alert.detail): Promise<void> {
  await records.alerts.update({ ...alert, detail });
}

/** Of two paid payments of one order, each has an alert that names the other: they end together. */
async function end(
  dependencies: Pick<RaiseAlertDependencies, "clock">,
  records: Records,
  { paymentId, type, subject }: PaymentAlert,
  resolution: string,
): Promise<void> {
  await endAlert(dependencies, records, { paymentId, type, subject }, resolution);
  if (type !== "other_payment_of_order_paid") return;
  await endAlert(dependencies, records, { paymentId: subject, type, subject: paymentId }, resolution);
}
