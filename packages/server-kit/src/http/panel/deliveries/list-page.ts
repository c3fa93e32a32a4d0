// The list of a store's deliveries: reasons for delays, filters, one row per delivery, and the form to resend all failed ones.
import { transactionStatuses } from "../../../domain/payment-state.js";
import { type BrowsedDelivery, type BrowsedPage, browseDeliveries } from "../../../flows/browse-deliveries.js";
import { explainEndpoint } from "../../../flows/explain-endpoint.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { dayMs, isoDay } from "../day.js";
import { emptyState, linesTable, modeBadge, moment, notice, pager } from "../elements.js";
import { daysInUtc, queryOf } from "../filter-fields.js";
import { type FilterProblem, filterProblems, problemOf } from "../filter-problems.js";
import { dateField, selectField } from "../form-fields.js";
import { type FormFill, filled, storedFill } from "../form-fill.js";
import { keptMode, modeField } from "../mode-field.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { shortcutsHint } from "../shortcuts-hint.js";
import type { StoreVisit } from "../visit.js";
import { renderEndpoint } from "./endpoint-card.js";
import { type DeliveryFields, readDeliveryFilter } from "./filter.js";
import type { RedeliveryProgress, RunningRedeliveries } from "./running-redeliveries.js";
import { deliveryBadge, deliveryGroups, outcomeText } from "./words.js";

const pageSize = 50;

export async function showDeliveries(
  dependencies: PanelDependencies,
  jobs: RunningRedeliveries,
  visit: StoreVisit,
  resend: FormFill = storedFill,
): Promise<void> {
  const { store, call } = visit;
  const { fields, filter, problems } = readDeliveryFilter(visit);
  const page = await browseDeliveries(dependencies, { ...filter, limit: pageSize });
  const findings = await explainEndpoint(dependencies, store.merchantId);
  const resendForm = renderResend(visit, dependencies.clock.now(), resend);
  const isFailing = findings.some(({ kind }) => kind === "failing");
  const job = call.query.done === undefined ? undefined : jobs.progressOf(store.merchantId);
  sendPage(call, visit.frame, {
    title: "Deliveries",
    current: "/deliveries",
    ...(resend.status !== undefined && { status: resend.status }),
    body: html`${resend.summary}${call.query.done === "busy" && notice("A resend for this store is already running: no second one was started.", "warn")}
${job !== undefined && renderJob(job)}
${renderEndpoint(visit, findings)}${isFailing && resendForm}
${renderFilter(visit, fields, problems)}
${filterProblems(problems)}
<section class="card list" aria-label="Deliveries found">
${page.deliveries.length > 0 ? renderRows(visit, page.deliveries) : renderNothing(visit, fields, page)}
${renderPager(visit, fields, page)}</section>
${page.deliveries.length > 0 && shortcutsHint(false)}
${!isFailing && resendForm}`,
  });
}

function renderJob({ count, state }: RedeliveryProgress): Html {
  const deliveries = count === 1 ? "1 delivery" : `${count} deliveries`;
  if (state === "running") {
    return html`<div class="notice info" role="status" data-live><p>Resending: ${deliveries} so far. <a href="">Reload</a></p></div>`;
  }
  return state === "done"
    ? notice(`${deliveries} ${count === 1 ? "is" : "are"} being resent, a few at a time.`)
    : notice(
        `Stopped after ${deliveries}. Start it again: what was delivered in the meantime is not sent again.`,
        "bad",
      );
}

function renderFilter(
  visit: StoreVisit,
  { state, status, path, from, to, mode }: DeliveryFields,
  problems: readonly FilterProblem[],
): Html {
  const hasMore = [path, from, to, mode].some((value) => value !== "");
  return html`<form method="get" action="${visit.storePath("/deliveries")}" class="filter" role="search" aria-label="Deliveries">
<div class="row end">${selectField({
    name: "state",
    label: "State",
    value: state,
    options: [["", "All states"], ...Object.entries(deliveryGroups).map(([word, { label }]) => [word, label] as const)],
  })}
${selectField({
  name: "status",
  label: "Payment status",
  value: status,
  options: [["", "All statuses"], ...transactionStatuses.map((word) => [word, word] as const)],
})}<button class="second">Filter</button></div>
<details class="menu"${hasMore && html` open`}><summary>More filters</summary><div class="filters">
${dateField({ name: "from", label: "Created from", value: from, error: problemOf(problems, "from") })}${dateField({ name: "to", label: "Created to", value: to, error: problemOf(problems, "to") })}
${selectField({
  name: "path",
  label: "Webhook schedule",
  value: path,
  options: [
    ["", "All schedules"],
    ["queue", "Queue"],
    ["legacy", "Legacy"],
  ],
})}
${modeField(mode, visit.mode)}</div>${daysInUtc}</details></form>`;
}

