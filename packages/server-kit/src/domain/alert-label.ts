// Headings for the alert types; the alert's detail explains each case.
import type { AlertType, alertTypes } from "./payment.js";

const labels: Record<(typeof alertTypes)[number], string> = {
  duplicate_payment: "Paid twice",
  under_paid: "Underpaid",
  over_paid: "Overpaid",
  wrong_currency: "Wrong currency",
  success_after_end: "Money received for an ended payment",
  other_payment_of_order_paid: "Order paid by another payment",
  failure_after_success: "Failure reported after success",
  amount_invalid: "Invalid amount reported",
  amount_changed: "Amount changed between reports",
  possibly_counted_twice: "Possibly counted twice",
  payment_returned: "Payment returned by the bank",
  webhook_delivery_parked: "Webhook stopped: every send was interrupted",
  webhook_delivery_quarantined: "Webhook slowed down: sending was interrupted repeatedly",
};

/** For an unknown type, the type itself with spaces. */
export function alertLabel(type: AlertType): string {
  const known: Partial<Record<string, string>> = labels;
  return (Object.hasOwn(labels, type) && known[type]) || type.replaceAll("_", " ");
}
