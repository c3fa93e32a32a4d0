// The webhook deliveries of a payment under Technical Info: every attempt, advice about a failed one, and the forms to resend it.
import type { DeliveryView, WebhookHistory } from "../../../flows/read-webhook-history.js";
import { type Html, type HtmlValue, html } from "../../html.js";
import { adviceFor } from "../deliveries/advice.js";
import { deliveryBadge, outcomeText } from "../deliveries/words.js";
import { badge, copyable, dataTable, emptyState, moment, type Tone } from "../elements.js";
import type { StoreVisit } from "../visit.js";
import { transactionPath } from "./paths.js";

export function renderDeliveries(visit: StoreVisit, history: WebhookHistory): Html {
  const path = transactionPath(visit, history.transactionId);
  return html`<section aria-labelledby="deliveries-title"><div class="head"><h2 id="deliveries-title">Webhook deliveries</h2>
<span class="hint">${history.webhookUrl === null ? "No webhook URL is set" : html`Sent to <code>${history.webhookUrl}</code>`}</span></div>
${
  history.deliveries.length === 0
    ? html`<div class="card">${emptyState(
        "No webhook was sent for this payment",
        html`Every change of status is sent to the store's webhook URL. <a href="${visit.storePath("/integration")}">Set one</a> and later changes are sent there.`,
      )}</div>`
    : history.deliveries.map((delivery) => renderDelivery(visit, path, delivery))
}
${history.nextCursor !== null && html`<p><a href="${path}/technical?cursor=${encodeURIComponent(history.nextCursor)}">Older deliveries</a></p>`}
</section>`;
}

function renderDelivery(visit: StoreVisit, path: string, delivery: DeliveryView): Html {
  const { deliveryId } = delivery;
  const titleId = `delivery-${deliveryId}`;
  const advice = adviceFor(delivery);
  const action = `${path}/deliveries/${deliveryId}/redeliver`;
  return html`<article class="card" aria-labelledby="${titleId}"><div class="head">
<h3 id="${titleId}">${delivery.event} · <code>${delivery.status}</code></h3>
<span class="row">${deliveryBadge(delivery.state)}<span class="hint">${delivery.attemptCount} of ${delivery.maxAttempts} attempts</span></span></div>
<dl class="facts">
<dt>Delivery id</dt><dd>${copyable(deliveryId, "the delivery id")}</dd>
<dt>Created</dt><dd>${moment(Date.parse(delivery.createdAt), "second")}</dd>
${delivery.nextAttemptAt !== null && html`<dt>Next attempt</dt><dd>${moment(Date.parse(delivery.nextAttemptAt), "second")}</dd>`}
${delivery.redeliveryOf !== null && html`<dt>Resend of</dt><dd><code>${delivery.redeliveryOf}</code></dd>`}
</dl>
${
  delivery.attempts.length === 0
    ? html`<p class="hint spaced">No attempt yet.</p>`
    : html`<div class="spaced">${dataTable(
        `Attempts of delivery ${deliveryId}`,
        ["Attempt", "Started", "Outcome", "Duration", "Response"].map((label) => ({
          label,
          isNumber: label === "Duration",
        })),
        delivery.attempts.map((attempt): HtmlValue[] => [
          String(attempt.attempt),
          moment(Date.parse(attempt.startedAt), "second"),
          html`${badge(outcomeText(attempt.outcome, attempt.httpStatus ?? undefined), toneOf(attempt.outcome))}${
            attempt.httpStatus === null && attempt.error !== null && html`<div class="hint">${attempt.error}</div>`
          }`,
          attempt.durationMs === null ? html`<span class="hint">–</span>` : `${attempt.durationMs} ms`,
          attempt.responseExcerpt === null || attempt.responseExcerpt === ""
            ? html`<span class="hint">empty</span>`
            : html`<details class="confirm"><summary>Show</summary><pre tabindex="0" dir="auto">${attempt.responseExcerpt}${attempt.responseTruncated && " …"}</pre></details>`,
        ]),
      )}</div>`
}
${advice !== undefined && html`<div class="notice ${delivery.state === "pending" ? "warn" : "bad"} spaced"><p>${advice}</p></div>`}
${
  visit.may("webhooks:write") &&
  html`<div class="row spaced"><form method="post" action="${action}">${visit.formGuard()}<button class="second">Resend<span class="sr"> ${deliveryId}</span></button></form>
<form method="post" action="${action}">${visit.formGuard()}<input type="hidden" name="asNew" value="yes"><button class="link">Send as a new delivery<span class="sr"> instead of ${deliveryId}</span></button></form></div>`
}</article>`;
}

function toneOf(outcome: string): Tone {
  if (outcome === "success") return "good";
  return outcome === "started" ? "info" : "bad";
}
