// Text of the mail to a store's contact about an alert. The type says what happened, the detail with which money, the meaning what to do.
import { alertLabel } from "./alert-label.js";
import { reportedAmount } from "./money-text.js";
import { oneLine } from "./one-line.js";
import type { AlertType, alertTypes, Payment, PaymentAlert } from "./payment.js";

/** Undefined: only operators see it. */
const meanings: Record<(typeof alertTypes)[number], string | undefined> = {
  duplicate_payment: "Return the excess to the buyer once you see it in the account.",
  over_paid: "Return the excess to the buyer once you see it in the account.",
  under_paid: "The payment settles once the rest arrives.",
  wrong_currency: "This money is not counted; please review it.",
  success_after_end: "Return the money to the buyer, or reopen the order.",
  other_payment_of_order_paid: "One of the two may need to be returned to the buyer.",
  failure_after_success: "Please check that the money has arrived.",
  amount_invalid: "This money is not counted; please review it.",
  amount_changed: "The first amount is counted; please review it.",
  possibly_counted_twice: "The payment is settled; deliver once you have seen both amounts in the account.",
  payment_returned:
    "The bank took this money back: do not return it again. Decide about the order if less than the amount due is left.",
  webhook_delivery_parked: undefined,
  webhook_delivery_quarantined: undefined,
};

/** What an alert asks of a merchant, in one sentence; undefined for types that only operators see. */
export function alertMeaning(type: AlertType): string | undefined {
  const known: Partial<Record<string, string>> = meanings;
  return Object.hasOwn(meanings, type) ? known[type] : undefined;
}

/** Prefix of the unique key of an alert mail; digests count alerts by it. */
export const alertMailPrefix = "alert:";

/** Subject and text of the mail about an alert. */
export function describeAlert(
  alert: Pick<PaymentAlert, "type" | "detail" | "paymentId" | "environment">,
  { payment, storeName }: { payment: Pick<Payment, "orderId" | "amountCents" | "currency">; storeName: string },
): { subject: string; text: string } {
  const meaning = alertMeaning(alert.type);
  const label = alertLabel(alert.type);
  const order = oneLine(payment.orderId);
  return {
    subject: `Payment needs attention: ${label}, order ${order}`,
    text: [
      `A payment of ${oneLine(storeName)} needs attention: ${label}.`,
      ...(meaning === undefined ? [] : [meaning]),
      "",
      `Order:    ${order}`,
      `Payment:  ${alert.paymentId}`,
      `Mode:     ${alert.environment}`,
      `Due:      ${reportedAmount(payment.amountCents, payment.currency)}`,
      `Detail:   ${oneLine(alert.detail)}`,
      "",
      "Open the payment in the panel for details. When you have dealt with the alert, mark it as handled there.",
      "",
    ].join("\n"),
  };
}
