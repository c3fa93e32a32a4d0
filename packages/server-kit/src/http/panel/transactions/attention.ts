// Payments that need attention: the marks of one, and the list of all.
import type { PaymentSummary } from "../../../flows/payment-summary.js";
import { type HtmlValue, html } from "../../html.js";
import { badge } from "../elements.js";
import type { StoreVisit } from "../visit.js";

/** A value of the state filter that is not a state. */
export const attention = "attention";

export function attentionPath(visit: StoreVisit): string {
  return visit.storePath(`/transactions?state=${attention}`);
}

/** The list's filter finds the same payments. */
export function attentionMarks({ alertCount, failedWebhookCount }: PaymentSummary): HtmlValue {
  return [
    alertCount > 0 && html`${badge(alertCount === 1 ? "alert" : `${alertCount} alerts`, "warn")} `,
    failedWebhookCount > 0 && badge("webhook failed", "bad"),
  ];
}
