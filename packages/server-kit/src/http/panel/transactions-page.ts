// The list of transactions: search, filter, and what matters on one row: order, amount, state, and whether the money is real.
import { type Environment, environments } from "../../domain/environment.js";
import { formatMoney } from "../../domain/money-text.js";
import { type PaymentState, paymentStates } from "../../domain/payment-state.js";
import { listPayments, type PaymentSummary } from "../../flows/read-payment.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import {
  badge,
  dataTable,
  emptyState,
  modeBadge,
  moment,
  selectField,
  stateBadge,
  stateLabel,
  textField,
} from "./elements.js";
import { methodLabel } from "./method-label.js";
import { answerPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

const pageSize = 50;

/** What a person looks for, rather than single states. */
const groups: Record<string, { label: string; states: readonly PaymentState[] }> = {
  waiting: { label: "Waiting for the buyer", states: ["created", "opened", "qr_shown", "transfer_instructed"] },
  underway: { label: "Under way", states: ["at_provider", "submitted"] },
  unresolved: { label: "Unresolved", states: ["unresolved"] },
  paid: { label: "Paid", states: ["settled"] },
  ended: { label: "Ended without payment", states: ["declined", "cancelled", "expired"] },
};

/** A word of the state filter that is none of the states. */
const attention = "attention";

interface Filter {
  search: string;
  mode: Environment | undefined;
  isBoth: boolean;
  state: string;
  before: string | undefined;
}

export function transactionsEndpoints({ dependencies, ...context }: PanelContext): Endpoint[] {
  return [
    storePage(
      { dependencies, ...context },
      { method: "GET", path: "/transactions", work: (visit) => showTransactions(dependencies, visit) },
    ),
  ];
}

async function showTransactions(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const filter = readFilter(visit.call.query, visit.mode);
  const found = await listPayments(dependencies, {
    merchantId: visit.store.merchantId,
    environment: filter.mode,
    states: statesOf(filter.state),
    needsAttention: filter.state === attention,
    search: filter.search === "" ? undefined : filter.search,
    before: filter.before,
    limit: pageSize + 1,
  });
  const payments = found.slice(0, pageSize);
  const last = found.length > pageSize ? payments.at(-1)?.paymentId : undefined;
  answerPage(visit.call, visit.frame, {
    title: "Transactions",
    current: "/transactions",
    body: html`<section class="card">
${renderFilter(visit, filter)}
${payments.length > 0 ? renderRows(visit, payments) : renderNothing(visit, filter)}
${renderPager(visit, filter, last)}
</section>`,
  });
}

function readFilter(query: Record<string, string>, shown: Environment): Filter {
  const isBoth = query.mode === "both";
  return {
    search: (query.q ?? "").trim().slice(0, 255),
    mode: isBoth ? undefined : (environments.find((word) => word === query.mode) ?? shown),
    isBoth,
    state: query.state ?? "",
    before: query.before,
  };
}

function statesOf(word: string): readonly PaymentState[] | undefined {
  if (Object.hasOwn(groups, word)) return groups[word]?.states;
  return paymentStates.filter((state) => state === word).length > 0
    ? paymentStates.filter((state) => state === word)
    : undefined;
}

function renderFilter(visit: StoreVisit, filter: Filter): Html {
  return html`<form method="get" action="${visit.storePath("/transactions")}" class="row end filter" role="search" aria-label="Transactions">
${textField({ name: "q", label: "Order, reference, e-mail, name or payment id", type: "search", value: filter.search, maxLength: 255 })}
${selectField({
  name: "state",
  label: "State",
  value: filter.state,
  options: [
    ["", "All states"],
    [attention, "Needs attention: alerts, failed webhooks"],
    ...Object.entries(groups).map(([word, { label }]) => [word, label] as const),
    ...paymentStates.map((state) => [state, `– ${stateLabel(state)}`] as const),
  ],
})}
${selectField({
  name: "mode",
  label: "Mode",
  value: filter.isBoth ? "both" : "",
  options: [
    ["", visit.mode === "live" ? "Live" : "Test"],
    ["both", "Live and test"],
  ],
})}
<button class="second">Search</button></form>`;
}

function renderRows(visit: StoreVisit, payments: PaymentSummary[]): Html {
  return dataTable(
    "Transactions, newest first",
    [
      { label: "Created" },
      { label: "Order" },
      { label: "Amount", isNumber: true },
      { label: "Mode" },
      { label: "State" },
      { label: "Method" },
      { label: "Customer" },
    ],
    payments.map((payment): HtmlValue[] => [
      moment(payment.createdAt),
      html`<a class="clamp" href="${transactionPath(visit, payment.paymentId)}">${outsideText(payment.orderId)}</a>`,
      formatMoney(payment.amountCents, payment.currency, "en"),
      modeBadge(payment.environment),
      html`${stateBadge(payment.state)} ${attentionMarks(payment)}`,
      methodLabel(payment),
      customer(payment),
    ]),
  );
}

/** What somebody should look at; the list's filter finds the same payments. */
export function attentionMarks({ alertCount, failedWebhookCount }: PaymentSummary): HtmlValue {
  return [
    alertCount > 0 && html`${badge(alertCount === 1 ? "alert" : `${alertCount} alerts`, "warn")} `,
    failedWebhookCount > 0 && badge("webhook failed", "bad"),
  ];
}

function customer({ customerName, customerEmail }: PaymentSummary): HtmlValue {
  const shown = customerName ?? customerEmail;
  return shown === undefined
    ? html`<span class="hint">–</span>`
    : html`<span class="clamp">${outsideText(shown)}</span>`;
}

function renderNothing(visit: StoreVisit, { search, isBoth, state, before }: Filter): Html {
  const isFiltered = search !== "" || isBoth || state !== "" || before !== undefined;
  return isFiltered
    ? emptyState(
        "Nothing fits",
        html`The search finds order ids, references, e-mail addresses and names by their beginning, in any case and with or without separators, and payment ids as a whole. <a href="${visit.storePath("/transactions")}">Show everything</a>`,
      )
    : emptyState(
        "No transaction yet",
        html`They appear here with the first call to the API. <a href="${visit.storePath("/integration")}">Generate a test key and make one</a>`,
      );
}

function renderPager(visit: StoreVisit, filter: Filter, last: string | undefined): HtmlValue {
  if (last === undefined && filter.before === undefined) return undefined;
  const address = (before: string | undefined) => {
    const query = new URLSearchParams();
    if (filter.search !== "") query.set("q", filter.search);
    if (filter.state !== "") query.set("state", filter.state);
    if (filter.isBoth) query.set("mode", "both");
    if (before !== undefined) query.set("before", before);
    return `${visit.storePath("/transactions")}?${query}`;
  };
  return html`<nav class="pager" aria-label="Pages">
<span>${filter.before !== undefined && html`<a href="${address(undefined)}">Newest</a>`}</span>
<span>${last !== undefined && html`<a href="${address(last)}" rel="next">Older</a>`}</span></nav>`;
}

/** The transactions that somebody should look at. */
export function attentionPath(visit: StoreVisit): string {
  return visit.storePath(`/transactions?state=${attention}`);
}

export function transactionPath(visit: StoreVisit, paymentId: string): string {
  return visit.storePath(`/transactions/${encodeURIComponent(paymentId)}`);
}
