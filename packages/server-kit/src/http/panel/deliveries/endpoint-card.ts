// Explains why a store's webhooks wait or arrive slowly.
import type { EndpointFinding } from "../../../flows/explain-endpoint.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { moment } from "../elements.js";
import type { StoreVisit } from "../visit.js";

export function renderEndpoint(visit: StoreVisit, findings: readonly EndpointFinding[]): HtmlValue {
  if (findings.length === 0) return undefined;
  return html`<section class="notice warn" aria-labelledby="endpoint-title"><p id="endpoint-title"><strong>About your webhook endpoint</strong></p>
<ul>${findings.map((finding) => html`<li>${sentence(visit, finding)}</li>`)}</ul></section>`;
}

function sentence(visit: StoreVisit, finding: EndpointFinding): HtmlValue {
  switch (finding.kind) {
    case "disabled":
      return "The store is paused, so nothing is sent. The operator can resume it; waiting deliveries are sent then.";
    case "switched_off":
      return html`The webhook URL was switched off ${moment(finding.at)}: ${outsideText(finding.reason)}. Waiting deliveries are sent once it is switched on.`;
    case "no_url":
      return html`No webhook URL is set. <a href="${visit.storePath("/integration")}">Set it</a>`;
    case "back_off":
      return html`${counted(finding.waitingCount)} for the next attempt, at ${moment(finding.nextAt, "second")}. The time between attempts grows with each one that fails.`;
    case "behind":
      return html`${counted(finding.waitingCount)}, the oldest due since ${moment(finding.since, "second")}: deliveries become due faster than the endpoint accepts them. At most four are sent at the same time, or one while the endpoint is new or slow.`;
    case "quarantined":
      return `${finding.count === 1 ? "One delivery is" : `${finding.count} deliveries are`} sent alone, with pauses that grow to an hour, because sending was interrupted five times in a row.`;
    case "slow":
      return `It takes ${(finding.medianMs / 1000).toFixed(1)} seconds to respond. From 5 seconds on, one delivery at a time is sent to it instead of four. Respond as soon as the event is stored.`;
    case "failing":
      return finding.ofCount === 1
        ? "The only delivery so far failed. Open it to see what to fix."
        : `${finding.failedCount} of the latest ${finding.ofCount} deliveries failed at their last attempt. Open one to see what to fix.`;
  }
}

function counted(count: number): Html {
  const text =
    count >= 1000 ? "At least 1,000 deliveries wait" : count === 1 ? "One delivery waits" : `${count} deliveries wait`;
  return html`${text}`;
}
