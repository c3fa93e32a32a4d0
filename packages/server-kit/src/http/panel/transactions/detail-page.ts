// The page of one payment: its timeline, and under Technical Info every delivery with its attempts, the provider events and the alerts.
import { formatMoney } from "../../../domain/money-text.js";
import { paidAt } from "../../../domain/payment.js";
import { isIdle } from "../../../domain/payment-state.js";
import type { PaymentView } from "../../../flows/read-payment.js";
import type { WebhookHistory } from "../../../flows/read-webhook-history.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import {
  badge,
  confirmButton,
  copyable,
  dataTable,
  modeBadge,
  moment,
  notice,
  stateBadge,
  stateHint,
  stateLabel,
} from "../elements.js";
import { methodLabel } from "../method-label.js";
import { sendPage } from "../page.js";
import { doneText, type StoreVisit } from "../visit.js";
import { renderDeliveries } from "./deliveries-section.js";
import { eventLabel } from "./event-label.js";
import { factAmount, receivedText, receiveForm, renderAlerts, renderArrivals } from "./money-section.js";
import { transactionPath } from "./paths.js";
import { fillOf, type RefusedDecision, reasonField } from "./refused-decision.js";
import { shownMoney } from "./shown-money.js";
import { listPath } from "./way-back.js";

const done: Record<string, string> = {
  cancelled: "The payment is cancelled. The buyer can no longer pay it.",
  resolved: "The payment is resolved.",
  received: "The money is recorded.",
  handled: "The alert is marked as handled.",
  redelivered: "The delivery is being resent. Its result appears here as soon as there is one.",
};

export function showTimeline(visit: StoreVisit, payment: PaymentView, refused?: RefusedDecision): void {
  showTransaction(visit, payment, {
    tab: "timeline",
    refused,
    content: html`<div class="two uneven">
<section class="card" aria-labelledby="timeline-title"><h2 id="timeline-title">Timeline</h2>${renderTimeline(payment)}</section>
<div><section class="card" aria-labelledby="facts-title"><h2 id="facts-title">Details</h2>${renderFacts(payment)}</section>
${renderDecisions(visit, payment, refused)}</div></div>`,
  });
}

/** `isLive`: a delivery may have a result soon, so the page reloads itself. */
export function showTechnical(
  visit: StoreVisit,
  payment: PaymentView,
  { history, isLive }: { history: WebhookHistory; isLive: boolean },
): void {
  showTransaction(visit, payment, {
    tab: "technical",
    content: html`<div${isLive && html` data-live`}>${renderDeliveries(visit, history)}</div>${renderArrivals(payment)}${renderEvidence(payment)}${
      payment.metadata !== undefined &&
      html`<section class="card" aria-labelledby="metadata-title"><h2 id="metadata-title">Metadata</h2><pre tabindex="0">${JSON.stringify(payment.metadata, null, 2)}</pre></section>`
    }`,
  });
}

function showTransaction(
  visit: StoreVisit,
  payment: PaymentView,
  { tab, content, refused }: { tab: "timeline" | "technical"; content: Html; refused?: RefusedDecision | undefined },
): void {
  const path = transactionPath(visit, payment.paymentId);
  const text = doneText(visit, done);
  const link = (name: typeof tab, address: string, label: string) =>
    html`<a href="${address}"${name === tab && html` aria-current="page"`}>${label}</a>`;
  sendPage(visit.call, visit.frame, {
    title: `Order ${payment.orderId}`,
    current: "/transactions",
    ...(refused?.fill.status !== undefined && { status: refused.fill.status }),
    back: { path: listPath(visit), label: "Payments" },
    body: html`${refused?.fill.summary}${text !== undefined && notice(text)}
<div class="card"><div class="row"><span class="amount">${formatMoney(payment.amountCents, payment.currency, "en")}</span>
${modeBadge(payment.environment)} ${stateBadge(payment.state)}</div>
<p class="hint">${stateHint(payment.state)}</p></div>
${renderAlerts(visit, payment, refused)}
<nav class="tabs" aria-label="Payment">${link("timeline", path, "Timeline")}${link("technical", `${path}/technical`, "Technical info")}</nav>
${content}`,
  });
}

function renderTimeline(payment: PaymentView): Html {
  return html`<ol class="timeline">${payment.history.map(
    ({
      to,
      event,
      actor,
      reason,
      at,
    }) => html`<li><strong>${stateLabel(to)}</strong> ${reason === "paid_late" && badge("paid late", "warn")}
<div class="hint">${moment(at, "second")}</div>
<div class="hint">${event === "initialize" ? "Initialized" : eventLabel(event)} by ${outsideText(actor)}</div>
${reason !== undefined && reason !== "paid_late" && html`<div class="clamp">${outsideText(reason)}</div>`}</li>`,
  )}</ol>`;
}

