// The page of one delivery: the request beside the response, every attempt, advice, and the forms to resend it.
import type { DeliveryAttempt } from "../../../domain/delivery.js";
import { formatMoney } from "../../../domain/money-text.js";
import { Refusal } from "../../../domain/refusal.js";
import { readResponseHeaders } from "../../../domain/response-headers.js";
import { maskQuery } from "../../../domain/webhook-url.js";
import { readDelivery, type SentDelivery } from "../../../flows/read-delivery.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { copyable, dataTable, modeBadge, moment, notice } from "../elements.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { transactionPath } from "../transactions/paths.js";
import type { StoreVisit } from "../visit.js";
import { adviceFor } from "./advice.js";
import { deliveryPath } from "./list-page.js";
import { deliveryBadge, deliveryMeaning, mayChangeSoon, outcomeText } from "./words.js";

/** @throws Refusal ROUTE_NOT_FOUND, also for another store's delivery. */
export async function getDelivery(
  dependencies: Pick<PanelDependencies, "storage">,
  { store, call }: StoreVisit,
): Promise<SentDelivery> {
  const { deliveryId = "" } = call.params;
  const sent = await readDelivery(dependencies, { merchantId: store.merchantId, deliveryId });
  if (sent === undefined) throw new Refusal("ROUTE_NOT_FOUND", { message: "This store has no such delivery." });
  return sent;
}

export async function showDelivery(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const sent = await getDelivery(dependencies, visit);
  const { delivery, payment } = sent;
  const isLive = mayChangeSoon(delivery, dependencies.clock.now());
  sendPage(visit.call, visit.frame, {
    title: `Delivery for order ${payment.orderId}`,
    current: "/deliveries",
    back: { path: visit.storePath("/deliveries"), label: "Deliveries" },
    body: html`${visit.call.query.done === "redelivered" && notice("The delivery is being resent.")}
<div${isLive && html` data-live`}>
<div class="card"><div class="row">${deliveryBadge(delivery.state)} ${modeBadge(payment.environment)}</div>
<p class="hint" role="status">${deliveryMeaning(delivery.state)}${isLive && html` <a href="">Reload</a>`}</p>
<dl class="facts"><dt>Payment</dt><dd><a href="${transactionPath(visit, payment.paymentId)}/technical">${outsideText(payment.orderId)}</a>, ${formatMoney(payment.amountCents, payment.currency, "en")}</dd>
<dt>Event</dt><dd><code>${delivery.event}</code></dd>
<dt>Payment status</dt><dd><code>${delivery.status}</code></dd>
<dt>Delivery id</dt><dd>${copyable(delivery.deliveryId, "the delivery id")}</dd>
<dt>Created</dt><dd>${moment(delivery.createdAt, "second")}</dd>
<dt>Attempts</dt><dd>${String(delivery.attemptCount)} of ${String(sent.maxAttempts)}</dd>
${delivery.nextAttemptAt !== undefined && html`<dt>Next attempt</dt><dd>${moment(delivery.nextAttemptAt, "second")}</dd>`}
${delivery.redeliveryOf !== undefined && html`<dt>Resend of</dt><dd><a href="${deliveryPath(visit, delivery.redeliveryOf)}"><code>${delivery.redeliveryOf}</code></a></dd>`}</dl></div>
${renderAdvice(sent)}</div>
${renderResend(visit, sent)}
<div${isLive && html` data-live`}><div class="two">${renderSent(visit, sent)}${renderReceived(sent)}</div>
${renderAttempts(sent)}</div>`,
  });
}

function renderAdvice({ delivery, attempts }: SentDelivery): HtmlValue {
  const advice = adviceFor({
    state: delivery.state,
    attempts: attempts.map(({ outcome, httpStatus }) => ({ outcome, httpStatus: httpStatus ?? null })),
  });
  return (
    advice !== undefined &&
    html`<div class="notice ${delivery.state === "pending" ? "warn" : "bad"}"><p>${advice}</p></div>`
  );
}

