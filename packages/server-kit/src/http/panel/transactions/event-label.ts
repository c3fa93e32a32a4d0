// Labels for the events that change a payment's state, for the timeline.
import type { PaymentEvent } from "../../../domain/transition-graph.js";

const labels: Record<PaymentEvent, string> = {
  "provider.authorising": "Being authorised",
  "provider.accepted": "Accepted",
  "provider.success": "Success reported",
  "provider.unknown": "UNKNOWN reported",
  "provider.indeterminate": "INDETERMINATE reported",
  "provider.rejected": "Decline reported",
  "provider.cancelled": "Cancellation reported",
  "provider.abandoned": "Abandonment reported",
  "provider.session_expired": "Provider session expired",
  "provider.session_created": "Sent to the provider",
  "settlement.confirmed": "Settlement confirmed",
  "settlement.partial": "Settled in part",
  "page.opened": "Page opened",
  "method.qr_chosen": "QR code chosen",
  "method.bank_transfer_chosen": "Bank transfer chosen",
  "buyer.claims_paid": "Transfer reported as made",
  "buyer.back": "Went back to the methods",
  "buyer.cancelled": "Cancelled",
  "merchant.cancelled": "Cancelled",
  "clock.expired": "Expired",
  "session.ended": "Provider session ended",
  "money.received": "Money received, recorded",
  "money.received_in_part": "Part of the money received, recorded",
  "operator.settles": "Resolved as paid",
  "operator.declines": "Resolved as declined",
};

export function eventLabel(event: string): string {
  // The event is a key of the labels.
  return Object.hasOwn(labels, event) ? (labels[event as PaymentEvent] ?? event) : event;
}