function renderFacts(payment: PaymentView): Html {
  const fact = (label: string, value: HtmlValue) =>
    value !== undefined && value !== false && html`<dt>${label}</dt><dd>${value}</dd>`;
  const outside = (text: string | undefined) => text !== undefined && outsideText(text);
  const paid = paidAt(payment);
  return html`<dl class="facts">
${fact("Payment id", copyable(payment.paymentId, "the payment id"))}
${fact("Order", outside(payment.orderId))}
${fact("Received", receivedText(payment))}
${fact("Method", methodLabel(payment))}
${fact("Checkout", payment.checkoutMode === "direct_provider" ? "Directly at the bank" : "Hosted page")}
${fact("Reference", html`${outsideText(payment.remittanceInfo)} <span class="hint">(${payment.remittanceInfoSource})</span>`)}
${fact("End-to-end id", outside(payment.endToEndId))}
${fact("Description", outside(payment.description))}
${fact("Buyer reports the transfer as made", payment.claimedPaidAt !== undefined && moment(payment.claimedPaidAt, "second"))}
${fact("Customer", outside(payment.customerName))}
${fact("E-mail", outside(payment.customerEmail))}
${fact("Returns to", outside(payment.returnUrl))}
${fact("Status in webhooks", html`<code>${payment.status}</code>`)}
${fact("Paid", paid !== undefined && moment(paid, "second"))}
${fact("Created", moment(payment.createdAt, "second"))}
${fact("Last change", moment(payment.updatedAt, "second"))}
${fact("Expires", isIdle(payment.state) && moment(payment.expiresAt))}
${fact("Replaced by", payment.supersededBy !== undefined && html`<code>${payment.supersededBy}</code>`)}
</dl>`;
}

function renderDecisions(visit: StoreVisit, payment: PaymentView, refused: RefusedDecision | undefined): HtmlValue {
  const path = transactionPath(visit, payment.paymentId);
  const [cancel, resolve] = [fillOf(refused, "cancel"), fillOf(refused, "resolve")];
  const mayCancel = visit.may("payments:cancel") && isIdle(payment.state);
  const mayResolve =
    visit.may("payments:resolve") && ["at_provider", "submitted", "unresolved", "expired"].includes(payment.state);
  if (!mayCancel && !mayResolve && !visit.may("payments:receive")) return undefined;
  return html`<section class="card" aria-labelledby="decide-title"><h2 id="decide-title">Resolve manually</h2>
${receiveForm(visit, payment, refused)}
${
  mayCancel &&
  confirmButton(
    "Cancel this payment",
    "The buyer's link stops working and the store is notified. This is final.",
    html`<form method="post" action="${path}/cancel">${visit.formGuard()}${shownMoney(payment)}${reasonField(cancel, "cancel-reason")}<button class="danger">Cancel payment</button></form>`,
    cancel.isRefused,
  )
}
${
  mayResolve &&
  confirmButton(
    "Resolve this payment",
    "Only with evidence from the bank: the outcome is final, and the store is notified.",
    html`<form method="post" action="${path}/resolve">${visit.formGuard()}${shownMoney(payment)}
<fieldset class="group"><legend>How did it end?</legend>
<label class="check"><input id="resolve-settled" type="radio" name="to" value="settled" required${resolve.text("to") === "settled" && html` checked`}> The money arrived</label>
${payment.state !== "expired" && html`<label class="check"><input type="radio" name="to" value="declined"${resolve.text("to") === "declined" && html` checked`}> It was declined</label>`}</fieldset>
${reasonField(resolve, "resolve-reason")}<button class="danger">Resolve</button></form>`,
    resolve.isRefused,
  )
}</section>`;
}

function renderEvidence(payment: PaymentView): Html {
  return html`<section class="card" aria-labelledby="evidence-title"><h2 id="evidence-title">Provider events</h2>${
    payment.evidence.length === 0
      ? html`<p class="hint">No provider event yet.</p>`
      : dataTable(
          "Provider events",
          ["Received", "Event", "Amount", "Reference", "Detail"].map((label) => ({ label })),
          payment.evidence.map((fact): HtmlValue[] => [
            moment(fact.at, "second"),
            html`<code>${fact.event}</code>${fact.count > 1 && html` <span class="hint">${fact.count} times</span>`}${!fact.wasAllowed && html` ${badge("changed nothing", "warn")}`}`,
            factAmount(fact, payment),
            fact.reference !== undefined && outsideText(fact.reference),
            fact.detail !== undefined && outsideText(fact.detail),
          ]),
        )
  }</section>`;
}
