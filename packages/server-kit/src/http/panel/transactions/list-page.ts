// The list of payments: search and filters, one row per payment, totals, and links to the previous and next page.
import { formatMoney } from "../../../domain/money-text.js";
import { listPayments } from "../../../flows/list-payments.js";
import type { PaymentSummary } from "../../../flows/payment-summary.js";
import { type PaymentSums, sumPayments } from "../../../flows/sum-payments.js";
import { isAscending, reversed } from "../../../storage/payment-order.js";
import type { PaymentOrder } from "../../../storage/port/payment-list-records.js";
import { type Html, type HtmlValue, html, outsideText } from "../../html.js";
import { emptyState, linesTable, modeBadge, moment, pager, stateBadge } from "../elements.js";
import { queryOf } from "../filter-fields.js";
import { methodLabel } from "../method-label.js";
import { keptMode } from "../mode-field.js";
import { sendPage } from "../page.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { shortcutsHint } from "../shortcuts-hint.js";
import type { StoreVisit } from "../visit.js";
import { attentionMarks } from "./attention.js";
import { filterFields, isNarrowed, type ListFilter, orderOf, readFilter, toPaymentFilter } from "./filter.js";
import { renderFilter } from "./filter-form.js";
import { transactionPath } from "./paths.js";
import { rememberList } from "./way-back.js";

const pageSize = 50;

interface Page {
  payments: PaymentSummary[];
  /** Queries of the previous and the next page, in the order of the list. */
  previous: Record<string, string> | undefined;
  next: Record<string, string> | undefined;
}

export async function showTransactions(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { call, store, mode } = visit;
  const filter = readFilter(call.query);
  const asked = toPaymentFilter(filter, { merchantId: store.merchantId, mode });
  const page = await readPage(dependencies, asked, call.query);
  const { order: _, ...summed } = asked;
  const sums = isNarrowed(filter) && page.payments.length > 0 ? await sumPayments(dependencies, summed) : undefined;
  rememberList(visit, queryOf(filter.fields, cursorOf(call.query)));
  sendPage(call, visit.frame, {
    title: "Payments",
    current: "/transactions",
    body: html`${renderFilter(visit, filter, dependencies.clock.now())}
<section class="card list" aria-label="Payments found">
<div class="head">${renderSums(sums, page)}${page.payments.length > 0 && renderExport(visit, filter)}</div>
${page.payments.length > 0 ? renderRows(visit, page.payments) : renderNothing(visit, filter)}
${renderPager(visit, filter, page)}
</section>
${page.payments.length > 0 && shortcutsHint(true)}`,
  });
}

function cursorOf({ before, after }: Record<string, string>): Record<string, string> {
  return { ...(before && { before }), ...(after && { after }) };
}

/**
 * One row more than the page shows is read, to find out whether there is another page. Backwards, the list is read in the opposite order
 * and reversed.
 */
async function readPage(
  dependencies: PanelDependencies,
  filter: ReturnType<typeof toPaymentFilter>,
  { before, after }: Record<string, string>,
): Promise<Page> {
  const isUp = isAscending(filter.order);
  const [forward, back] = isUp ? [after, before] : [before, after];
  const isBack = back !== undefined;
  const found = await listPayments(dependencies, {
    ...filter,
    order: isBack ? reversed(filter.order) : filter.order,
    ...(isBack === isUp ? { before: back ?? forward } : { after: back ?? forward }),
    limit: pageSize + 1,
  });
  const payments = isBack ? found.slice(0, pageSize).reverse() : found.slice(0, pageSize);
  const isFull = found.length > pageSize;
  const [first, last] = [payments.at(0)?.paymentId, payments.at(-1)?.paymentId];
  const hasPrevious = isBack ? isFull : forward !== undefined;
  const hasNext = isBack || isFull;
  return {
    payments,
    previous: hasPrevious && first !== undefined ? { [isUp ? "before" : "after"]: first } : undefined,
    next: hasNext && last !== undefined ? { [isUp ? "after" : "before"]: last } : undefined,
  };
}

