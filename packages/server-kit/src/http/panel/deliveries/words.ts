// Labels for delivery states and outcomes, the groups of states that the filter offers, and whether a page must reload itself.
import type { Delivery, DeliveryState } from "../../../domain/delivery.js";
import type { SendFailure } from "../../../domain/delivery-outcome.js";
import { type Html, html } from "../../html.js";
import { badge, type Tone } from "../elements.js";

const stateWords: Record<DeliveryState, [label: string, tone: Tone, meaning: string]> = {
  pending: ["Waiting", "info", "It is sent at the time of its next attempt."],
  sending: ["Being sent", "info", "The request is under way."],
  delivered: ["Delivered", "good", "The endpoint accepted it."],
  exhausted: ["Gave up", "bad", "All attempts are used up."],
  dead: ["Rejected", "bad", "The endpoint's response ended it for good."],
  cancelled: ["Cancelled", "neutral", "There was no webhook URL, or the store was deleted."],
  parked: ["Needs attention", "warn", "Every send was interrupted before it had a result."],
};

export function deliveryBadge(state: DeliveryState): Html {
  const [label, tone] = stateWords[state];
  return badge(label, tone);
}

export function deliveryMeaning(state: DeliveryState): string {
  return stateWords[state][2];
}

/** Groups of states that match what people search for. */
export const deliveryGroups: Record<string, { label: string; states: readonly DeliveryState[] }> = {
  failed: { label: "Failed", states: ["exhausted", "dead", "parked"] },
  waiting: { label: "Waiting or being sent", states: ["pending", "sending"] },
  delivered: { label: "Delivered", states: ["delivered"] },
  cancelled: { label: "Cancelled", states: ["cancelled"] },
};

const soonMs = 60_000;

/** A result may arrive while the page is open. */
export function mayChangeSoon({ state, nextAttemptAt, manualSendAt, claim }: Delivery, now: number): boolean {
  return (
    claim !== undefined ||
    manualSendAt !== undefined ||
    (state === "pending" && nextAttemptAt !== undefined && nextAttemptAt - now < soonMs)
  );
}

export function outcomeText(outcome: string | undefined, httpStatus: number | undefined): Html {
  if (outcome === undefined) return html`<span class="hint">Not sent yet</span>`;
  if (outcome === "started") return html`Sending`;
  const known: Partial<Record<string, string>> = outcomeWords;
  return httpStatus === undefined ? html`${known[outcome] ?? outcome.replaceAll("_", " ")}` : html`HTTP ${httpStatus}`;
}

const outcomeWords: Record<SendFailure | "interrupted", string> = {
  timeout: "Timed out",
  network: "Could not connect",
  blocked_address: "Could not connect",
  tls: "No secure connection",
  invalid_response: "Invalid response",
  invalid_url: "Invalid URL",
  internal: "Failed on our side",
  aborted: "Interrupted on our side",
  interrupted: "Interrupted on our side",
};
