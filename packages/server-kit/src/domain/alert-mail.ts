// The words of the mail to a store's contact about an alert.
import { reportedAmount } from "./money-text.js";
import type { AlertType, Payment, PaymentAlert } from "./payment.js";

const meanings: Partial<Record<AlertType, string>> = {
  duplicate_payment: "The payment was paid again. The money that was not due has to go back to the buyer.",
  over_paid: "More money arrived than was due. The difference has to go back to the buyer.",
  under_paid: "Less money arrived than is due. The payment settles when the rest arrives.",
  wrong_currency: "Money was reported in another currency. It is not counted; please look at it.",
  success_after_end:
    "Money arrived after the payment had ended. It has to go back to the buyer, or the order be reopened.",
  other_payment_of_order_paid:
    "Another payment of the same order is paid as well. One of them may have to go back to the buyer.",
  failure_after_success:
    "The provider reported a failure after the payment had settled. Please check that the money is there.",
  amount_invalid: "Money was reported with an amount that cannot be right. It is not counted; please look at it.",
  amount_changed: "The same arrival was reported with two amounts. The first is counted; please look at it.",
  payment_returned: "The bank took the money back. Please decide what becomes of the order.",
};

/** What an alert means, in a sentence for a merchant; undefined for a type that has none. */
export function alertMeaning(type: AlertType): string | undefined {
  return Object.hasOwn(meanings, type) ? meanings[type] : undefined;
}

/** The start of the unique key of such a mail; a digest counts by it. */
export const alertMailPrefix = "alert:";

export function describeAlert(
  alert: Pick<PaymentAlert, "type" | "detail" | "paymentId" | "environment">,
  { payment, storeName }: { payment: Pick<Payment, "orderId" | "amountCents" | "currency">; storeName: string },
): { subject: string; text: string } {
  const label = alert.type.replaceAll("_", " ");
  const order = oneLine(payment.orderId);
  return {
    subject: `Payment needs attention: ${label}, order ${order}`,
    text: [
      `A payment of ${oneLine(storeName)} needs attention: ${label}.`,
      ...[alertMeaning(alert.type)].filter((meaning) => meaning !== undefined),
      "",
      `Order:    ${order}`,
      `Payment:  ${alert.paymentId}`,
      `Mode:     ${alert.environment}`,
      `Due:      ${reportedAmount(payment.amountCents, payment.currency)}`,
      `Detail:   ${oneLine(alert.detail)}`,
      "          (amounts of the detail in minor units, such as cents)",
      "",
      "The payment's page in the panel shows everything that was reported. Mark the alert as handled there once it is dealt with.",
      "",
    ].join("\n"),
  };
}

/** Text from outside may hold anything, but never a second line in a mail. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}