function renderRows(visit: StoreVisit, deliveries: readonly BrowsedDelivery[]): Html {
  const isMixed = new Set(deliveries.map(({ payment }) => payment.environment)).size > 1;
  return linesTable(
    { name: "deliveries", caption: "Deliveries, newest first" },
    [
      ["state", "State"],
      ["status", "Payment status"],
      ["order", "Order"],
      ["response", "Last response"],
      ["tries", "Attempts"],
      ["created", "Created"],
    ],
    deliveries.map((one) => renderRow(visit, one, isMixed)),
  );
}

function renderRow(visit: StoreVisit, one: BrowsedDelivery, isMixed: boolean): Html {
  const { delivery, payment, lastOutcome, lastHttpStatus, lastDurationMs } = one;
  return html`<tr role="row">
<td role="cell" class="state">${deliveryBadge(delivery.state)}${isMixed && html` ${modeBadge(payment.environment)}`}</td>
<td role="cell" class="status"><a data-row href="${deliveryPath(visit, delivery.deliveryId)}"><code>${delivery.status}</code></a></td>
<td role="cell" class="order"><span title="${payment.orderId}">${outsideText(payment.orderId)}</span></td>
<td role="cell" class="response">${outcomeText(lastOutcome, lastHttpStatus)}${lastDurationMs !== undefined && html` <span class="hint">${String(Math.round(lastDurationMs))} ms</span>`}</td>
<td role="cell" class="tries">${String(delivery.attemptCount)}</td>
<td role="cell" class="created">${moment(delivery.createdAt)}</td></tr>`;
}

function renderNothing(visit: StoreVisit, fields: DeliveryFields, { searchedTo }: BrowsedPage): HtmlValue {
  if (searchedTo !== undefined) return html`<p>Nothing found so far.</p>`;
  return Object.values(fields).some((value) => value !== "")
    ? emptyState("No results", html`<a href="${visit.storePath("/deliveries")}">Show everything</a>`)
    : emptyState(
        "Nothing was sent yet",
        html`Every change of status is sent to the store's webhook URL. <a href="${visit.storePath("/integration")}">Set it and verify it</a>`,
      );
}

function renderPager(visit: StoreVisit, fields: DeliveryFields, { next, searchedTo }: BrowsedPage): HtmlValue {
  const address = (after: string | undefined) => `${visit.storePath("/deliveries")}${queryOf(fields, { after })}`;
  const isLater = visit.call.query.after !== undefined;
  if (next === undefined && !isLater) return undefined;
  return html`${searchedTo !== undefined && html`<p class="hint">Searched back to ${moment(searchedTo)}.</p>`}
${pager({
  back: isLater && { href: address(undefined), label: "Newest" },
  next: next !== undefined && {
    href: address(next),
    label: searchedTo === undefined ? "Older" : "Search further back",
  },
})}`;
}

function renderResend(visit: StoreVisit, now: number, fill: FormFill): HtmlValue {
  if (!visit.may("webhooks:write")) return undefined;
  return html`<section class="card" aria-labelledby="resend-title"><h2 id="resend-title">Resend failed deliveries</h2>
<p class="hint">Every failed ${visit.mode} delivery created since that day is sent again, oldest first and within the limits of the endpoint. Fix the cause first.</p>
<form method="post" action="${visit.storePath("/deliveries/resend")}" class="row end">${visit.formGuard()}${keptMode(visit.mode)}
${dateField({ ...filled(fill, "since", isoDay(now - dayMs)), label: "Created since" })}<button>Resend all failed</button></form></section>`;
}

export function deliveryPath(visit: StoreVisit, deliveryId: string): string {
  return visit.storePath(`/deliveries/${encodeURIComponent(deliveryId)}`);
}