function renderSums(sums: PaymentSums | undefined, { payments, previous, next }: Page): HtmlValue {
  if (sums === undefined) {
    const isAll = previous === undefined && next === undefined && payments.length > 0;
    return html`<p class="sums">${isAll ? countText(payments.length) : ""}</p>`;
  }
  const atLeast = sums.isComplete ? "" : "At least ";
  return html`<p class="sums"><strong>${atLeast}${countText(sums.count)}</strong>${sums.sums.map(
    ({ currency, amountCents, count: own }) =>
      html` · <span class="nowrap">${atLeast.toLowerCase()}${formatMoney(amountCents, currency, "en")}${sums.sums.length > 1 && html` <span class="hint">(${own})</span>`}</span>`,
  )}${!sums.isComplete && html` <span class="hint">Only the newest are added up. Narrow the list for exact totals.</span>`}</p>`;
}

const counts = new Intl.NumberFormat("en");

function countText(count: number): string {
  return count === 1 ? "1 payment" : `${counts.format(count)} payments`;
}

function renderExport(visit: StoreVisit, { fields }: ListFilter): Html {
  return html`<form method="post" action="${visit.storePath("/transactions/export")}" data-download>${visit.formGuard()}${keptMode(fields.mode === "both" ? "both" : visit.mode)}
${filterFields.map((name) => name !== "mode" && fields[name] !== "" && html`<input type="hidden" name="${name}" value="${fields[name]}">`)}
<button class="second small">Export CSV</button></form>`;
}

function renderRows(visit: StoreVisit, payments: PaymentSummary[]): Html {
  const isMixed = new Set(payments.map(({ environment }) => environment)).size > 1;
  return linesTable(
    { name: "payments", caption: "Payments", isMixed },
    [
      ["money", "Amount"],
      ["state", "State"],
      ["order", "Order"],
      ["customer", "Customer"],
      ["method", "Method"],
      ["created", "Created"],
    ],
    payments.map((payment) => renderRow(visit, payment, isMixed)),
  );
}

function renderRow(visit: StoreVisit, payment: PaymentSummary, isMixed: boolean): Html {
  const { orderId, customerName, customerEmail } = payment;
  const customer = customerName ?? customerEmail;
  return html`<tr role="row">
<td role="cell" class="money">${formatMoney(payment.amountCents, payment.currency, "en")}${isMixed && html` ${modeBadge(payment.environment)}`}</td>
<td role="cell" class="state">${stateBadge(payment.state)} ${attentionMarks(payment)}</td>
<td role="cell" class="order"><a data-row href="${transactionPath(visit, payment.paymentId)}" title="${orderId}">${outsideText(orderId)}</a></td>
<td role="cell" class="customer">${customer === undefined ? html`<span class="hint">–</span>` : html`<span title="${customer}">${outsideText(customer)}</span>`}</td>
<td role="cell" class="method">${methodLabel(payment)}</td>
<td role="cell" class="created">${moment(payment.createdAt)}</td></tr>`;
}

function renderNothing(visit: StoreVisit, filter: ListFilter): Html {
  const { fields } = filter;
  const path = visit.storePath("/transactions");
  if (!isNarrowed(filter) && fields.mode === "") {
    return emptyState(
      visit.mode === "live" ? "No live payment yet" : "No test payment yet",
      html`They appear here with the first call to the API. <a href="${visit.storePath("/integration")}">Generate a key and make one</a>`,
    );
  }
  return emptyState(
    "No results",
    html`The search finds order ids, references, e-mail addresses and names by their beginning, in any case and with or without spaces and dashes, and payment ids as a whole. ${
      fields.mode !== "both" &&
      html`<a href="${path}${queryOf(fields, { mode: "both" })}">Search live and test payments</a> or `
    }<a href="${path}">show everything</a>.`,
  );
}

const pagerWords: Record<PaymentOrder, [earlier: string, later: string]> = {
  newest: ["Newer", "Older"],
  oldest: ["Older", "Newer"],
  largest: ["Larger", "Smaller"],
  smallest: ["Smaller", "Larger"],
};

function renderPager(visit: StoreVisit, { fields }: ListFilter, { previous, next }: Page): HtmlValue {
  const address = (cursor: Record<string, string>) => `${visit.storePath("/transactions")}${queryOf(fields, cursor)}`;
  const [earlier, later] = pagerWords[orderOf(fields)];
  return pager({
    back: previous !== undefined && { href: address(previous), label: earlier, rel: "prev" },
    next: next !== undefined && { href: address(next), label: later },
  });
}