function renderSent({ store }: StoreVisit, { headers, body }: SentDelivery): Html {
  const url = store.webhookUrl === undefined ? "the webhook URL, which is not set" : maskQuery(store.webhookUrl);
  return html`<section class="card" aria-labelledby="sent-title"><h2 id="sent-title">Sent</h2>
<p>POST <code>${url}</code></p>${headerList(headers)}
<h3 class="spaced">Body</h3>${body === undefined ? html`<p class="hint">Erased with the buyer's personal data.</p>` : html`<pre tabindex="0" aria-label="Body as sent">${pretty(body)}</pre>`}</section>`;
}

function renderReceived({ attempts }: SentDelivery): Html {
  const last = attempts.at(-1);
  return html`<section class="card" aria-labelledby="received-title"><h2 id="received-title">Received</h2>${
    last === undefined
      ? html`<p class="hint">Nothing was sent yet.</p>`
      : html`<p>${outcomeText(last.outcome, last.httpStatus)}${last.durationMs !== undefined && html` <span class="hint">after ${String(Math.round(last.durationMs))} ms</span>`}</p>
${last.httpStatus === undefined && last.error !== undefined && html`<p class="hint">${last.error}</p>`}
${receivedHeaders(last)}
<h3 class="spaced">Body</h3>${responseBody(last)}`
  }</section>`;
}

function receivedHeaders({ responseHeaders }: DeliveryAttempt): HtmlValue {
  const headers = readResponseHeaders(responseHeaders);
  return headers.length > 0 && headerList(headers);
}

function responseBody({ responseExcerpt, isTruncated }: DeliveryAttempt): Html {
  return responseExcerpt === undefined || responseExcerpt === ""
    ? html`<p class="hint">Empty</p>`
    : html`<pre tabindex="0" dir="auto" aria-label="Body as received">${responseExcerpt}${isTruncated && " …"}</pre>`;
}

function headerList(headers: readonly (readonly [string, string])[]): Html {
  return html`<dl class="facts headers">${headers.map(([name, value]) => html`<dt><code>${name}</code></dt><dd><code>${value}</code></dd>`)}</dl>`;
}

function renderAttempts({ attempts, delivery }: SentDelivery): HtmlValue {
  if (attempts.length === 0) return undefined;
  return html`<section class="card" aria-labelledby="attempts-title"><h2 id="attempts-title">Attempts</h2>${dataTable(
    `Attempts of delivery ${delivery.deliveryId}`,
    [
      { label: "Attempt" },
      { label: "Started" },
      { label: "Response" },
      { label: "Duration", isNumber: true },
      { label: "Body" },
    ],
    attempts
      .toReversed()
      .map((attempt): HtmlValue[] => [
        html`${String(attempt.attempt)}${attempt.isManual && html` <span class="hint">manual</span>`}`,
        moment(attempt.startedAt, "second"),
        html`${outcomeText(attempt.outcome, attempt.httpStatus)}${attempt.httpStatus === undefined && attempt.error !== undefined && html`<div class="hint">${attempt.error}</div>`}`,
        attempt.durationMs !== undefined && `${Math.round(attempt.durationMs)} ms`,
        html`<details class="confirm"><summary>Show<span class="sr"> the body of attempt ${String(attempt.attempt)}</span></summary>${responseBody(attempt)}</details>`,
      ]),
  )}</section>`;
}

function renderResend(visit: StoreVisit, { delivery, body }: SentDelivery): HtmlValue {
  if (!visit.may("webhooks:write") || body === undefined) return undefined;
  const action = `${deliveryPath(visit, delivery.deliveryId)}/redeliver`;
  return html`<div class="row actions"><form method="post" action="${action}">${visit.formGuard()}<button>Resend</button></form>
<form method="post" action="${action}">${visit.formGuard()}<input type="hidden" name="asNew" value="yes"><button class="link">Send as a new delivery</button></form></div>`;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
